"""What the vectorised rules know of an edition: its switches and its floor plan as masks and shifts."""

from __future__ import annotations

from functools import cache, cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cafe.encoding import ActionCode, Layout, action_code, layout, sides_of
from cafe.rules import Edition
from cafe.rules.guests import JOKERS, NATIONS, SEXES
from cafe.rules.setup import TABLE_CARDS, check_players

SIDES = range(4)


class Link(NamedTuple):
    """Tables whose chair on one side stands on a side of another table, so many bits further, too."""

    side: int
    other: int
    up: int
    tables: int


class Rulebook:
    """An edition for a number of players."""

    def __init__(self, edition: Edition, players: int) -> None:
        check_players(edition, players)
        self.edition = edition
        self.players = players
        self.tables = len(edition.plan.tables)
        self.all_tables = (1 << self.tables) - 1
        self.code: ActionCode = action_code(edition)
        self.layout: Layout = layout(edition.name)
        self.kinds = self.layout.kinds
        self.jokers = edition.jokers_a_sex > 0
        self.tiles = len(edition.tiles)
        self.cards = len(TABLE_CARDS) if edition.table_cards else 0
        self.most_drawn = edition.first_hand if edition.refills else 1
        """The most that one action can draw."""

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """Every way from a table over a chair to another table."""
        found: dict[tuple[int, int, int], int] = {}
        for places in sides_of(self.edition.plan).places_of:
            for place in places:
                for other in places:
                    if other != place:
                        key = place.side, other.side, other.table - place.table
                        found[key] = found.get(key, 0) | 1 << place.table
        return tuple(Link(side, other, up, tables) for (side, other, up), tables in sorted(found.items()))

    @cached_property
    def double_links(self) -> tuple[tuple[Link, Link, int], ...]:
        """Pairs of ways to one and the same other table, with the tables that have both."""
        return tuple(
            (one, two, one.tables & two.tables)
            for one in self.links
            for two in self.links
            if one.side < two.side and one.up == two.up and one.tables & two.tables
        )

    @cached_property
    def home(self) -> tuple[int, ...]:
        """The tables of each nation, where they are fixed."""
        nations = self.edition.plan.nations
        return tuple(
            sum(1 << table for table, found in enumerate(nations) if found == nation)
            for nation in range(len(NATIONS))
        )

    @cached_property
    def same_nation(self) -> NDArray[np.uint32]:
        """For each table the tables of its nation, where they are fixed."""
        return np.array([self.home[nation] for nation in self.edition.plan.nations], np.uint32)

    @cached_property
    def second_named(self) -> tuple[int, ...]:
        """By side, tables whose chair there goes by an earlier table of the same nation (fixed nations)."""
        found = [0] * 4
        nations = self.edition.plan.nations
        for link in self.links:
            for table in range(self.tables):
                if link.tables >> table & 1 and link.up < 0 and nations[table + link.up] == nations[table]:
                    found[link.side] |= 1 << table
        return tuple(found)

    @cached_property
    def second(self) -> tuple[int, ...]:
        """By side, tables whose chair there belongs to an earlier table, too."""
        found = [0] * 4
        for link in self.links:
            if link.up < 0:
                found[link.side] |= link.tables
        return tuple(found)

    @cached_property
    def widths(self) -> tuple[int, ...]:
        """How many integers each word of legal actions has, in the order of the integers."""
        kinds = 3 if self.jokers else 1
        parties = (self.tables,) * len(SEXES) if self.edition.parties else ()
        return (*(self.tables,) * (8 * kinds), JOKERS, 2 if self.edition.draws else 1, *parties)

    @cached_property
    def chair_nations(self) -> NDArray[np.uint32]:
        """By table and side, the nations of the chair's tables as bits, where they are fixed."""
        sides, nations = sides_of(self.edition.plan), self.edition.plan.nations
        return np.array(
            [
                [
                    sum(1 << nation for nation in {nations[place.table] for place in sides.places_of[chair]})
                    for chair in chairs
                ]
                for chairs in sides.chair_at
            ],
            np.uint32,
        )


@cache
def rulebook(edition: Edition, players: int) -> Rulebook:
    """The rulebook of an edition for so many players; the same object for the same ones."""
    return Rulebook(edition, players)
