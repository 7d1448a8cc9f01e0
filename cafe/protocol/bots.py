"""What the server says to bot accounts and hears from them, to the field name."""

from __future__ import annotations

import msgspec

from cafe.protocol.forms import Form
from cafe.protocol.tables import Ask, ClockForm, Name


class NewBot(Ask, frozen=True):
    """Become a bot account, for good: whose program one is, and whether visitors are offered it."""

    author: Name
    offered: bool = True


class ChangeBot(Ask, frozen=True):
    offered: bool


class BotForm(Form, frozen=True, omit_defaults=False):
    """A bot account; by its `id` it is challenged."""

    id: str
    name: str
    author: str
    offered: bool


class BotListForm(Form, frozen=True):
    bots: list[BotForm]


class BotEvent(Form, frozen=True, omit_defaults=False, tag_field="type", tag=str.lower):
    """A line of the event stream; `table` is the id of the table that it is about."""

    table: str


class Challenge(BotEvent, frozen=True):
    """Somebody asks the bot to take a seat: accept or decline before `expires`."""

    seat: int
    by: str
    author: str | None
    """Whose program the challenger is; null for people."""
    edition: str
    variants: list[str]
    players: int
    clock: ClockForm | None
    expires: float


class Withdrawn(BotEvent, frozen=True):
    """A challenge is over: taken back, or not answered in time."""


class Start(BotEvent, frozen=True):
    """A game that the bot plays runs; `player` is the bot's number."""

    player: int


class Turn(BotEvent, frozen=True):
    """It is the bot's turn at this version of the game; after `seconds` a house bot moves for it."""

    version: int
    seconds: float


class Away(BotEvent, frozen=True):
    """A house bot has taken the bot's seat; `return` takes it back."""


class End(BotEvent, frozen=True):
    """The game is over, with the place of each player, or was closed."""

    ranks: list[int] | None


AnyBotEvent = Challenge | Withdrawn | Start | Turn | Away | End


def event_line(event: AnyBotEvent) -> bytes:
    """An event as it goes over the line."""
    return msgspec.json.encode(event) + b"\n"
