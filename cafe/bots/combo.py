"""What a hand could score in one turn, estimated on the tallies alone: many times faster than trying it.

It reads the same offers as the market, looks at the best-paid guests first and follows only some of them. The
rules decide what is played; this decides only what is hoped for.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cafe.bots.market import KINDS, chair_offers
from cafe.rules.floorplan import Chair, Mask
from cafe.rules.guests import JOKERS, Guest, Nation
from cafe.rules.state import State
from cafe.rules.tally import OF_NATION, SEX

BEAM: Final = (6, 3, 1)
"""How many guests are followed as the first, second and third of a turn."""

Offer = tuple[int, Guest, Chair]


def best_turn(state: State, hand: Iterable[Guest]) -> int:
    """About the most points that a player with this hand could score in the café as it stands."""
    counts = [0] * KINDS
    for tile in hand:
        counts[tile] += 1
    return _Estimate(state, counts).run()


class _Estimate:
    def __init__(self, state: State, counts: list[int]) -> None:
        edition = state.edition
        self.tables = state.tables
        self.plan = edition.plan
        self.seats = edition.seats_a_turn
        self.counts = counts
        self.offers = chair_offers(edition)
        self.tallies = bytearray(state.tallies)
        self.free, self.occupied = state.free, state.occupied
        low, high = self.plan.chairs_at
        self.company = low[self.occupied & 4095] | high[self.occupied >> 12]
        self.home = _home(state, counts)

    def run(self) -> int:
        """The best of beginning in company and of opening a table with a couple."""
        found = self._found(self.free & self.company & self.home)
        best = self._continue(found, self.free, 0)
        for chair, guest in self._openings():
            best = max(best, self._seat(guest, chair, found, self.free, 0))
        return best

    def _continue(self, found: list[Offer], free: Mask, taken: int) -> int:
        """The most points with the seats of the turn that are left, given what is on offer."""
        if not found:
            return 0
        if taken + 1 == self.seats:
            return max(found)[0]
        found.sort(reverse=True)
        best = 0
        for points, guest, chair in found[: BEAM[taken]]:
            best = max(best, points + self._seat(guest, chair, found, free, taken))
        return best

    def _found(self, chairs: Mask) -> list[Offer]:
        """Every guest of the hand with every one of these chairs."""
        tables, tallies, counts, tables_of = self.tables, self.tallies, self.counts, self.plan.tables_of
        found: list[Offer] = []
        while chairs:
            chair = chairs.bit_length() - 1
            chairs ^= 1 << chair
            key = shift = 0
            for table in tables_of[chair]:
                key |= (tallies[table] | tables[table] << 8) << shift
                shift += 16
            for guest, points in self.offers[chair][key]:
                if counts[guest] or counts[JOKERS + (guest & 1)]:
                    found.append((points, guest, chair))
        return found

    def _seat(self, guest: Guest, chair: Chair, found: list[Offer], free: Mask, taken: int) -> int:
        """The most points after this guest, who is taken back again.

        What is on offer changes at the chairs beside this one alone.
        """
        counts, tallies = self.counts, self.tallies
        sex = guest & 1
        tile = guest if counts[guest] else JOKERS + sex
        touched = self.plan.tables_of[chair]
        beside = self.plan.beside[chair]
        added = [SEX[sex] + (OF_NATION if self.tables[t] == guest >> 1 else 0) for t in touched]
        counts[tile] -= 1
        for table, more in zip(touched, added, strict=True):
            tallies[table] += more
        left = free & ~(1 << chair)
        same = beside | 1 << chair
        offers = self._found(left & beside & self.home)
        offers += [
            offer
            for offer in found
            if not same >> offer[2] & 1 and (counts[offer[1]] or counts[JOKERS + (offer[1] & 1)])
        ]
        best = self._continue(offers, left, taken + 1)
        for table, more in zip(touched, added, strict=True):
            tallies[table] -= more
        counts[tile] += 1
        return best

    def _openings(self) -> Iterable[tuple[Chair, Guest]]:
        """A gentleman to begin with at an empty table of each nation of which the hand holds a couple."""
        counts = self.counts
        nations: set[Nation] = {
            kind >> 1 for kind in range(0, JOKERS, 2) if counts[kind] and counts[kind + 1]
        }
        for table, nation in enumerate(self.tables) if nations else ():
            if nation in nations and not self.tallies[table]:
                nations.discard(nation)
                alone = self.plan.chair_mask[table] & ~self.company
                if alone:
                    yield alone.bit_length() - 1, 2 * nation


def _home(state: State, counts: list[int]) -> Mask:
    """The chairs at tables of the hand's nations; every chair for a joker."""
    if counts[JOKERS] or counts[JOKERS + 1]:
        return state.free
    found = 0
    for kind in range(JOKERS):
        if counts[kind]:
            found |= state.home[kind >> 1]
    return found
