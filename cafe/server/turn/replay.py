"""A game from its log: the start, and every stored entry on top of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import msgspec

from cafe.protocol import ending
from cafe.protocol.convert import action_of
from cafe.protocol.forms import AnyAction
from cafe.rules.actions import Action
from cafe.rules.events import Event
from cafe.rules.floorplan import FloorPlan
from cafe.rules.state import State
from cafe.rules.trial import try_actions
from cafe.server.turn.faces import LEAVES_A_HAND, Face
from cafe.server.turn.game import Game
from cafe.store.rows import Entry

TURN = "turn"
AGREED = ending.AGREED
"""The kind of an entry with which everybody ended the game as it stands."""

_actions = msgspec.json.Decoder(list[AnyAction])
_faces = msgspec.json.Decoder(list[Face])


@dataclass(frozen=True)
class Step:
    """One entry, what it did, and the game after it."""

    entry: Entry
    events: tuple[Event, ...]
    faces: list[Face | None]
    game: Game


def replay(game: Game, entries: Iterable[Entry]) -> Iterator[Step]:
    """The entries one after the other."""
    for entry in entries:
        state = game.state
        actions = read_actions(state.edition.plan, entry.actions)
        if entry.kind == AGREED:
            state, events = agreed(state)
        else:
            state, events = try_actions(state, actions)[:2]
        game, faces = game.after(state, events, read_faces(entry.faces))
        yield Step(entry, events, faces, game)


def chosen_faces(game: Game, entries: Iterable[Entry]) -> Iterator[Face]:
    """The faces of those who left a hand, one after the other."""
    for step in replay(game, entries):
        for event, face in zip(step.events, step.faces, strict=True):
            if isinstance(event, LEAVES_A_HAND) and face is not None:
                yield face


def agreed(state: State) -> tuple[State, tuple[Event, ...]]:
    """The state after ending the game as it stands."""
    over = ending.agreed(state)
    return state.but(over=over), (over,)


def read_actions(plan: FloorPlan, text: str) -> tuple[Action, ...]:
    """The actions of an entry."""
    return tuple(action_of(plan, form) for form in _actions.decode(text))


def read_faces(text: str | None) -> list[Face]:
    """The faces that were chosen in an entry."""
    return [] if text is None else _faces.decode(text)


def write_faces(faces: Sequence[Face]) -> str | None:
    """The JSON of chosen faces, for an entry; nothing if none was."""
    return msgspec.json.encode(faces).decode() if faces else None
