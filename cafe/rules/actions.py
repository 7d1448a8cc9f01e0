"""What a player can do, one decision at a time (RULES 7).

Actions are printed as people write them, `Seat(ESm, c2)`. Chairs and tables are numbers of a floor plan, so
an action that came from the rules remembers its plan; one made by hand from numbers shows the numbers.
"""

from __future__ import annotations

from typing import Final

from cafe.rules.floorplan import Chair, FloorPlan, Table
from cafe.rules.guests import GUESTS, NATIONS, SEXES, Guest, Nation, Sex
from cafe.rules.value import value


def _named(names: tuple[str, ...], index: int) -> str:
    return names[index] if 0 <= index < len(names) else str(index)


def _chair(plan: FloorPlan | None, chair: Chair) -> str:
    return f"chair {chair}" if plan is None else _named(plan.chairs, chair)


@value
class _Plain:
    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


@value
class _OfGuest:
    guest: Guest

    def __repr__(self) -> str:
        return f"{type(self).__name__}({_named(GUESTS, self.guest)})"


@value
class Seat:
    """Seat a guest on a chair; a joker may have to say which nation it stands for."""

    guest: Guest
    chair: Chair
    nation: Nation | None = None
    _plan: FloorPlan | None = None

    def __repr__(self) -> str:
        stands_for = "" if self.nation is None else f", {_named(NATIONS, self.nation)}"
        return f"Seat({_named(GUESTS, self.guest)}, {_chair(self._plan, self.chair)}{stands_for})"


class Bar(_OfGuest):
    """Send a guest to the next bar place."""

    __slots__ = ()


@value
class Swap:
    """Put a guest in a seated joker's place and take the joker."""

    guest: Guest
    chair: Chair
    _plan: FloorPlan | None = None

    def __repr__(self) -> str:
        return f"Swap({_named(GUESTS, self.guest)}, {_chair(self._plan, self.chair)})"


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
    _plan: FloorPlan | None = None

    def __repr__(self) -> str:
        table = f"table {self.table}" if self._plan is None else _named(self._plan.tables, self.table)
        return f"Party({table}, {_named(SEXES, self.sex)})"


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
