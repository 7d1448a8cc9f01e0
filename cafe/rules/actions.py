"""What a player can do, one decision at a time (RULES 7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cafe.rules.floorplan import Chair, Table
from cafe.rules.guests import Guest, Nation, Sex


@dataclass(frozen=True, slots=True)
class Seat:
    """Seat a guest on a chair; a joker may have to say for which nation it stands."""

    guest: Guest
    chair: Chair
    nation: Nation | None = None


@dataclass(frozen=True, slots=True)
class Bar:
    """Send a guest to the next bar place."""

    guest: Guest


@dataclass(frozen=True, slots=True)
class Swap:
    """Put a guest in the place of a seated joker and take the joker."""

    guest: Guest
    chair: Chair


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw one card."""


@dataclass(frozen=True, slots=True)
class Hide:
    """Lay one card face down."""

    guest: Guest


@dataclass(frozen=True, slots=True)
class Party:
    """Announce that a table will be all ladies or all gentlemen."""

    table: Table
    sex: Sex


@dataclass(frozen=True, slots=True)
class Done:
    """Stop seating."""


@dataclass(frozen=True, slots=True)
class Close:
    """Close the café with an empty hand."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, where nothing can be done."""


Action = Seat | Bar | Swap | Draw | Hide | Party | Done | Close | Pass

DRAW: Final = Draw()
DONE: Final = Done()
CLOSE: Final = Close()
PASS: Final = Pass()
