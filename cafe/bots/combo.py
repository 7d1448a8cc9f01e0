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

    def run(self) -> int:
        """The best of beginning in company and of opening a table with a couple."""
        best = self._continue(self.free, self.occupied, 0)
        for chair, guest in self._openings():
            best = max(best, self._seat(guest, chair, self.free, self.occupied, 0))
        return best

    def _continue(self, free: Mask, occupied: Mask, taken: int) -> int:
        """The most points with the seats of the turn that are left."""
        found = self._found(free, occupied)
        if not found:
            return 0
        found.sort(reverse=True)
        if taken + 1 == self.seats:
            return found[0][0]
        best = 0
        for points, guest, chair in found[: BEAM[taken]]:
            best = max(best, points + self._seat(guest, chair, free, occupied, taken))
        return best

    def _found(self, free: Mask, occupied: Mask) -> list[Offer]:
        """Every guest of the hand with every chair in company."""
        low, high = self.plan.chairs_at
        chairs = free & (low[occupied & 4095] | high[occupied >> 12])
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

    def _seat(self, guest: Guest, chair: Chair, free: Mask, occupied: Mask, taken: int) -> int:
        """The most points after this guest, who is taken back again."""
        tile = guest if self.counts[guest] else JOKERS + (guest & 1)
        touched = self.plan.tables_of[chair]
        added = [SEX[guest & 1] + (OF_NATION if self.tables[t] == guest >> 1 else 0) for t in touched]
        self.counts[tile] -= 1
        for table, more in zip(touched, added, strict=True):
            self.tallies[table] += more
            occupied |= 1 << table
        best = self._continue(free & ~(1 << chair), occupied, taken + 1)
        for table, more in zip(touched, added, strict=True):
            self.tallies[table] -= more
        self.counts[tile] += 1
        return best

    def _openings(self) -> Iterable[tuple[Chair, Guest]]:
        """A gentleman to begin with at an empty table of each nation of which the hand holds a couple."""
        counts = self.counts
        nations: set[Nation] = {
            kind >> 1 for kind in range(0, JOKERS, 2) if counts[kind] and counts[kind + 1]
        }
        for table, nation in enumerate(self.tables):
            if nation in nations and not self.tallies[table]:
                nations.discard(nation)
                low, high = self.plan.chairs_at
                company = low[self.occupied & 4095] | high[self.occupied >> 12]
                alone = self.plan.chair_mask[table] & ~company
                if alone:
                    yield alone.bit_length() - 1, 2 * nation
