"""Which portrait of its kind each tile has: dealt secretly with the bag, followed through the events."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from random import Random

import msgspec
from msgspec import UNSET, UnsetType

from cafe.protocol.changes import places
from cafe.protocol.messages import FacesChangesForm, FacesForm
from cafe.rules.events import Barred, Cleared, Drawn, Event, Hidden, Left, Out, Seated, Swapped, Turn
from cafe.rules.guests import FREE, GUESTS, Guest, guest_of
from cafe.rules.setup import shuffled
from cafe.rules.state import State

Face = int
EMPTY: Face = 255
"""The face on a chair where nobody sits."""
LEAVES_A_HAND = (Seated, Barred, Left, Hidden, Swapped)
"""The events in which a guest leaves a hand."""
Hand = tuple[bytes, bytes]
"""Guests, in the order of the state's hand and equal ones in order of arrival, with their faces."""


class UnknownFace(Exception):
    """The chosen guest is not in the hand."""


class Faces(msgspec.Struct, frozen=True):
    """The faces of all tiles in play."""

    bag: bytes
    hands: tuple[Hand, ...]
    seated: bytes
    """By chair."""
    bar: bytes

    def after(self, events: Iterable[Event], chosen: Iterable[Face] = ()) -> tuple[Faces, list[Face | None]]:
        """The faces after the events, and for each event the face of its guest.

        `chosen` says who leaves a hand, one after the other; beyond its end, the first of that kind does.
        """
        moving = _Moving(self, chosen)
        told = [moving.follow(event) for event in events]
        return moving.rest(), told

    def form(self, state: State, player: int | None) -> FacesForm:
        """The faces that a player, or a spectator, may see."""
        is_open = state.edition.open_hands or state.over is not None
        return FacesForm(self.seated_form(state), list(self.bar), self._hands_form(is_open, player))

    def seated_form(self, state: State) -> dict[str, Face]:
        """By the name of the chair."""
        chairs = state.edition.plan.chairs
        return {chairs[chair]: face for chair, face in enumerate(self.seated) if face != EMPTY}

    def _hands_form(self, is_open: bool, player: int | None) -> list[list[Face]]:
        return [
            list(faces) if is_open or owner == player else [] for owner, (_, faces) in enumerate(self.hands)
        ]

    def changes(
        self, state: State, before: Faces, state_before: State, player: int | None
    ) -> FacesChangesForm:
        """The faces that a player may see and that have changed since `before`."""
        seated: dict[str, Face | None] = {}
        if self.seated != before.seated:
            chairs = state.edition.plan.chairs
            for chair in places(before.seated, self.seated):
                face = self.seated[chair]
                seated[chairs[chair]] = None if face == EMPTY else face
        return FacesChangesForm(
            seated or UNSET,
            UNSET if self.bar == before.bar else list(self.bar),
            self._changed_hands(state, before, state_before, player),
        )

    def _changed_hands(
        self, state: State, before: Faces, state_before: State, player: int | None
    ) -> list[list[Face]] | UnsetType:
        turned_open = (state.over is None) != (state_before.over is None)
        all_see = state.edition.open_hands
        if self.hands == before.hands and (all_see or not turned_open):
            return UNSET
        hands = self._hands_form(all_see or state.over is not None, player)
        if hands == before._hands_form(all_see or state_before.over is not None, player):
            return UNSET
        return hands


class _Moving:
    """The faces while a list of events is followed."""

    def __init__(self, faces: Faces, chosen: Iterable[Face]) -> None:
        self._chosen = iter(chosen)
        self._bag = faces.bag
        self._hands = [*faces.hands]
        self._seated = bytearray(faces.seated)
        self._bar = faces.bar

    def rest(self) -> Faces:
        return Faces(self._bag, tuple(self._hands), bytes(self._seated), self._bar)

    def follow(self, event: Event) -> Face | None:
        match event:
            case Seated(player, guest, chair):
                self._seated[chair] = face = self._play(player, guest)
                return face
            case Drawn(player, guest):
                face, self._bag = self._bag[0], self._bag[1:]
                self._take(player, guest, face)
                return face
            case Turn():
                return None
            case Barred(player, guest):
                face = self._play(player, guest)
                self._bar += bytes((face,))
                return face
            case Left(player, guest) | Hidden(player, guest):
                return self._play(player, guest)
            case Swapped(player, guest, chair, joker):
                joker_face = self._seated[chair]
                self._seated[chair] = face = self._play(player, guest)
                self._take(player, joker, joker_face)
                return face
            case Cleared(_, chairs):
                for chair in chairs:
                    self._seated[chair] = EMPTY
            case Out(player):
                self._hands[player] = b"", b""
            case _:
                pass
        return None

    def _play(self, player: int, guest: Guest) -> Face:
        guests, faces = self._hands[player]
        place = guests.find(guest)
        chosen = next(self._chosen, None)
        if chosen is not None:
            while place >= 0 and faces[place] != chosen:
                place = guests.find(guest, place + 1)
        if place < 0:
            raise UnknownFace(f"expected a face of {GUESTS[guest]} in the hand; got {chosen}")
        self._hands[player] = guests[:place] + guests[place + 1 :], faces[:place] + faces[place + 1 :]
        return faces[place]

    def _take(self, player: int, guest: Guest, face: Face) -> None:
        guests, faces = self._hands[player]
        place = bisect_right(guests, guest)
        self._hands[player] = (
            b"%b%c%b" % (guests[:place], guest, guests[place:]),
            b"%b%c%b" % (faces[:place], face, faces[place:]),
        )


def deal_faces(state: State, seed: int) -> Faces:
    """Faces for every tile of a state, each unique within its kind, the same for a seed everywhere."""
    rng = Random(seed)
    counts = Counter(state.edition.tiles)
    left = {guest: shuffled(range(counts[guest]), rng) for guest in sorted(counts)}
    seated = bytes(EMPTY if occupant == FREE else left[guest_of(occupant)].pop() for occupant in state.seated)
    bar = bytes(left[guest].pop() for guest in state.bar)
    hands = tuple((bytes(hand), bytes(left[guest].pop() for guest in hand)) for hand in state.hands)
    return Faces(bytes(left[guest].pop() for guest in state.bag), hands, seated, bar)
