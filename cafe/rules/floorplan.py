"""Floor plans: where tables and chairs stand, and the bit masks that the seating rules read (RULES 1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from cafe.rules.guests import NATION_INDEX, Nation

Chair = int
Table = int
Mask = int

LARGE: Final = 8
"""A plan with more columns or rows than this is large."""


def cell_name(column: int, row: int) -> str:
    """The chess-like name of a cell counted from 0, 0 at the top left."""
    return f"{chr(ord('a') + column)}{row + 1}"


def cell_place(name: str) -> tuple[int, int]:
    """Row and column, from 0, of a cell name: sorting by it is reading order."""
    return int(name[1:]) - 1, ord(name[0]) - ord("a")


def members(mask: Mask) -> Iterator[int]:
    """The members of a mask, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


class _Neighbours(dict[Mask, Mask]):
    """For a set of chairs: all chairs that share a table with another in the set. Filled on demand."""

    def __init__(self, beside: tuple[Mask, ...]) -> None:
        super().__init__()
        self._beside = beside

    def __missing__(self, chairs: Mask) -> Mask:
        found = 0
        for chair in members(chairs):
            found |= self._beside[chair]
        self[chairs] = found
        return found


class FloorPlan:
    """Tables, chairs and the bar on a grid; chairs and tables are indices in reading order."""

    def __init__(
        self,
        columns: int,
        rows: int,
        tables: tuple[str, ...],
        bar: tuple[str, ...],
        nations: tuple[Nation, ...],
    ) -> None:
        self.columns: Final = columns
        self.rows: Final = rows
        self.tables: Final = tables
        self.bar: Final = bar
        self.nations: Final = nations
        """The nation of each table; empty where table cards are dealt."""

    @property
    def is_large(self) -> bool:
        """Whether there are so many cells that a screen has to draw each of them small."""
        return max(self.columns, self.rows) > LARGE

    @cached_property
    def chairs(self) -> tuple[str, ...]:
        """Names of all chairs: the cells beside tables, in reading order."""
        found = set()
        for name in self.tables:
            row, column = cell_place(name)
            found |= {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
        return tuple(cell_name(column, row) for row, column in sorted(found))

    @cached_property
    def chair_index(self) -> dict[str, Chair]:
        """Chair by name."""
        return {name: index for index, name in enumerate(self.chairs)}

    @cached_property
    def table_index(self) -> dict[str, Table]:
        """Table by name."""
        return {name: index for index, name in enumerate(self.tables)}

    @cached_property
    def tables_of(self) -> tuple[tuple[Table, ...], ...]:
        """The tables that each chair touches."""
        places = [cell_place(name) for name in self.tables]

        def touched(name: str) -> tuple[Table, ...]:
            row, column = cell_place(name)
            return tuple(table for table, (r, c) in enumerate(places) if abs(row - r) + abs(column - c) == 1)

        return tuple(touched(name) for name in self.chairs)

    @cached_property
    def chairs_of(self) -> tuple[tuple[Chair, ...], ...]:
        """The four chairs of each table."""
        return tuple(
            tuple(chair for chair, touched in enumerate(self.tables_of) if table in touched)
            for table in range(len(self.tables))
        )

    @cached_property
    def chair_mask(self) -> tuple[Mask, ...]:
        """The chairs of each table as a mask."""
        return tuple(sum(1 << chair for chair in chairs) for chairs in self.chairs_of)

    @cached_property
    def all_chairs(self) -> Mask:
        """Every chair."""
        return (1 << len(self.chairs)) - 1

    @cached_property
    def beside(self) -> tuple[Mask, ...]:
        """For each chair: the other chairs at its tables."""
        return tuple(
            self._union(touched, self.chair_mask) & ~(1 << chair)
            for chair, touched in enumerate(self.tables_of)
        )

    @cached_property
    def neighbours(self) -> dict[Mask, Mask]:
        """For a mask of chairs: all chairs beside one of them."""
        return _Neighbours(self.beside)

    @cached_property
    def chairs_at(self) -> tuple[tuple[Mask, ...], tuple[Mask, ...]]:
        """Chairs at a set of tables, by the lower and the upper twelve bits of the set."""
        halves = []
        for half in (self.chair_mask[:12], self.chair_mask[12:]):
            masks = [0]
            for mask in half:
                masks += [other | mask for other in masks]
            halves.append(tuple(masks))
        return halves[0], halves[1]

    @cached_property
    def home(self) -> tuple[Mask, ...]:
        """The chairs of each nation where tables keep their nations."""
        return self.home_of(self.nations)

    def home_of(self, nations: tuple[Nation, ...]) -> tuple[Mask, ...]:
        """For each nation the chairs at its tables, given the nation of each table."""
        home = [0] * len(NATION_INDEX)
        for table, nation in enumerate(nations):
            if nation < len(home):
                home[nation] |= self.chair_mask[table]
        return tuple(home)

    @staticmethod
    def _union(tables: tuple[Table, ...], masks: tuple[Mask, ...]) -> Mask:
        found = 0
        for table in tables:
            found |= masks[table]
        return found


def _in_reading_order(tables: dict[str, str]) -> dict[str, str]:
    return dict(sorted(tables.items(), key=lambda item: cell_place(item[0])))


_BOARD: Final = _in_reading_order(
    {
        **{"b2": "CF", "d2": "ES", "f2": "CN", "b4": "DE", "d4": "GB", "f4": "FR"},
        **{"m2": "US", "o2": "CU", "m4": "US", "o4": "IT", "m6": "IN", "o6": "RU"},
        **{"b11": "RU", "d11": "CU", "b13": "DE", "d13": "IN", "b15": "TR", "d15": "IT"},
        **{"k13": "ES", "m13": "TR", "o13": "CN", "k15": "FR", "m15": "CF", "o15": "GB"},
    }
)

BOARD: Final = FloorPlan(
    columns=16,
    rows=16,
    tables=tuple(_BOARD),
    bar=(
        *("f6", "g6", "h6", "i6", "j6", "k6", "k7", "k8", "k9", "k10"),
        *("k11", "j11", "i11", "h11", "g11", "f11", "f10", "f9", "f8", "f7"),
    ),
    nations=tuple(NATION_INDEX[nation] for nation in _BOARD.values()),
)
"""The board game's 24 tables and 68 chairs in four blocks around the bar."""

CARD: Final = FloorPlan(columns=5, rows=5, tables=("b2", "d2", "c3", "b4", "d4"), bar=(), nations=())
"""The card game's five tables in an X."""
