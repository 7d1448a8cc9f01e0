"""What was chosen for a room: one type for the request, the store and what is told."""

from __future__ import annotations

import msgspec

from cafe.protocol.tables import ClockForm
from cafe.rules.edition import Edition, edition
from cafe.store.rows import RoomRow


class Reservation(msgspec.Struct, frozen=True):
    """Somebody for whom a seat is kept, and what lets them sit down there."""

    name: str
    invite: str


class RoomSettings(msgspec.Struct, frozen=True):
    """What was chosen when the room was opened, and who may sit where."""

    edition: str
    variants: list[str]
    starter: int | str = "random"
    public: bool = False
    spectators: bool = True
    talk: bool = True
    clock: ClockForm | None = None
    practice: bool = False
    languages: str = ""
    """What the host's browser asked for, as in Accept-Language."""
    friends: list[int] = []
    """Seats kept for friends where one has sat down; who stands up leaves them to a friend again."""
    reserved: dict[int, Reservation] = {}
    """Friends' seats that the room's own invitation does not open."""
    sent_away: list[str] = []
    """People whom the host sent away from a seat; they may sit only where one is reserved for them."""

    def rules(self) -> Edition:
        """The rules of this room."""
        return edition(self.edition, self.variants)


def read_settings(row: RoomRow) -> RoomSettings:
    """The settings of a stored room."""
    return msgspec.json.decode(row.settings, type=RoomSettings)
