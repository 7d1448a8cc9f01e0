"""The whole of a game at one moment, frozen.

Besides what the rules are about (who sits where, hands, bag, scores, the turn so far) a state carries what
follows from it and would be costly to compute again: tallies of the tables and masks of chairs.
`derived.derive` is the one place that computes them from scratch; `turns.apply` keeps them up to date.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any, Final, NoReturn

from cafe.rules.edition import Edition
from cafe.rules.events import Over
from cafe.rules.floorplan import Chair, Mask, Table
from cafe.rules.guests import Guest, Sex

Hand = tuple[Guest, ...]


class Draft:
    """A state under construction, seen by nobody yet; `freeze` turns it into a State.

    Tiles in hands are sorted; `bag` and `pile` are in the order of drawing.
    """

    __slots__ = (  # noqa: RUF023  in the order of the fields below
        "edition",
        "tables",
        "seated",
        "bar",
        "hands",
        "bag",
        "pile",
        "hidden",
        "removed",
        "scores",
        "one_nation_tables",
        "out",
        "player",
        "taken",
        "owes",
        "party",
        "may_close",
        "passes",
        "over",
        "home",
        "tallies",
        "free",
        "closed_to",
        "occupied",
        "jokers",
        "open_to",
    )

    edition: Edition
    tables: bytes
    """The nation of each table; NO_NATION where none lies."""
    seated: bytes
    """The occupant of each chair; FREE where nobody sits."""
    bar: bytes
    hands: tuple[Hand, ...]
    bag: bytes
    pile: bytes
    hidden: tuple[Hand, ...]
    removed: bytes
    scores: tuple[int, ...]
    one_nation_tables: tuple[int, ...]
    out: tuple[int, ...]

    player: int
    """Whose turn it is."""
    taken: tuple[Chair, ...]
    """Chairs taken in this turn, in order."""
    owes: Chair | None
    """The chair of a guest who is owed a partner."""
    party: tuple[Table, Sex] | None
    may_close: bool
    passes: int
    over: Over | None

    home: tuple[Mask, ...]
    """For each nation the chairs at its tables."""
    tallies: bytes
    free: Mask
    closed_to: tuple[Mask, Mask]
    """Tables (not chairs) where no further gentleman, no further lady may sit."""
    occupied: Mask
    """Tables where somebody sits."""
    jokers: tuple[Mask, Mask]
    """Chairs where a gentleman, a lady joker sits."""
    open_to: tuple[Mask, Mask]
    """Chairs that a gentleman, a lady from the mover's hand may take now, but for the nation."""

    def draft(self) -> Draft:
        """A copy to work on."""
        # Written out, because this runs at every step of every game; a loop takes five times as long.
        draft = Draft.__new__(Draft)
        draft.edition = self.edition
        draft.tables = self.tables
        draft.seated = self.seated
        draft.bar = self.bar
        draft.hands = self.hands
        draft.bag = self.bag
        draft.pile = self.pile
        draft.hidden = self.hidden
        draft.removed = self.removed
        draft.scores = self.scores
        draft.one_nation_tables = self.one_nation_tables
        draft.out = self.out
        draft.player = self.player
        draft.taken = self.taken
        draft.owes = self.owes
        draft.party = self.party
        draft.may_close = self.may_close
        draft.passes = self.passes
        draft.over = self.over
        draft.home = self.home
        draft.tallies = self.tallies
        draft.free = self.free
        draft.closed_to = self.closed_to
        draft.occupied = self.occupied
        draft.jokers = self.jokers
        draft.open_to = self.open_to
        return draft

    def freeze(self) -> State:
        """The finished state: the same object, which from now on refuses every change.

        A copy instead, field by field, plays random games at 0.7 times the speed.
        """
        self.__class__ = State  # the layout is the same
        return self  # type: ignore[return-value]

    @property
    def players(self) -> int:
        """How many sit around the game, out or not."""
        return len(self.hands)

    @property
    def hand(self) -> Hand:
        """The hand of the player to move."""
        return self.hands[self.player]


_fields: Final = attrgetter(*Draft.__slots__)


class State(Draft):
    """A game at one moment; equal to another if everything in it is equal."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"cannot assign to {name} of a state")

    def __repr__(self) -> str:
        rules = "+".join((self.edition.name, *self.edition.variants))
        end = "" if self.over is None else f", over by {self.over.reason}"
        return f"State({rules}, player {self.player} to move, scores {list(self.scores)}{end})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and bool(_fields(self) == _fields(other))

    def __hash__(self) -> int:
        return hash(_fields(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return _thaw, (_fields(self),)

    def but(self, **changes: object) -> State:
        """The same state with some fields changed."""
        draft = self.draft()
        for name, value in changes.items():
            setattr(draft, name, value)
        return draft.freeze()


def _thaw(values: tuple[object, ...]) -> State:
    draft = Draft()
    for name, value in zip(Draft.__slots__, values, strict=True):
        setattr(draft, name, value)
    return draft.freeze()
