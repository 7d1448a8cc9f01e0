"""What the store holds, as plain values: people, rooms with their seats, turns and what is due."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec
from msgspec import structs

FREE_KINDS = ("friend", "anybody")
"""Kinds of seats that whoever may can take."""
ASKED = "asked"
"""The kind of a seat for which a bot account is asked and has not answered yet; it is the seat's person."""


@dataclass(frozen=True)
class Person:
    """Somebody who came in."""

    id: str
    name: str
    banned: bool = False
    author: str | None = None
    """Whose program this is; None for people."""
    key: str = field(default="", compare=False, repr=False)
    """The hash of the secret by which they came."""
    seen: float = field(default=0.0, compare=False, repr=False)
    """When they last came by it, to the day."""


class SeatRow(msgspec.Struct, frozen=True):
    """A seat as it is stored; `name` is the person's, what the host called a local one, or that of a bot that
    plays on from a record."""

    seat: int
    kind: str
    person: str | None = None
    name: str | None = None
    bot: str | None = None
    player: int | None = None
    stand_in: str | None = None
    resigned: bool = False
    agrees: bool = False
    asks_stand_in: int | None = None
    """The version at which the person asked for a bot in the place of the mover."""
    author: str | None = None
    """Whose program the person is; None for people."""

    @property
    def acting_bot(self) -> str | None:
        """The bot that plays here now, if one does."""
        return self.bot if self.kind == "bot" else self.stand_in


class RoomRow(msgspec.Struct, frozen=True):
    """A room as it is stored; `settings` and `start` are JSON of the server's."""

    id: str
    invite: str
    host: str
    status: str
    settings: str
    listed: bool
    created: float
    changed: float
    version: int
    mover: int | None
    start: str | None
    commitment: str | None
    rematch: str | None
    seats: tuple[SeatRow, ...] = ()
    revision: int = 0
    """Counts every change of the room, turns among them. Whoever changes it names the one they know."""
    shuffle: str | None = None
    """JSON of the server's: what was contributed to the shuffle. As secret as `start`."""

    def after_turn(self, version: int, mover: int | None, now: float, status: str) -> RoomRow:
        """The row after one more turn."""
        return structs.replace(
            self, version=version, mover=mover, changed=now, status=status, revision=self.revision + 1
        )


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """A turn, or an end by agreement: what was done, when and by whom."""

    version: int
    kind: str
    at: float
    took: float
    player: int | None
    person: str | None
    command: str | None
    actions: str
    faces: str | None = None
    """Which of equal guests were played, if somebody said so."""


class Due(msgspec.Struct, frozen=True, array_like=True):
    """Something that must happen to a game: a bot's move, a clock or an opening that runs out."""

    game: str
    kind: str
    version: int
    at: float
