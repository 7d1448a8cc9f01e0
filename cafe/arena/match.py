"""What is played: contestants, rules, budget, and the list of games with mirrored seats and repeated bags."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import msgspec

from cafe.arena.contestant import Contestant
from cafe.rules.edition import Edition, edition
from cafe.rules.setup import check_players


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of an arena; two matches with equal settings play the same games."""

    contestants: tuple[Contestant, ...]
    edition: str = "board"
    variants: tuple[str, ...] = ()
    players: int = 2
    seed: int = 1
    ms: float = 100
    """Thinking time per turn, for contestants without their own."""
    nodes: int | None = None
    """Nodes for each action, instead of time."""
    clock: str = "wall"
    """`wall`, or `cpu`: processor time, which other work on the machine does not affect."""
    together: bool = False
    """All contestants in one game, rather than in pairs."""

    def rules(self) -> Edition:
        """The edition with its variants."""
        return edition(self.edition, self.variants)

    def ms_of(self, who: int) -> float:
        """The thinking time of a contestant for a turn."""
        return self.contestants[who].ms or self.ms

    def check(self) -> None:
        """Raises ValueError or SetupError if settings are impossible, and says which."""
        check_players(self.rules(), self.players)
        for contestant in self.contestants:
            contestant.check()
        if len(self.contestants) < 2:
            raise ValueError(f"expected two or more contestants; got {len(self.contestants)}")
        if self.together and len(self.contestants) != self.players:
            raise ValueError(f"expected {self.players} contestants in one game; got {len(self.contestants)}")
        if self.clock not in ("wall", "cpu"):
            raise ValueError(f"expected the clock wall or cpu; got {self.clock!r}")


class Game(msgspec.Struct, frozen=True):
    """One game of a match: which bag, and who sits where (indices of contestants)."""

    bag: int
    seats: tuple[int, ...]

    def key(self) -> str:
        """A name that no other game of the match has."""
        return f"{self.bag}:{','.join(map(str, self.seats))}"


def seatings(match: Match) -> list[tuple[int, ...]]:
    """Every seating of the contestants for one bag, in every rotation."""
    names = range(len(match.contestants))
    if match.together:
        tables = [tuple(names)]
    else:
        tables = [table for pair in combinations(names, 2) for table in _tables(pair, match.players)]
    found = dict.fromkeys(_rotated(table, by) for table in tables for by in range(match.players))
    return list(found)


def _tables(pair: tuple[int, int], players: int) -> list[tuple[int, ...]]:
    """Two contestants taking turns around a table; with an odd number, each has the extra seat once."""
    one, other = pair
    table = tuple(one if seat % 2 == 0 else other for seat in range(players))
    swapped = tuple(other if who == one else one for who in table)
    return [table, swapped]


def _rotated(table: tuple[int, ...], by: int) -> tuple[int, ...]:
    return table[by:] + table[:by]


def games(match: Match, bags: int) -> Iterator[Game]:
    """All games, bag by bag."""
    ways = seatings(match)
    for bag in range(bags):
        for seats in ways:
            yield Game(bag, seats)
