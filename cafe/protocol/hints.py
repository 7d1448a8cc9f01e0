"""Why a turn is suggested: typed facts that a screen puts into words."""

from __future__ import annotations

from typing import Literal

from cafe.protocol.forms import Form

Label = Literal["best", "equal", "inaccuracy", "mistake"]
"""How good a turn was."""


class PaidForm(Form, frozen=True):
    """What a table pays."""

    table: str
    nation: str
    points: int


class LeavesForm(Form, frozen=True):
    """About what the next player can score after the turn."""

    player: int
    points: float


class AvoidsForm(Form, frozen=True):
    """Another turn that pays at least as much, and what it would leave for the next player."""

    turn: list[str]
    points: int
    leaves: float


class BarCostForm(Form, frozen=True):
    """The points of a place at the bar now, and of one's next place if everybody goes there."""

    now: int
    later: int


class ReasonsForm(Form, frozen=True, omit_defaults=False):
    """Why a bot plays a turn; turns are in the notation, `text` is all of it in English."""

    turn: list[str]
    points: int
    tables: list[PaidForm]
    leaves: LeavesForm | None
    avoids: AvoidsForm | None
    instead: int | None
    """What seating guests would score at most, where a card is drawn or laid down instead."""
    lead: int | None
    """How far the player is ahead where the turn ends the game."""
    bar: BarCostForm | None
    """What going to the bar costs, where that is suggested and costs something."""
    rounds: int | None
    """In how many rounds the game can end after the turn, once its last phase has begun."""
    text: str
