"""What each kind of guest would score now at the best chair, without trying it: the market of a café.

An estimate for the evaluation, read off the rules' own price lists and masks; legality is asked of the rules
alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from cafe.rules.edition import Edition
from cafe.rules.floorplan import Mask
from cafe.rules.guests import BLANK, FREE, JOKERS, NATIONS, guest_of
from cafe.rules.state import Hand, State
from cafe.rules.tally import CLOSED_TO, OF_NATION, SEX

KINDS: Final = JOKERS + 2
Offers = tuple[tuple[int, int], ...]
"""Guest and points of everybody who may take a chair."""


class ChairOffers(dict[int, Offers]):
    """For one chair, by its tables' nations and tallies: who may sit there and for how many points."""

    def __init__(self, edition: Edition, chair: int) -> None:
        super().__init__()
        self._prices = [edition.prices[table] for table in edition.plan.tables_of[chair]]

    def __missing__(self, key: int) -> Offers:
        tallies, nations = [], []
        for index in range(len(self._prices)):
            tallies.append(key >> 16 * index & 0xFF)
            nations.append(key >> 16 * index + 8 & 0xFF)
        found = []
        for nation in sorted({nation for nation in nations if nation < len(NATIONS)}):
            for sex in (0, 1):
                if not any(CLOSED_TO[sex][tally] for tally in tallies):
                    points = sum(
                        prices[tally + SEX[sex] + (OF_NATION if home == nation else 0)].points
                        for prices, home, tally in zip(self._prices, nations, tallies, strict=True)
                    )
                    found.append((2 * nation + sex, points))
        self[key] = offers = tuple(found)
        return offers


@cache
def chair_offers(edition: Edition) -> tuple[ChairOffers, ...]:
    """The offers of every chair of an edition, kept for the life of the process."""
    return tuple(ChairOffers(edition, chair) for chair in range(len(edition.plan.chairs)))


@dataclass(frozen=True, slots=True)
class Market:
    """Best points by kind of guest (0: no scoring chair), empty tables, and what may come."""

    best: list[int]
    pairs: frozenset[int]
    """Nations with a table where nobody sits: a couple can open it."""
    unseen: list[int]
    total_unseen: int


def market(state: State, unseen: list[int]) -> Market:
    """The market of a café; `unseen` are the tiles that are not on the table, by kind."""
    edition = state.edition
    plan, tallies, tables = edition.plan, state.tallies, state.tables
    low, high = plan.chairs_at
    occupied = state.occupied
    chairs: Mask = state.free & (low[occupied & 4095] | high[occupied >> 12])
    offers, tables_of = chair_offers(edition), plan.tables_of
    best = [0] * KINDS
    while chairs:
        chair = chairs.bit_length() - 1
        chairs ^= 1 << chair
        key = shift = 0
        for table in tables_of[chair]:
            key |= (tallies[table] | tables[table] << 8) << shift
            shift += 16
        for kind, points in offers[chair][key]:
            if points > best[kind]:
                best[kind] = points
    if edition.jokers_a_sex:
        best[JOKERS], best[JOKERS + 1] = max(best[0:JOKERS:2]), max(best[1:JOKERS:2])
    pairs = frozenset([nation for nation, tally in zip(tables, tallies, strict=True) if not tally])
    return Market(best, pairs, unseen, max(1, sum(unseen)))


def unseen_tiles(state: State) -> list[int]:
    """How many tiles of each kind are in the bag or in a hand that is not open."""
    unseen = [4] * JOKERS + [state.edition.jokers_a_sex] * 2
    for occupant in state.seated:
        if occupant != FREE:
            unseen[guest_of(occupant)] -= 1
    for tiles in (state.bar, state.removed, *state.hands, *state.hidden):
        for tile in tiles:
            if tile != BLANK:
                unseen[tile] -= 1
    return unseen


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a hand promises in this market."""

    top: float
    """Points of the best single guest."""
    total: float
    """Points of all guests together, each at its best chair."""
    none: float
    """How likely it is that no guest finds a scoring chair."""
    one: float
    """How likely it is that only one does."""
    dead: float
    """Guests whose nation has no free chair left."""
    couples: float
    """Nations with which an empty table can be opened."""


def prospect(state: State, found: Market, hand: Hand) -> Prospect:
    """What this hand promises; blank tiles count as the average of all unseen ones."""
    best, home, free = found.best, state.home, state.free
    top = total = dead = 0.0
    fitting = blanks = 0
    sexes: dict[int, int] = {}
    for tile in hand:
        if tile == BLANK:
            blanks += 1
            continue
        points = best[tile]
        if points:
            fitting += 1
            total += points
            top = max(top, points)
        if tile < JOKERS:
            if not home[tile >> 1] & free:
                dead += 1
            if tile >> 1 in found.pairs:
                sexes[tile >> 1] = sexes.get(tile >> 1, 0) | 1 << (tile & 1)
    couples = sum(both == 3 for both in sexes.values())
    fitting += 2 * couples
    none, one = float(fitting == 0), float(fitting == 1)
    if blanks:
        drawn, mean, fits = _expected(found, blanks)
        top, total = max(top, drawn), total + blanks * mean
        none, one = _chances(none, one, fits, blanks)
    return Prospect(top, total, none, one, dead, float(couples))


def _chances(none: float, one: float, fits: float, blanks: int) -> tuple[float, float]:
    """How likely no tile, and only one, finds a chair when so many blanks come to the hand."""
    misses = (1 - fits) ** blanks
    one_of_them = blanks * fits * (1 - fits) ** (blanks - 1)
    return none * misses, one * misses + none * one_of_them


def _expected(found: Market, blanks: int) -> tuple[float, float, float]:
    """Of so many unseen tiles: the expected best, the average, and the share that finds a chair."""
    total = found.total_unseen
    by_points: dict[int, int] = {}
    for points, count in zip(found.best, found.unseen, strict=True):
        by_points[points] = by_points.get(points, 0) + count
    top, value, below = 0.0, 0, total
    for points in sorted(by_points, reverse=True):
        count = by_points[points]
        value += points * count
        top += points * ((below / total) ** blanks - ((below - count) / total) ** blanks)
        below -= count
    return top, value / total, 1 - by_points.get(0, 0) / total
