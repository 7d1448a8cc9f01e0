"""What ends the game and how near that is, in JSON."""

from __future__ import annotations

from typing import Literal

from cafe.protocol.forms import Form
from cafe.rules.outlook import Outlook


class LimitForm(Form, frozen=True):
    """Something whose end is the game's end; `left` is how many more chairs, places, tiles or tables."""

    reason: Literal["chairs", "bar", "hand", "bag", "tables", "closed"]
    left: int
    rounds: int
    """In how many rounds that can happen at the earliest; 1 is in this one."""
    player: int | None = None
    """Whose hand it is about."""


class BarAheadForm(Form, frozen=True, omit_defaults=False):
    """What a player pays if everybody goes to the bar from now on, turn by turn, until it is full."""

    player: int
    next: int
    """For the player's next place."""
    rest: int
    """For all places until the end, as far as they can be paid."""
    pays: bool
    """Whether the player can pay all of them."""


class OutlookForm(Form, frozen=True, omit_defaults=False):
    """What ends the game and how near that is: the same for everybody. Empty once it is over."""

    limits: list[LimitForm]
    last: bool
    """The last phase has begun: the game can end within three rounds."""
    bar: list[BarAheadForm]
    """From the mover on; empty without a bar."""
    empty_hand: bool
    """An empty hand ends the game too, though nobody is near that: otherwise it is among the limits."""


def outlook_form(outlook: Outlook) -> OutlookForm:
    """The JSON form of an outlook."""
    return OutlookForm(
        [LimitForm(each.reason, each.left, each.rounds, each.player) for each in outlook.limits],  # type: ignore[arg-type]
        outlook.last,
        [BarAheadForm(each.player, each.next, each.rest, each.pays) for each in outlook.bar],
        outlook.empty_hand,
    )
