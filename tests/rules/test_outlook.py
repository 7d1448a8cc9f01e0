"""How near the end is, and what the bar costs until then: held to the rulebook, game by game."""

from __future__ import annotations

from random import Random

import pytest

from cafe.rules.actions import Bar
from cafe.rules.events import Barred, Left, Out
from cafe.rules.guests import JOKERS
from cafe.rules.outlook import LAST_ROUNDS, Outlook, outlook
from cafe.rules.state import State
from cafe.rules.turns import apply
from cafe.rules.view import determinise, view
from tests.rules.games import SETUPS, Setup, random_game

PER_SETUP = 2


def left(found: Outlook, reason: str) -> int | None:
    return next((limit.left for limit in found.limits if limit.reason == reason), None)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_game_ends_when_what_is_left_is_used_up(setup: Setup) -> None:
    for seed in range(PER_SETUP):
        steps = list(random_game(setup, seed))
        told = [outlook(step.before) for step in steps]
        for step, before in zip(steps, told, strict=True):
            if step.after.over is None:
                after = outlook(step.after)
                ends_by_hand = after.empty_hand or left(after, "hand") is not None
                assert ends_by_hand == step.after.edition.refills, "told from the start, wherever it can be"
                assert all(limit.left > 0 and limit.rounds > 0 for limit in after.limits)
                if step.after.out == step.before.out:
                    assert after.last >= before.last, "the last phase does not end before the game does"
        over, final = steps[-1].after.over, told[-1]
        assert over is not None
        assert outlook(steps[-1].after) == Outlook((), False, (), False)
        if over.reason in ("chairs", "bar"):
            assert left(final, over.reason) == 1
        elif over.reason == "bag":
            assert 1 <= (left(final, "bag") or 0) <= len(steps[-1].events)
        if over.reason in ("chairs", "bar", "bag", "tables"):
            assert next(limit.rounds for limit in final.limits if limit.reason == over.reason) == 1
            assert final.last


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_what_is_hidden_changes_nothing(setup: Setup) -> None:
    for step in list(random_game(setup, 5))[::9]:
        for player in range(setup.players):
            seen = view(step.before, player)
            assert outlook(determinise(seen, Random(1))) == outlook(step.before)
            assert outlook(seen.known) == outlook(step.before)


def to_the_bar(state: State) -> tuple[dict[int, list[int]], set[int], bool]:
    """Everybody goes to the bar in turn, by the rulebook: who paid, who could not, and if to the end."""
    paid: dict[int, list[int]] = {}
    broke: set[int] = set()
    lost = 0
    while state.over is None and lost < state.players:
        player = state.player
        guests = [guest for guest in state.hand if guest < JOKERS]
        if not guests:
            return paid, broke, False
        state, events = apply(state, Bar(guests[0]))
        paid.setdefault(player, []).extend(event.points for event in events if isinstance(event, Barred))
        lost = lost + 1 if any(isinstance(event, Left) for event in events) else 0
        if any(isinstance(event, Left | Out) for event in events):
            broke.add(player)
    whole = state.over is None or state.over.reason in ("bar", "last")
    return paid, broke, whole


@pytest.mark.parametrize("setup", [each for each in SETUPS if each.edition != "card"], ids=str)
def test_the_bar_costs_what_it_is_said_to(setup: Setup) -> None:
    compared = 0
    for seed in range(6):
        for step in list(random_game(setup, seed))[::5]:
            state = step.before
            if state.taken or state.party is not None or len(state.bag) < 40 or state.over is not None:
                continue  # the bag must last until the bar is full
            paid, broke, whole = to_the_bar(state)
            if not whole:
                continue
            found = {each.player: each for each in outlook(state).bar}
            for player, points in paid.items():
                if points:
                    assert (found[player].next, found[player].rest) == (points[0], sum(points))
                    assert found[player].pays == (player not in broke)
            compared += 1
    assert compared


def test_the_last_phase_can_end_the_game() -> None:
    """In the board game for two: the last three rounds of the bar are its last six places."""
    state = Setup("board", 2, ()).new(1)
    for taken in range(20):
        bar = bytes(state.edition.tiles[:taken])
        found = outlook(state.but(bar=bar))
        assert found.last == (20 - taken <= 2 * LAST_ROUNDS)
