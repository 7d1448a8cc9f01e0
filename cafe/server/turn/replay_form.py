"""A game told again from its record, turn by turn, with every card open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeVar

from msgspec.structs import replace

from cafe.protocol.convert import event_form, state_form, with_faces
from cafe.protocol.editions import plan_form, traits_form
from cafe.protocol.ending import ENDED
from cafe.protocol.forms import StateForm
from cafe.protocol.messages import ChangesForm, FacesChangesForm, FacesForm
from cafe.protocol.replays import ReplayForm, ReplayPlayerForm, ReplayStepForm, SentenceForm
from cafe.rules.events import Event
from cafe.rules.record import Record, write_record
from cafe.rules.record import replay as replay_record
from cafe.rules.state import State
from cafe.rules.story import Told, story
from cafe.server.turn.faces import Face, Faces, deal_faces
from cafe.server.turn.replay import agreed

V = TypeVar("V")


def retold(
    record: Record, players: list[ReplayPlayerForm], faces_seed: int, chosen: Iterable[Face] = ()
) -> ReplayForm:
    """The game of a record that is known to be right; `chosen` are the faces of who left a hand."""
    state = record.start()
    faces = deal_faces(state, faces_seed)
    who = iter(chosen)
    view, shown = _view(state), _faces(state, faces)
    rules = record.edition
    traits, plan = traits_form(rules), plan_form(rules)
    turns = list(_turns(record))
    sentences = [
        SentenceForm(each.kind, each.player, each.other, each.turn, each.points, each.guests)
        for each in story(state, turns)
    ]
    notation = write_record(record)
    found = ReplayForm(players, rules.open_hands, traits, plan, view, shown, [], sentences, notation)
    for by, after, events in turns:
        faces, told = faces.after(events, who)
        next_view, next_shown = _view(after), _faces(after, faces)
        found.steps.append(
            ReplayStepForm(
                by,
                [
                    with_faces(event_form(rules.plan, event), face)
                    for event, face in zip(events, told, strict=True)
                ],
                ChangesForm(**_different(view, next_view, ("tables", "seated"))),
                FacesChangesForm(**_different(shown, next_shown, ("seated",))),
            )
        )
        view, shown = next_view, next_shown
    return found


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
    """Everything but the order of what is still to be drawn."""
    return replace(state_form(state), bag=len(state.bag), table_pile=len(state.pile))


def _faces(state: State, faces: Faces) -> FacesForm:
    return FacesForm(faces.seated_form(state), list(faces.bar), [list(of_hand) for _, of_hand in faces.hands])


def _different(old: Any, new: Any, by_cell: Sequence[str]) -> dict[str, Any]:
    """The fields of a form that became different; of some fields only the cells that did."""
    names = ChangesForm.__struct_fields__ if isinstance(old, StateForm) else old.__struct_fields__
    found = {name: getattr(new, name) for name in names if getattr(old, name) != getattr(new, name)}
    for name in by_cell:
        if name in found:
            found[name] = _cells(getattr(old, name), getattr(new, name))
    return found


def _cells(old: Mapping[str, V], new: Mapping[str, V]) -> dict[str, V | None]:
    gone: dict[str, V | None] = {cell: None for cell in old if cell not in new}
    return gone | {cell: value for cell, value in new.items() if old.get(cell) != value}
