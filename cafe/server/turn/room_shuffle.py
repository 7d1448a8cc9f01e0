"""What the server and people contributed to a room's shuffle, as it is stored."""

from __future__ import annotations

import msgspec

from cafe.protocol import shuffle
from cafe.protocol.shuffle import Contribution
from cafe.protocol.tables import ShuffleForm, ShufflePlayerForm
from cafe.rules.edition import Edition
from cafe.store.rows import RoomRow


class RoomShuffle(msgspec.Struct, frozen=True, omit_defaults=True):
    """The contributions so far. Secret and values are not revealed before the record of the finished game."""

    hashes: dict[str, str] = {}
    """The hash of each person's contribution. They are fixed from the commitment on."""
    secret: str = ""
    """The server's, from the commitment on."""
    first: int = 0
    """The seat of player 0, from the commitment on."""
    values: dict[str, str] = {}
    """The value that each person opened."""

    @property
    def is_committed(self) -> bool:
        """Whether the host has started, so that hashes and seats are fixed."""
        return bool(self.secret)

    @property
    def is_opened(self) -> bool:
        """Whether everybody who contributes has opened."""
        return self.values.keys() == self.hashes.keys()

    def contributions(self, row: RoomRow) -> list[Contribution]:
        """The contributions in player order; players at one screen share that of their person."""
        places = (row.seats[(self.first + player) % len(row.seats)] for player in range(len(row.seats)))
        return [
            Contribution(seat.seat, self.hashes.get(seat.person or ""), self.values.get(seat.person or ""))
            for seat in places
        ]

    def commitment(self, row: RoomRow, edition: Edition) -> str:
        """What is published before anybody opens."""
        secret_hash = shuffle.hash_of(self.secret)
        return shuffle.commitment(edition.name, edition.variants, secret_hash, self.contributions(row))

    def form(self, row: RoomRow, deadline: float | None) -> ShuffleForm | None:
        """What everybody may know; nothing before the commitment."""
        if not self.is_committed:
            return None
        players = [
            ShufflePlayerForm(seat, promised, value is not None)
            for seat, promised, value in self.contributions(row)
        ]
        return ShuffleForm(shuffle.hash_of(self.secret), players, deadline)


def read_shuffle(row: RoomRow) -> RoomShuffle:
    """The contributions to a stored room's shuffle."""
    return RoomShuffle() if row.shuffle is None else msgspec.json.decode(row.shuffle, type=RoomShuffle)
