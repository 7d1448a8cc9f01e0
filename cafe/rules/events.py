"""What happened, in the order in which a screen would show it (PROTOCOL, Events)."""

from __future__ import annotations

from cafe.rules.floorplan import Chair, Table
from cafe.rules.guests import Guest, Nation
from cafe.rules.value import value


@value
class TablePoints:
    """What one table scored for the guest who has just sat down."""

    table: Table
    guests: int
    one_nation: bool
    points: int


@value
class _ByPlayer:
    player: int


@value
class _WithGuest:
    player: int
    guest: Guest


@value
class Seated:
    """A guest took a chair; a party's own table is left out of the points."""

    player: int
    guest: Guest
    chair: Chair
    nation: Nation | None
    points: tuple[TablePoints, ...]


@value
class Partied:
    """A party is complete."""

    player: int
    table: Table
    points: int


@value
class Barred:
    """A guest took a place at the bar; points gained, or actually paid."""

    player: int
    guest: Guest
    place: int
    points: int


class Left(_WithGuest):
    """A guest left the game because the bar could not be paid."""

    __slots__ = ()


@value
class Swapped:
    """A guest took a joker's chair and the joker went into the hand."""

    player: int
    guest: Guest
    chair: Chair
    joker: Guest


class Drawn(_WithGuest):
    """A tile came into the hand; BLANK for anybody who may not see it."""

    __slots__ = ()


class Hidden(_WithGuest):
    """A card was laid face down; BLANK for anybody who may not see it."""

    __slots__ = ()


@value
class Cleared:
    """Full tables left the café with the guests around them."""

    tables: tuple[Table, ...]
    chairs: tuple[Chair, ...]


@value
class Dealt:
    """A new table card was laid out."""

    table: Table
    nation: Nation


class Passed(_ByPlayer):
    """A player could do nothing."""

    __slots__ = ()


class Closed(_ByPlayer):
    """A player closed the café."""

    __slots__ = ()


class Out(_ByPlayer):
    """A player could not pay and is out."""

    __slots__ = ()


class Turn(_ByPlayer):
    """The next player's turn begins."""

    __slots__ = ()


@value
class Over:
    """The game ended: why, and everybody's final result."""

    reason: str
    penalties: tuple[int, ...]
    final: tuple[int, ...]
    winners: tuple[int, ...]
    ranks: tuple[int, ...]


Event = (
    Seated
    | Partied
    | Barred
    | Left
    | Swapped
    | Drawn
    | Hidden
    | Cleared
    | Dealt
    | Passed
    | Closed
    | Out
    | Turn
    | Over
)
