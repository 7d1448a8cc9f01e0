"""What holds in every game of every edition, number of players and set of variants."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from cafe.protocol.convert import action_form, action_of, event_form, state_form, state_of, view_form, view_of
from cafe.protocol.forms import AnyAction, AnyEvent, StateForm, TurnOfStateForm
from cafe.rules.actions import Action
from cafe.rules.derived import derive
from cafe.rules.events import Barred, Cleared, Dealt, Drawn, Over, Partied, Seated
from cafe.rules.guests import FREE, NO_NATION, guest_of
from cafe.rules.position import read_position, read_view, write_position
from cafe.rules.price import price, prices
from cafe.rules.record import make_record, read_record, replay, verify, write_record
from cafe.rules.seating import legal_actions, open_chairs
from cafe.rules.setup import TABLE_CARDS
from cafe.rules.state import State
from cafe.rules.turns import apply
from cafe.rules.view import determinise, on_turn, view, view_events
from tests.rules.games import SETUPS, Setup, Step, games_each, random_game
from tests.scale import scaled


def tiles(state: State) -> Counter[int]:
    """Every tile of a state, wherever it is."""
    found = Counter(guest_of(occupant) for occupant in state.seated if occupant != FREE)
    for place in (*state.hands, *state.hidden, state.bar, state.bag, state.removed):
        found.update(place)
    return found


def uncleared(state: State) -> Counter[int]:
    """Table cards that may still be in the pile: guests leave with a table, and only theirs can seat them."""
    found = Counter(TABLE_CARDS)
    found.subtract(nation for nation in state.tables if nation != NO_NATION)
    found.subtract({guest >> 1 for guest in state.removed}.difference(state.tables))
    return found


def points(step: Step, player: int) -> int:
    """What the events of a step bring a player."""
    found = 0
    for event in step.events:
        if isinstance(event, Partied | Barred) and event.player == player:
            found += event.points
        elif isinstance(event, Seated) and event.player == player:
            found += sum(paid.points for paid in event.points)
    return found


def check_step(step: Step) -> None:
    """Tiles are conserved, points are what the events say, nothing leads into a dead end, masks are right."""
    after = step.after
    assert tiles(after) == Counter(after.edition.tiles)
    for player in range(after.players):
        assert after.scores[player] == step.before.scores[player] + points(step, player)
        assert after.scores[player] >= 0
    assert bool(legal_actions(after)) == (after.over is None)
    assert isinstance(step.events[-1], Over) == (after.over is not None) if step.events else True
    again = after.draft()
    derive(again)
    again.open_to = open_chairs(again)
    assert again.freeze() == after


def check_foreign_tables(step: Step) -> None:
    """Clearing takes every guest on a cleared table's chairs, so nobody is left at a table that changed."""
    plan = step.after.edition.plan
    for event in step.events:
        if isinstance(event, Cleared):
            for table in event.tables:
                assert all(step.after.seated[chair] == FREE for chair in plan.chairs_of[table])
    for chair, occupant in enumerate(step.after.seated):
        if occupant != FREE and step.before.seated[chair] == occupant:
            for table in plan.tables_of[chair]:
                assert step.after.tables[table] == step.before.tables[table]


def check_prices(step: Step) -> None:
    """The price of every legal action is what it scores when it is played."""
    before = step.before
    actions = legal_actions(before)
    for action, brings in zip(actions, prices(before, actions), strict=True):
        after, events = apply(before, action)
        assert price(before, action) == brings
        tried = Step(before, action, events, after)
        assert brings.total == points(tried, before.player)
        assert list(brings.tables) == [paid for e in events if isinstance(e, Seated) for paid in e.points]
        under_way = after.over is None and after.player == before.player and (after.taken or after.party)
        assert brings.ends == (not under_way)
        assert brings.reveals == any(isinstance(event, Drawn | Dealt) for event in events)
        assert price(view(before, before.player).known, action) == brings


def check_views(step: Step, rng: Random) -> None:
    """A view does not change when only hidden things change, and a guess at them looks the same."""
    state = step.after
    for seat in (*range(state.players), None):
        seen = view(state, seat)
        other = determinise(seen, rng)
        assert tiles(other) == tiles(state)
        if state.edition.table_cards:
            assert Counter(other.pile) <= uncleared(state)
            assert Counter(state.pile) <= uncleared(state)
        assert view(other, seat) == seen
        assert view_form(view(other, seat)) == view_form(seen)
        if state.over is None and seat == state.player:
            assert set(legal_actions(other)) == set(legal_actions(state)) == set(legal_actions(seen.known))
            assert view_of(view_form(seen)) == seen
    if not state.edition.open_hands:
        for seat in (*range(state.players), None):
            shown = view_events(state, step.events, seat)
            hidden = [event for event in step.events if event not in shown]
            assert all(getattr(event, "player", seat) != seat for event in hidden)


def check_plan(state: State, rng: Random) -> None:
    """Whoever waits plans from the real position, except for who is to move, and never gets stuck."""
    waiting = [seat for seat in range(state.players) if seat != state.player and seat not in state.out]
    seat = waiting[int(rng.random() * len(waiting))]
    turn = TurnOfStateForm(seat, [], None, None, False, state.passes)
    plan = on_turn(view(state, seat))
    assert legal_actions(plan) == legal_actions(state_of(replace(state_form(state), turn=turn)))
    while plan.player == seat and plan.over is None:
        legal = legal_actions(plan)
        plan, events = apply(plan, legal[int(rng.random() * len(legal))])
        if any(isinstance(event, Drawn | Dealt) for event in events):
            return


def check_forms(step: Step) -> None:
    """JSON and the one-line position give back what went in."""
    plan = step.after.edition.plan
    assert write_position(read_position(write_position(step.after))) == write_position(step.after)
    assert read_position(write_position(step.after)) == step.after
    for seat in (None, *range(step.after.players)):
        seen = view(step.after, seat)
        assert read_view(write_position(seen)) == seen
    encoded = msgspec.json.encode(state_form(step.after))
    assert state_of(msgspec.json.decode(encoded, type=StateForm)) == step.after
    action = msgspec.json.encode(action_form(plan, step.action))
    assert action_of(plan, msgspec.json.decode(action, type=AnyAction)) == step.action
    for event in step.events:
        form = event_form(plan, event)
        assert msgspec.json.decode(msgspec.json.encode(form), type=AnyEvent) == form


def check_record(setup: Setup, seed: int, actions: list[Action], last: State) -> None:
    """A game is what its record gives, from the beginning and from the middle."""
    names = tuple(f"Player {number}; the {number}." for number in range(setup.players))
    start = setup.new(seed)
    record = make_record(start, actions, names, "2026-11-15")
    text = write_record(record)
    assert read_record(text) == record
    assert write_record(read_record(text)) == text
    assert verify(read_record(text)) == last
    half = start
    for action in actions[: len(actions) // 2]:
        half, _ = apply(half, action)
    rest = make_record(half, actions[len(actions) // 2 :], names)
    assert read_record(write_record(rest)) == rest
    assert [played.state for played in replay(rest)][-1] == last


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_what_holds_in_every_game(setup: Setup) -> None:
    for seed in games_each(scaled(1500)):
        rng = Random(seed)
        actions: list[Action] = []
        last = setup.new(seed)
        for number, step in enumerate(random_game(setup, seed)):
            assert step.before == last, "a state changed under our hands"
            check_step(step)
            check_foreign_tables(step)
            if number % 5 == seed % 5 or step.after.over:
                check_views(step, rng)
                if step.after.over is None and step.after.party is None:
                    check_plan(step.after, rng)
                check_forms(step)
                check_prices(step)
                assert apply(step.before, step.action)[0] == step.after
            actions.append(step.action)
            last = step.after
            assert len(actions) < 2000
        assert last.over is not None
        check_record(setup, seed, actions, last)
        assert pickle.loads(pickle.dumps(last)) == last == copy.deepcopy(last)
