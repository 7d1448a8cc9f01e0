"""What the server's HTTP interface says and hears about the café of the day, to the field name."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from cafe.protocol.forms import Form
from cafe.protocol.tables import Ask, Word

Day = Annotated[str, msgspec.Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", max_length=10)]
"""A day of UTC, such as 2026-11-16."""


class BeginDaily(Ask, frozen=True):
    """Begin today's café in an edition, or go on with it."""

    edition: Word


class PractiseDaily(Ask, frozen=True):
    """Play the café of a past day, as often as one likes."""

    edition: Word
    day: Day


class DailyBarForm(Form, frozen=True):
    """How many people finished with a margin from `least` on, up to the next bar; null: below that one."""

    least: int | None
    count: int


class DailyGameForm(Form, frozen=True, omit_defaults=False, kw_only=True):
    """The café of a day in one edition, and what its reader made of it."""

    edition: str
    levels: list[str]
    """The bots, in the order in which they follow the reader, who starts."""
    names: list[str]
    version: int
    """Of the bots: with another version the same play may meet other answers."""
    commitment: str
    tomorrow: str | None = None
    """The commitment to tomorrow's deal; told today."""
    secret: str | None = None
    """From which the deal follows; told after the day."""
    table: str | None = None
    """The reader's try."""
    status: Literal["new", "running", "finished", "uncounted"]
    """Uncounted: given up, closed, or not finished before the day was over."""
    margin: int | None = None
    """The reader's points less those of the best bot."""
    place: int | None = None
    finished: int
    """How many people have finished."""
    bars: list[DailyBarForm]
    """All margins, for those who have finished, and for all after the day; the last bar holds all beyond."""


class DailyForm(Form, frozen=True, omit_defaults=False):
    """The café of a day."""

    day: str
    now: float
    """The server's time."""
    ends: float
    """When the day is over: 0:00 UTC."""
    streak: int
    """Days in a row, up to today or yesterday, on which the reader finished a café."""
    games: list[DailyGameForm]
    """None where the host has switched the café of the day off."""
    days: list[str]
    """Past days that can be practised, the newest first."""


class DailyResultForm(Form, frozen=True, omit_defaults=False):
    """A try among all that is known of a person."""

    day: str
    edition: str
    table: str
    margin: int | None = None
