"""The fast rulebook and the slow literal one agree on every legal action, refusal, point and state."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from cafe.protocol.convert import action_form, action_of, event_form, state_form
from cafe.protocol.forms import AnyAction
from cafe.rules.actions import Action
from cafe.rules.explain import explain
from cafe.rules.guests import GUESTS, NATIONS
from cafe.rules.seating import legal_actions
from cafe.rules.state import State
from tests import literal
from tests.rules.games import SETUPS, Setup, games_each, random_game
from tests.scale import scaled


def as_json(form: object) -> Any:
    """The plain JSON of a form."""
    return msgspec.to_builtins(form)


def told(state: State, action: Action) -> dict[str, Any]:
    found: dict[str, Any] = as_json(action_form(state.edition.plan, action))
    return found


def key(action: dict[str, Any]) -> str:
    return json.dumps(action, sort_keys=True)


def any_action(state: State, rng: Random) -> dict[str, Any]:
    """Some action, most likely an illegal one, now and then with a name that does not exist."""
    plan = state.edition.plan
    hand = [GUESTS[guest] for guest in state.hand]
    guest = rng.choice([*hand, *hand, *hand, rng.choice(GUESTS), "XXm"])
    chair = rng.choice([*plan.chairs, "z99", plan.tables[0]])
    kind = rng.choice(
        ["seat"] * 12 + ["bar", "swap", "swap", "draw", "hide", "party", "done", "close", "pass"]
    )
    action: dict[str, Any] = {"type": kind}
    if kind in ("seat", "bar", "swap", "hide"):
        action["guest"] = guest
    if kind in ("seat", "swap"):
        action["chair"] = chair
    if kind == "party":
        action |= {"table": rng.choice([*plan.tables, "a1"]), "gender": rng.choice("mf")}
    if kind == "seat" and (guest.startswith("JK") or rng.random() < 0.05):
        nations = [NATIONS[state.tables[t]] for t in plan.tables_of[plan.chair_index.get(chair, 0)]]
        action["as"] = rng.choice([*nations, *nations, "DE", "XX"])
        if rng.random() < 0.1:
            del action["as"]
    return action


def same_state(found: dict[str, Any]) -> dict[str, Any]:
    """A state with its sets in order."""
    return found | {
        "removed": sorted(found["removed"]),
        "hands": [sorted(hand) for hand in found["hands"]],
        "hidden": [sorted(hand) for hand in found["hidden"]],
    }


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_both_rulebooks_agree(setup: Setup) -> None:
    for game in games_each(scaled(400)):
        rng = Random(game)
        for number, step in enumerate(random_game(setup, game)):
            before = as_json(state_form(step.before))
            fast = sorted(key(told(step.before, action)) for action in legal_actions(step.before))
            assert fast == sorted(key(action) for action in literal.legal(before))
            for _ in range(3):
                tried = any_action(step.before, rng)
                action = action_of(step.before.edition.plan, msgspec.convert(tried, AnyAction))
                refusal = explain(step.before, action)
                assert (refusal and str(refusal.rule)) == literal.refusal(before, tried), tried
            after, events = literal.step(before, told(step.before, step.action))
            plan = step.before.edition.plan
            assert [as_json(event_form(plan, event)) for event in step.events] == events
            assert same_state(as_json(state_form(step.after))) == same_state(after)
            if number % 8 == 0 or after["over"]:
                assert literal.check(after) is None
