"""Which of the people of its kind each tile is: dealt secretly with the bag, followed through the events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from msgspec import UNSET, UnsetType

from cafe.protocol.messages import FacesChangesForm, FacesForm
from cafe.rules.events import Barred, Cleared, Drawn, Event, Hidden, Left, Out, Seated, Swapped
from cafe.rules.floorplan import Chair
from cafe.rules.guests import FREE, GUESTS, Guest, guest_of
from cafe.rules.setup import shuffled
from cafe.rules.state import State

Face = int
Told = tuple[Face | None, Face | None]
"""The faces of an event's guest and of its joker."""
NOBODY: Told = (None, None)
PLAYED = (Seated, Barred, Left, Hidden, Swapped)
"""The events of a guest who leaves a hand."""


class UnknownFace(Exception):
    """A guest was chosen who is not in the hand."""


@dataclass(frozen=True)
class Faces:
    """The faces of all tiles in play. A hand is in the order of the state's, equal guests as they came."""

    bag: bytes
    hands: tuple[tuple[tuple[Guest, Face], ...], ...]
    seated: dict[Chair, Face]
    bar: tuple[Face, ...]

    def after(self, events: Iterable[Event], chosen: Iterable[Face] = ()) -> tuple[Faces, list[Told]]:
        """The faces after the events, and for each event the faces it is about.

        `chosen` says who leaves a hand, one after the other; where it ends, it is the first of the kind.
        """
        moving = _Moving(self, chosen)
        told = [moving.follow(event) for event in events]
        return moving.rest(), told

    def form(self, state: State, player: int | None) -> FacesForm:
        """The faces that a player, or a spectator, may see."""
        chairs = state.edition.plan.chairs
        return FacesForm(
            {chairs[chair]: face for chair, face in self.seated.items()},
            list(self.bar),
            self._hands_form(state, player),
        )

    def _hands_form(self, state: State, player: int | None) -> list[list[Face]]:
        is_open = state.edition.open_hands or state.over is not None
        return [
            [face for _, face in hand] if is_open or owner == player else []
            for owner, hand in enumerate(self.hands)
        ]

    def changes(
        self, state: State, before: Faces, state_before: State, player: int | None
    ) -> FacesChangesForm:
        """The faces that a player may see and that became different since `before`."""
        seated: dict[str, Face | None] = {}
        if self.seated != before.seated:
            chairs = state.edition.plan.chairs
            seated = {chairs[chair]: None for chair in before.seated if chair not in self.seated}
            for chair, face in self.seated.items():
                if before.seated.get(chair) != face:
                    seated[chairs[chair]] = face
        hands: list[list[Face]] | UnsetType = UNSET
        if self.hands != before.hands or (state.over is None) != (state_before.over is None):
            hands = self._hands_form(state, player)
            if hands == before._hands_form(state_before, player):
                hands = UNSET
        return FacesChangesForm(
            seated or UNSET,
            UNSET if self.bar == before.bar else list(self.bar),
            hands,
        )


class _Moving:
    """Faces on their way through a list of events."""

    def __init__(self, faces: Faces, chosen: Iterable[Face]) -> None:
        self._chosen = iter(chosen)
        self._bag = faces.bag
        self._hands = [*faces.hands]
        self._seated = dict(faces.seated)
        self._bar = list(faces.bar)

    def rest(self) -> Faces:
        return Faces(self._bag, tuple(self._hands), self._seated, tuple(self._bar))

    def follow(self, event: Event) -> Told:
        match event:
            case Seated(player, guest, chair):
                self._seated[chair] = face = self._play(player, guest)
                return face, None
            case Barred(player, guest):
                face = self._play(player, guest)
                self._bar.append(face)
                return face, None
            case Left(player, guest) | Hidden(player, guest):
                return self._play(player, guest), None
            case Swapped(player, guest, chair, joker):
                joker_face = self._seated[chair]
                self._seated[chair] = face = self._play(player, guest)
                self._take(player, joker, joker_face)
                return face, joker_face
            case Drawn(player, guest):
                face, self._bag = self._bag[0], self._bag[1:]
                self._take(player, guest, face)
                return face, None
            case Cleared(_, chairs):
                for chair in chairs:
                    self._seated.pop(chair, None)
            case Out(player):
                self._hands[player] = ()
            case _:
                pass
        return NOBODY

    def _play(self, player: int, guest: Guest) -> Face:
        hand = self._hands[player]
        chosen = next(self._chosen, None)
        for index, (held, face) in enumerate(hand):
            if held == guest and chosen in (None, face):
                self._hands[player] = hand[:index] + hand[index + 1 :]
                return face
        raise UnknownFace(f"expected a face of {GUESTS[guest]} in the hand; got {chosen}")

    def _take(self, player: int, guest: Guest, face: Face) -> None:
        hand = self._hands[player]
        behind = sum(held <= guest for held, _ in hand)
        self._hands[player] = (*hand[:behind], (guest, face), *hand[behind:])


def deal_faces(state: State, seed: int) -> Faces:
    """Faces for every tile of a state, each unique within its kind, the same for a seed everywhere."""
    rng = Random(seed)
    counts = Counter(state.edition.tiles)
    left = {guest: shuffled(range(counts[guest]), rng) for guest in sorted(counts)}
    seated = {
        chair: left[guest_of(occupant)].pop()
        for chair, occupant in enumerate(state.seated)
        if occupant != FREE
    }
    bar = tuple(left[guest].pop() for guest in state.bar)
    hands = tuple(tuple((guest, left[guest].pop()) for guest in hand) for hand in state.hands)
    return Faces(bytes(left[guest].pop() for guest in state.bag), hands, seated, bar)
