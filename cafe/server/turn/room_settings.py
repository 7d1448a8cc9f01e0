"""What was chosen for a room, and who may sit where, as it is stored."""

from __future__ import annotations

import msgspec

from cafe.protocol.tables import TableSettings
from cafe.rules.edition import Edition, edition
from cafe.store.rows import RoomRow


class Reservation(msgspec.Struct, frozen=True):
    """Somebody for whom a seat is kept, and what lets them sit down there."""

    name: str
    invite: str


class DailySettings(msgspec.Struct, frozen=True):
    """The day whose café is played here, and the version of its bots."""

    day: str
    counted: bool
    version: int


class NoAnswer(msgspec.Struct, frozen=True):
    """A bot account that was asked to take a seat and does not play: it said so, or said nothing in time."""

    name: str
    author: str
    declined: bool


class RoomSettings(TableSettings, frozen=True):
    """What was chosen when the room was opened, as it is stored, and who may sit where."""

    practice: bool = False
    languages: str = ""
    """What the host's browser asked for, as in Accept-Language."""
    friends: tuple[int, ...] = ()
    """Seats kept for friends where one has sat down; anybody who stands up leaves them to a friend again."""
    reserved: dict[int, Reservation] = msgspec.field(default_factory=dict)
    """Friends' seats that the room's own invitation does not open."""
    sent_away: tuple[str, ...] = ()
    """People whom the host sent away from a seat; they may sit only where one is reserved for them."""
    asked_until: dict[int, float] = msgspec.field(default_factory=dict)
    """Until when the bot accounts that are asked to take seats may answer."""
    no_answers: dict[int, NoAnswer] = msgspec.field(default_factory=dict)
    """Seats that a bot account did not take, and nobody else has since."""

    daily: DailySettings | None = None

    @property
    def is_counted(self) -> bool:
        """Whether this is the one try of the day: no bot helps there, and nobody else does."""
        return self.daily is not None and self.daily.counted

    def rules(self) -> Edition:
        """The rules of this room."""
        return edition(self.edition, self.variants)


def read_settings(row: RoomRow) -> RoomSettings:
    """The settings of a stored room."""
    return msgspec.json.decode(row.settings, type=RoomSettings)
