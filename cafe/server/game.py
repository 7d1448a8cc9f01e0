"""A game in memory: the state, the faces and how many turns are stored; and how it is told to its readers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict

from cafe.protocol import messages as msg
from cafe.protocol.convert import event_form, view_form
from cafe.protocol.forms import (
    AnyEvent,
    BarredForm,
    DrawnForm,
    HiddenForm,
    LeftForm,
    SeatedForm,
    StateForm,
    SwappedForm,
)
from cafe.rules.events import Event
from cafe.rules.floorplan import FloorPlan
from cafe.rules.guests import BLANK
from cafe.rules.state import State
from cafe.rules.view import view, view_events
from cafe.server.draft import offers
from cafe.server.faces import Faces, Told

V = TypeVar("V")
Seen = tuple[StateForm, msg.FacesForm]


@dataclass(frozen=True)
class Game:
    """A game after `version` stored turns."""

    state: State
    faces: Faces
    version: int = 0
    _seen: dict[int | None, Seen] = field(default_factory=dict)

    def after(self, state: State, events: Sequence[Event]) -> tuple[Game, list[Told]]:
        """The game after one more turn, and the faces of its events."""
        faces, told = self.faces.after(events)
        return Game(state, faces, self.version + 1), told

    def seen(self, player: int | None) -> Seen:
        """View and faces as a player, or a spectator, may see them; made once."""
        key = None if self.state.edition.open_hands else player
        found = self._seen.get(key)
        if found is None:
            found = view_form(view(self.state, player)), self.faces.form(self.state, player)
            self._seen[key] = found
        return found

    def legal(self, player: int | None) -> list[msg.OfferForm]:
        """The offers, for who is to move; for everybody else none."""
        return offers(self.state) if player is not None and player == self.state.player else []


def viewpoint(players: Sequence[int], state: State) -> int | None:
    """Whose eyes somebody has who plays for these players: the mover's, else the next mover's of them."""
    if not players:
        return None
    return min(players, key=lambda player: (player - state.player) % state.players)


def view_message(
    game: Game, player: int | None, clocks: list[float], events: Sequence[msg.AnyToldEvent] = ()
) -> msg.View:
    """The whole game for a reader."""
    seen, faces = game.seen(player)
    return msg.View(game.version, player, seen, faces, game.legal(player), clocks, list(events))


def told_events(
    state: State, events: Sequence[Event], faces: Sequence[Told], player: int | None
) -> list[msg.AnyToldEvent]:
    """Events with their faces, without what the reader may not know."""
    seen = view_events(state, tuple(events), player)
    return [_told_event(state.edition.plan, event, face) for event, face in zip(seen, faces, strict=True)]


def _told_event(plan: FloorPlan, event: Event, faces: Told) -> msg.AnyToldEvent:
    form: AnyEvent = event_form(plan, event)
    face = None if getattr(event, "guest", None) == BLANK else faces[0]
    match form:
        case SeatedForm():
            return msg.ToldSeatedForm(**asdict(form), face=face)
        case BarredForm():
            return msg.ToldBarredForm(**asdict(form), face=face)
        case LeftForm():
            return msg.ToldLeftForm(**asdict(form), face=face)
        case SwappedForm():
            return msg.ToldSwappedForm(**asdict(form), face=face, joker_face=faces[1])
        case DrawnForm():
            return msg.ToldDrawnForm(**asdict(form), face=face)
        case HiddenForm():
            return msg.ToldHiddenForm(**asdict(form), face=face)
        case _:
            return form


def changes(old: StateForm, new: StateForm) -> msg.ChangesForm:
    """The fields of a view that became different."""
    found: dict[str, object] = {
        name: getattr(new, name)
        for name in msg.ChangesForm.__struct_fields__
        if getattr(old, name) != getattr(new, name)
    }
    for name in ("tables", "seated"):
        if name in found:
            found[name] = _map_changes(getattr(old, name), getattr(new, name))
    return msg.ChangesForm(**found)  # type: ignore[arg-type]


def faces_changes(old: msg.FacesForm, new: msg.FacesForm) -> msg.FacesChangesForm:
    """The faces that became different."""
    return msg.FacesChangesForm(
        UNSET if old.seated == new.seated else _map_changes(old.seated, new.seated),
        _unless_same(old.bar, new.bar),
        _unless_same(old.hands, new.hands),
    )


def _unless_same(old: V, new: V) -> V | UnsetType:
    return UNSET if old == new else new


def _map_changes(old: Mapping[str, V], new: Mapping[str, V]) -> dict[str, V | None]:
    gone: dict[str, V | None] = {cell: None for cell in old if cell not in new}
    return gone | {cell: value for cell, value in new.items() if old.get(cell) != value}
