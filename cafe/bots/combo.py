"""What a hand could score in one turn, estimated from the tallies alone: many times faster than trying it.

It reads the offers of `cafe.bots.offers`, considers the guests who score most first and follows only some of
them. The rules decide what may be played; this only estimates what could be scored.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cafe.bots.offers import KINDS, Cafe, Offer, cafe_of, chair_offers
from cafe.rules.floorplan import Chair, Mask
from cafe.rules.guests import JOKERS, Guest, Nation
from cafe.rules.state import Hand, State
from cafe.rules.tally import OF_NATION, SEX

BEAM: Final = (6, 3)
"""How many guests are tried as the first of a turn and after it; for the last one only the best counts."""


def best_turn(state: State, hand: Hand) -> int:
    """Roughly the most points that a player with this hand could score in the café as it is."""
    cafe = cafe_of(state)
    known = cafe.turns.get(hand)
    if known is None:
        counts = [0] * KINDS
        for tile in hand:
            counts[tile] += 1
        known = cafe.turns[hand] = _Estimate(state, cafe, counts).run()
    return known


class _Estimate:
    __slots__ = ("at", "cafe", "counts", "free", "plan", "seats", "tables", "tallies")

    def __init__(self, state: State, cafe: Cafe, counts: list[int]) -> None:
        edition = state.edition
        self.cafe = cafe
        self.tables = state.tables
        self.plan = edition.plan
        self.seats = edition.seats_a_turn
        self.counts = counts
        self.at = chair_offers(edition)
        self.tallies = bytearray(state.tallies)
        self.free = state.free

    def run(self) -> int:
        """The better of starting in company and opening a table with a couple."""
        offers, counts = self.cafe.offers, self.counts
        found: list[Offer] = []
        for kind, count in enumerate(counts):
            if count and kind < JOKERS:
                found += offers[kind]
            elif count:
                for other in range(kind & 1, JOKERS, 2):
                    found += offers[other]
        found.sort(reverse=True)
        best = self._continue(found, self.free, 0)
        for chair, guest in self._openings():
            best = max(best, self._seat(guest, chair, found, self.free, 0))
        return best

    def _continue(self, found: list[Offer], free: Mask, taken: int) -> int:
        """The most points with the remaining seats of the turn, given the offers, best first."""
        best = 0
        for offer in found[: BEAM[min(taken, 1)]]:
            best = max(best, offer[0] + self._seat(offer[1], offer[2], found, free, taken))
        return best

    def _seat(self, guest: Guest, chair: Chair, found: list[Offer], free: Mask, taken: int) -> int:
        """The most points after seating this guest, who is then removed again.

        Offers change only at the chairs beside this one.
        """
        counts, tallies, tables = self.counts, self.tallies, self.tables
        sex = guest & 1
        tile = guest if counts[guest] else JOKERS + sex
        touched = self.plan.tables_of[chair]
        beside = self.plan.beside[chair]
        before = [tallies[table] for table in touched]
        counts[tile] -= 1
        for table in touched:
            tallies[table] += SEX[sex] + (OF_NATION if tables[table] == guest >> 1 else 0)
        left = free & ~(1 << chair)
        same = beside | 1 << chair
        changed = self._found(left & beside)
        if taken + 2 == self.seats:
            best = max(changed)[0] if changed else 0
            for points, other, place in found:
                if points <= best:
                    break
                if not same >> place & 1 and (counts[other] or counts[JOKERS + (other & 1)]):
                    best = points
        else:
            changed += [
                offer
                for offer in found
                if not same >> offer[2] & 1 and (counts[offer[1]] or counts[JOKERS + (offer[1] & 1)])
            ]
            changed.sort(reverse=True)
            best = self._continue(changed, left, taken + 1)
        for table, tally in zip(touched, before, strict=True):
            tallies[table] = tally
        counts[tile] += 1
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
            for guest, points in self.at[chair][key]:
                if counts[guest] or counts[JOKERS + (guest & 1)]:
                    found.append((points, guest, chair))
        return found

    def _openings(self) -> Iterable[tuple[Chair, Guest]]:
        """A gentleman to begin with at an empty table of each nation of which the hand holds a couple."""
        counts = self.counts
        nations: set[Nation] = {
            kind >> 1 for kind in range(0, JOKERS, 2) if counts[kind] and counts[kind + 1]
        }
        for table, nation in enumerate(self.tables) if nations else ():
            if nation in nations and not self.tallies[table]:
                nations.discard(nation)
                alone = self.plan.chair_mask[table] & ~self.cafe.company
                if alone:
                    yield alone.bit_length() - 1, 2 * nation
