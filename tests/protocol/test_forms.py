"""Every action and event of the rules has its JSON form, and the other way round."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from cafe.protocol import forms
from cafe.protocol.convert import action_form, action_of, event_form
from cafe.rules import actions, events
from cafe.rules.floorplan import BOARD

ACTIONS: list[actions.Action] = [
    actions.Seat(3, 5),
    actions.Seat(24, 5, 3),
    actions.Bar(3),
    actions.Swap(3, 5),
    actions.DRAW,
    actions.Hide(3),
    actions.Party(2, 1),
    actions.DONE,
    actions.CLOSE,
    actions.PASS,
]
EVENTS: list[events.Event] = [
    events.Seated(0, 24, 5, 3, (events.TablePoints(2, 3, True, 6),)),
    events.Partied(0, 2, 40),
    events.Barred(0, 3, 7, -4),
    events.Left(0, 3),
    events.Swapped(0, 3, 5, 24),
    events.Drawn(0, 3),
    events.Hidden(0, 3),
    events.Cleared((0, 1), (2, 3)),
    events.Dealt(0, 1),
    events.Passed(0),
    events.Closed(0),
    events.Out(0),
    events.Turn(1),
    events.Over("bag", (5, 0), (1, 2), (1,), (2, 1)),
]


def test_both_unions_are_walked() -> None:
    assert {type(action) for action in ACTIONS} == set(get_args(actions.Action))
    assert {type(event) for event in EVENTS} == set(get_args(events.Event))
    assert {type(action_form(BOARD, action)) for action in ACTIONS} == set(get_args(forms.AnyAction))
    assert {type(event_form(BOARD, event)) for event in EVENTS} == set(get_args(forms.AnyEvent))


@pytest.mark.parametrize("action", ACTIONS, ids=str)
def test_an_action_comes_back(action: actions.Action) -> None:
    encoded = msgspec.json.encode(action_form(BOARD, action))
    assert action_of(BOARD, msgspec.json.decode(encoded, type=forms.AnyAction)) == action


@pytest.mark.parametrize("event", EVENTS, ids=str)
def test_an_event_names_its_type(event: events.Event) -> None:
    form = event_form(BOARD, event)
    assert msgspec.to_builtins(form)["type"] == type(event).__name__.lower()
    assert msgspec.json.decode(msgspec.json.encode(form), type=forms.AnyEvent) == form
