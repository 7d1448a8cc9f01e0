"""What the chairs of a café offer: what each kind of guest would score now at the best, without trying it.

This is an estimate for the evaluation, read from the rules' own price lists and masks; only the rules decide
what is legal.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from typing import Final, NamedTuple

from cafe.rules.edition import Edition
from cafe.rules.floorplan import Mask
from cafe.rules.guests import BLANK, FREE, JOKERS, NATIONS, guest_of
from cafe.rules.state import Hand, State
from cafe.rules.tally import CLOSED_TO, OF_NATION, SEX

KINDS: Final = JOKERS + 2
CAFES: Final = 512
"""Cafés that are remembered: with four times as many, only one more in a thousand was found again."""

Offers = tuple[tuple[int, int], ...]
"""Guest and points, for everybody who may take a chair."""
Offer = tuple[int, int, int]
"""Points, guest, chair."""


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


class Cafe(NamedTuple):
    """What depends on the seated guests alone: who could sit where in company, and for how many points."""

    offers: list[list[Offer]]
    """By kind of guest; none for jokers, who may take the offers of all of their sex."""
    best: list[int]
    """The best points by kind; 0 where there is no scoring chair."""
    ladder: list[tuple[int, list[int]]]
    """The kinds of guests who find a scoring chair by their best points, the most points first."""
    pairs: frozenset[int]
    """Nations with a table where nobody sits: a couple can open it."""
    company: Mask
    """Chairs, taken or free, at tables where somebody sits."""
    turns: dict[Hand, int]
    """What the hands encountered so far could score here in one turn."""


@lru_cache(maxsize=CAFES)
def _cafe(edition: Edition, tables: bytes, tallies: bytes, free: Mask, occupied: Mask) -> Cafe:
    plan = edition.plan
    low, high = plan.chairs_at
    company = low[occupied & 4095] | high[occupied >> 12]
    chairs = free & company
    at, tables_of = chair_offers(edition), plan.tables_of
    offers: list[list[Offer]] = [[] for _ in range(KINDS)]
    best = [0] * KINDS
    while chairs:
        chair = chairs.bit_length() - 1
        chairs ^= 1 << chair
        key = shift = 0
        for table in tables_of[chair]:
            key |= (tallies[table] | tables[table] << 8) << shift
            shift += 16
        for kind, points in at[chair][key]:
            offers[kind].append((points, kind, chair))
            if points > best[kind]:
                best[kind] = points
    if edition.jokers_a_sex:
        for sex in (0, 1):
            best[JOKERS + sex] = max(best[sex:JOKERS:2])
    pairs = frozenset([nation for nation, tally in zip(tables, tallies, strict=True) if not tally])
    steps: dict[int, list[int]] = {}
    for kind, points in enumerate(best):
        if points:
            steps.setdefault(points, []).append(kind)
    return Cafe(offers, best, sorted(steps.items(), reverse=True), pairs, company, {})


def cafe_of(state: State) -> Cafe:
    """The offers of a café; kept for a while, because looking ahead encounters the same cafés again."""
    return _cafe(state.edition, state.tables, state.tallies, state.free, state.occupied)


def forget_cafes() -> None:
    """Forget the cafés encountered so far."""
    _cafe.cache_clear()


class CafeWithUnseen(NamedTuple):
    """A café and what may still come to it."""

    cafe: Cafe
    unseen: list[int]
    total_unseen: int


def cafe_with_unseen(state: State, unseen: list[int]) -> CafeWithUnseen:
    """A café and what may still come to it; `unseen` are the tiles that are not on the table, by kind."""
    return CafeWithUnseen(cafe_of(state), unseen, max(1, sum(unseen)))


def unseen_tiles(state: State) -> list[int]:
    """How many tiles of each kind are in the bag or in a hand that is not open."""
    unseen = [*state.edition.copies_of]
    for occupant, count in Counter(state.seated).items():
        if occupant != FREE:
            unseen[guest_of(occupant)] -= count
    for tiles in (state.bar, state.removed, *state.hands, *state.hidden):
        for tile in tiles:
            if tile != BLANK:
                unseen[tile] -= 1
    return unseen


class Prospect(NamedTuple):
    """What a hand promises in this café."""

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


def prospect(state: State, found: CafeWithUnseen, hand: Hand) -> Prospect:
    """What this hand promises; blank tiles count as the average of all unseen ones."""
    best, home, free = found.cafe.best, state.home, state.free
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
            if tile >> 1 in found.cafe.pairs:
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
    """How likely it is that no tile, and that only one, finds a chair when this many blanks are drawn."""
    misses = (1 - fits) ** blanks
    one_of_them = blanks * fits * (1 - fits) ** (blanks - 1)
    return none * misses, one * misses + none * one_of_them


def _expected(found: CafeWithUnseen, blanks: int) -> tuple[float, float, float]:
    """Of this many unseen tiles: the expected best, the average, and the share that finds a chair."""
    total, unseen = found.total_unseen, found.unseen
    top, value, below, above = 0.0, 0, total, 1.0
    for points, kinds in found.cafe.ladder:
        count = 0
        for kind in kinds:
            count += unseen[kind]
        if count:
            below -= count
            value += points * count
            under = (below / total) ** blanks
            top += points * (above - under)
            above = under
    return top, value / total, 1 - below / total
