"""What the store contains, as plain values: people, rooms with their seats, turns and what is due."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec
from msgspec import structs

FREE_KINDS = ("friend", "anybody")
"""Kinds of seats that are free to take."""
ASKED = "asked"
"""The kind of a seat whose person is a bot account that has been asked and has not answered yet."""


@dataclass(frozen=True)
class Person:
    """Somebody with an identity on this server."""

    id: str
    name: str
    banned: bool = False
    author: str | None = None
    """Whose program this is; None for people."""
    key: str = field(default="", compare=False, repr=False)
    """The hash of the secret that they used."""
    seen: float = field(default=0.0, compare=False, repr=False)
    """When they last used it, to the day."""


class SeatRow(msgspec.Struct, frozen=True):
    """A seat as it is stored; `name` is the person's, the one the host gave a local player, or that of a bot
    that continues from a record."""

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
    """The version at which the person asked for a bot to stand in for the player to move."""
    author: str | None = None
    """Whose program the person is; None for people."""

    @property
    def acting_bot(self) -> str | None:
        """The bot that plays here now, if one does."""
        return self.bot if self.kind == "bot" else self.stand_in


class RoomRow(msgspec.Struct, frozen=True):
    """A room as it is stored; `settings` and `start` are the server's JSON."""

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
    """Counts every change to the room, including turns. A change names the revision that it is based on."""
    shuffle: str | None = None
    """The server's JSON: what was contributed to the shuffle. As secret as `start`."""

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
    """Which of several equal guests were played, if the player chose."""


class Due(msgspec.Struct, frozen=True, array_like=True):
    """Something that must happen in a game: a bot's move, or the end of a clock or of the opening."""

    game: str
    kind: str
    version: int
    at: float


def dues_of_mover(
    game: str, version: int, bot_at: float | None, deadline: float | None, answer_by: float | None
) -> tuple[Due, ...]:
    """What is due of the seat to move: a bot's move at `bot_at`, or a person's time up at `deadline`.

    `answer_by` is when a bot account must have moved, whether there is a clock or not.
    """
    if bot_at is not None:
        return (Due(game, "bot", version, bot_at),)
    ends = (("clock", deadline), ("answer", answer_by))
    return tuple(Due(game, kind, version, at) for kind, at in ends if at is not None)
