"""What a player can do, one decision at a time (RULES 7)."""

from __future__ import annotations

from typing import Final

from cafe.rules.floorplan import Chair, Table
from cafe.rules.guests import Guest, Nation, Sex
from cafe.rules.value import value


@value
class _Plain:
    pass


@value
class _OfGuest:
    guest: Guest


@value
class Seat:
    """Seat a guest on a chair; a joker may have to say for which nation it stands."""

    guest: Guest
    chair: Chair
    nation: Nation | None = None


class Bar(_OfGuest):
    """Send a guest to the next bar place."""

    __slots__ = ()


@value
class Swap:
    """Put a guest in the place of a seated joker and take the joker."""

    guest: Guest
    chair: Chair


class Draw(_Plain):
    """Draw one card."""

    __slots__ = ()


class Hide(_OfGuest):
    """Lay one card face down."""

    __slots__ = ()


@value
class Party:
    """Announce that a table will be all ladies or all gentlemen."""

    table: Table
    sex: Sex


class Done(_Plain):
    """Stop seating."""

    __slots__ = ()


class Close(_Plain):
    """Close the café with an empty hand."""

    __slots__ = ()


class Pass(_Plain):
    """Do nothing, where nothing can be done."""

    __slots__ = ()


Action = Seat | Bar | Swap | Draw | Hide | Party | Done | Close | Pass

DRAW: Final = Draw()
DONE: Final = Done()
CLOSE: Final = Close()
PASS: Final = Pass()
