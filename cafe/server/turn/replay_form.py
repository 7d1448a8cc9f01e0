"""A game replayed from its record, turn by turn, with every card face up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from cafe.bots.options import blank
from cafe.protocol.convert import event_form, state_form
from cafe.protocol.editions import plan_form, traits_form
from cafe.protocol.ending import ENDED
from cafe.protocol.forms import StateForm
from cafe.protocol.messages import ChangesForm, FacesChangesForm, FacesForm
from cafe.protocol.replays import ReplayForm, ReplayPlayerForm, ReplayStepForm, SentenceForm
from cafe.rules.actions import Action
from cafe.rules.events import Event
from cafe.rules.guests import BLANK, NO_NATION
from cafe.rules.price import turn_totals
from cafe.rules.record import Record, write_record
from cafe.rules.record import replay as replay_record
from cafe.rules.state import State
from cafe.rules.story import Told, story
from cafe.rules.trial import REVEALS
from cafe.rules.turns import apply
from cafe.server.turn.faces import Face, Faces, deal_faces
from cafe.server.turn.replay import agreed

V = TypeVar("V")


def make_replay(
    record: Record, players: list[ReplayPlayerForm], faces_seed: int, chosen: Iterable[Face] = ()
) -> ReplayForm:
    """The replay of a record known to be right; `chosen`: the faces of the guests who left a hand."""
    state = record.start()
    place = _place(state, deal_faces(state, faces_seed))
    who = iter(chosen)
    rules = record.edition
    traits, plan = traits_form(rules), plan_form(rules)
    turns = list(_turns(record))
    sentences = [
        SentenceForm(each.kind, each.player, each.other, each.turn, each.points, each.guests)
        for each in story(state, turns)
    ]
    notation = write_record(record)
    found = ReplayForm(
        players, rules.open_hands, traits, plan, place.view, place.shown, [], sentences, notation
    )
    for by, after, events in turns:
        step, place = _step(by, place, after, events, who)
        found.steps.append(step)
    return found


def alternative_steps(
    record: Record, faces_seed: int, chosen: Iterable[Face], otherwise: Mapping[int, Sequence[Action]]
) -> dict[int, ReplayStepForm]:
    """Alternative turns, by turn number: what each would have done to the view before it."""
    state, who = record.start(), iter(chosen)
    faces = deal_faces(state, faces_seed)
    found = {}
    for number, (by, after, events) in enumerate(_turns(record), 1):
        if number in otherwise:
            there, other = _otherwise(state, otherwise[number])
            found[number], _ = _step(by, _place(state, faces), there, other, iter(()))
        faces, _ = faces.after(events, who)
        state = after
    return found


def _otherwise(state: State, actions: Sequence[Action]) -> tuple[State, tuple[Event, ...]]:
    """What an alternative turn does, without what the last action would have revealed."""
    events: tuple[Event, ...] = ()
    for action in actions[:-1]:
        state, more = apply(state, action)
        events += more
    after, more = apply(blank(state), actions[-1])
    draft = after.draft()
    draft.hands = tuple(tuple(tile for tile in hand if tile != BLANK) for hand in after.hands)
    draft.tables = bytes(NO_NATION if nation == BLANK else nation for nation in after.tables)
    return draft.freeze(), events + tuple(event for event in more if type(event) not in REVEALS)


class _Place(NamedTuple):
    """The state and faces at one moment, and their forms."""

    faces: Faces
    view: StateForm
    shown: FacesForm


def _place(state: State, faces: Faces) -> _Place:
    return _Place(faces, _view(state), _faces(state, faces))


def _step(
    by: int, before: _Place, after: State, events: Sequence[Event], who: Iterator[Face]
) -> tuple[ReplayStepForm, _Place]:
    """A turn as changes to the view before it; `who` says who leaves a hand."""
    faces, told = before.faces.after(events, who)
    plan, there = after.edition.plan, _place(after, faces)
    step = ReplayStepForm(
        by,
        [
            event_form(plan, event, face, total)
            for event, face, total in zip(events, told, turn_totals(events), strict=True)
        ],
        ChangesForm(**_different(before.view, there.view, ("tables", "seated"))),
        FacesChangesForm(**_different(before.shown, there.shown, ("seated",))),
    )
    return step, there


def last_state(record: Record) -> State:
    """The state in which a game ended."""
    return reduce(lambda _, told: told[1], _turns(record), record.start())


def _turns(record: Record) -> Iterator[Told]:
    """The turns of a record one after the other."""
    state = record.start()
    for number, steps in groupby(replay_record(record), key=lambda played: played.turn):
        events: tuple[Event, ...] = ()
        for played in steps:
            state = played.state
            events += played.events
        yield record.turns[number - 1].player, state, events
    if ENDED in record.extra:
        yield state.player, *agreed(state)


def _view(state: State) -> StateForm:
    """Everything except the order of what is still to be drawn."""
    return replace(state_form(state), bag=len(state.bag), table_pile=len(state.pile))


def _faces(state: State, faces: Faces) -> FacesForm:
    return FacesForm(faces.seated_form(state), list(faces.bar), [list(of_hand) for _, of_hand in faces.hands])


def _different(old: Any, new: Any, by_cell: Sequence[str]) -> dict[str, Any]:
    """The fields of a form that changed; for some fields only the cells that did."""
    names = ChangesForm.__struct_fields__ if isinstance(old, StateForm) else old.__struct_fields__
    found = {name: getattr(new, name) for name in names if getattr(old, name) != getattr(new, name)}
    for name in by_cell:
        if name in found:
            found[name] = _cells(getattr(old, name), getattr(new, name))
    return found


def _cells(old: Mapping[str, V], new: Mapping[str, V]) -> dict[str, V | None]:
    gone: dict[str, V | None] = {cell: None for cell in old if cell not in new}
    return gone | {cell: value for cell, value in new.items() if old.get(cell) != value}
