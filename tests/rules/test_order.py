"""The order of legal actions, as docs/protocol.md promises it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from cafe.protocol import forms as form
from cafe.protocol.convert import action_form
from cafe.rules.floorplan import cell_place
from cafe.rules.guests import NATIONS
from cafe.rules.seating import legal_actions
from cafe.rules.state import State
from tests.rules.games import SETUPS, Setup, random_game


def guest_place(name: str) -> str:
    """Jokers last, nations by code, gentlemen before ladies."""
    return ("1" if name.startswith("JK") else "0") + name[:2] + ("1" if name.endswith("f") else "0")


def place(state: State, action: form.AnyAction) -> tuple[object, ...]:
    """The place that the page gives an action."""
    match action:
        case form.CloseForm():
            return (0,)
        case form.SeatForm(guest, chair, nation):
            return (1, guest_place(guest), 0, *_seat(state, guest, chair, nation))
        case form.BarForm(guest):
            return (1, guest_place(guest), 1)
        case form.SwapForm(guest, chair):
            return (1, guest_place(guest), 2, cell_place(chair))
        case form.DoneForm():
            return (2,)
        case form.DrawForm():
            return (3,)
        case form.HideForm(guest):
            return (3, guest_place(guest))
        case form.PartyForm(table, gender):
            return (4, gender == "f", cell_place(table))
        case form.PassForm():
            return (5,)


def _seat(state: State, guest: str, chair: str, nation: str | None) -> tuple[object, ...]:
    if not guest.startswith("JK"):
        return (cell_place(chair),)
    plan = state.edition.plan
    beside = [NATIONS[state.tables[table]] for table in plan.tables_of[plan.chair_index[chair]]]
    if state.party is None:
        return nation or min(beside), cell_place(chair)
    return cell_place(chair), 0 if nation is None else beside.index(nation)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_legal_actions_come_in_the_promised_order(setup: Setup) -> None:
    for seed in range(4):
        for step in random_game(setup, seed):
            plan = step.before.edition.plan
            legal = [action_form(plan, action) for action in legal_actions(step.before)]
            places = [place(step.before, action) for action in legal]
            assert all(before < after for before, after in pairwise(places)), legal


def test_every_kind_of_action_has_come() -> None:
    """What the games above reach: jokers in the name of a nation, also at a party, and all other kinds."""
    seen = set()
    for setup in SETUPS:
        for seed in range(4):
            for step in random_game(setup, seed):
                for action in legal_actions(step.before):
                    what = action_form(step.before.edition.plan, action)
                    named = isinstance(what, form.SeatForm) and what.as_ is not None
                    seen.add((type(what), named, named and step.before.party is not None))
    kinds = form.AnyAction.__args__
    assert seen == {
        *((kind, False, False) for kind in kinds),
        *((form.SeatForm, True, at) for at in (True, False)),
    }
