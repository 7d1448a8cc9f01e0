"""The four sides of each table: which chair stands there, and which other tables it touches.

A chair is named by any of its tables and the side of it, so whatever belongs to a chair can be laid out by
table; a network and the vectorised rules read it that way.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from cafe.rules.floorplan import Chair, FloorPlan, Table, cell_place

Side = int

SIDES: Final = ("north", "east", "south", "west")
_STEPS: Final = ((-1, 0), (0, 1), (1, 0), (0, -1))


class Place(NamedTuple):
    """A chair as one of its tables has it."""

    table: Table
    side: Side


class Sides(NamedTuple):
    """The chairs of a floor plan by table and side."""

    chair_at: tuple[tuple[Chair, ...], ...]
    """For each table the chairs on its four sides."""
    places_of: tuple[tuple[Place, ...], ...]
    """For each chair the places it is at, lowest table first."""


@cache
def sides_of(plan: FloorPlan) -> Sides:
    """The sides of a floor plan's tables."""
    chair_at = []
    for name in plan.tables:
        row, column = cell_place(name)
        cells = ((row + down, column + right) for down, right in _STEPS)
        by_cell = {cell_place(chair): index for index, chair in enumerate(plan.chairs)}
        chair_at.append(tuple(by_cell[cell] for cell in cells))
    places = tuple(
        tuple(Place(table, chair_at[table].index(chair)) for table in tables)
        for chair, tables in enumerate(plan.tables_of)
    )
    return Sides(tuple(chair_at), places)
