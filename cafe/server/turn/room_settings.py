"""A room's stored settings, and who may sit where."""

from __future__ import annotations

import msgspec

from cafe.protocol.tables import TableSettings
from cafe.rules.edition import Edition, edition
from cafe.store.rows import RoomRow


class Reservation(msgspec.Struct, frozen=True):
    """Somebody for whom a seat is reserved, and their invitation."""

    name: str
    invite: str


class DailySettings(msgspec.Struct, frozen=True):
    """The day whose café is played here, and the version of its bots."""

    day: str
    counted: bool
    version: int


class NoAnswer(msgspec.Struct, frozen=True):
    """A bot account that was asked to take a seat and declined, or did not answer in time."""

    name: str
    author: str
    declined: bool


class RoomSettings(TableSettings, frozen=True):
    """What was chosen when the room was opened, and who may sit where."""

    practice: bool = False
    languages: str = ""
    """The languages of the host's browser, as in Accept-Language."""
    friends: tuple[int, ...] = ()
    """Taken seats that are for friends; when their person leaves, they are for friends again."""
    reserved: dict[int, Reservation] = msgspec.field(default_factory=dict)
    """Friends' seats for which the room's own invitation is not valid."""
    sent_away: tuple[str, ...] = ()
    """People whom the host removed from a seat; they may sit only where one is reserved for them."""
    asked_until: dict[int, float] = msgspec.field(default_factory=dict)
    """Until when the bot accounts that are asked to take seats may answer, and until when those that have
    accepted wait for the game to begin."""
    no_answers: dict[int, NoAnswer] = msgspec.field(default_factory=dict)
    """Seats that a bot account did not take, and that nobody has taken since."""

    daily: DailySettings | None = None
    declined: int | None = None
    """The seat of whoever said no to the last proposal to end the game."""
    lesson: bool = False
    """Whether it begins at a position that was sent, as lessons do: it is not listed among finished games."""

    @property
    def is_counted(self) -> bool:
        """Whether this is the one try of the day, in which no bot and nobody else may help."""
        return self.daily is not None and self.daily.counted

    def rules(self) -> Edition:
        """The rules of this room."""
        return edition(self.edition, self.variants)


def read_settings(row: RoomRow) -> RoomSettings:
    """The settings of a stored room."""
    return msgspec.json.decode(row.settings, type=RoomSettings)
