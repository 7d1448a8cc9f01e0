"""What follows from tables and seats: tallies, free and closed chairs, jokers; worked out from scratch."""

from __future__ import annotations

from cafe.rules.guests import FREE, JOKERS, guest_of, nation_of
from cafe.rules.state import Draft
from cafe.rules.tally import CLOSED_TO, OF_NATION, SEX


def derive(draft: Draft) -> None:
    """Work out from scratch everything that follows from tables and seats, except `open_to`."""
    plan = draft.edition.plan
    tallies = bytearray(len(draft.tables))
    free = 0
    jokers = [0, 0]
    for chair, occupant in enumerate(draft.seated):
        if occupant == FREE:
            free |= 1 << chair
            continue
        if guest_of(occupant) >= JOKERS:
            jokers[occupant & 1] |= 1 << chair
        nation = nation_of(occupant)
        for table in plan.tables_of[chair]:
            own = nation is None or nation == draft.tables[table]
            tallies[table] += SEX[occupant & 1] + (OF_NATION if own else 0)
    draft.home = plan.home if plan.nations else plan.home_of(tuple(draft.tables))
    draft.tallies = bytes(tallies)
    draft.free = free
    men, women = (
        sum(1 << table for table, tally in enumerate(tallies) if closed[tally]) for closed in CLOSED_TO
    )
    draft.closed_to = (men, women)
    draft.occupied = sum(1 << table for table, tally in enumerate(tallies) if tally)
    draft.jokers = (jokers[0], jokers[1])
