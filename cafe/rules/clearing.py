"""Clearing a full table in the card game: its guests leave, and a new table is dealt (RULES 5)."""

from __future__ import annotations

from cafe.rules.derived import derive
from cafe.rules.events import Cleared, Dealt, Event
from cafe.rules.guests import FREE, NO_NATION, guest_of
from cafe.rules.state import Draft
from cafe.rules.tally import SITTING


def clear(draft: Draft, events: list[Event]) -> None:
    """Full tables and the guests around them leave; new tables are dealt, or none if too few are left."""
    full = tuple(table for table, tally in enumerate(draft.tallies) if SITTING[tally] == 4)
    if not full:
        return
    plan, pile = draft.edition.plan, draft.pile
    chairs = tuple(chair for chair, tables in enumerate(plan.tables_of) if any(t in full for t in tables))
    seated, tables = bytearray(draft.seated), bytearray(draft.tables)
    removed = bytes(sorted((*draft.removed, *(guest_of(seated[chair]) for chair in chairs))))
    for chair in chairs:
        seated[chair] = FREE
    for table in full:
        tables[table] = NO_NATION
    events.append(Cleared(full, chairs))
    if len(pile) >= len(full):
        for table, nation in zip(full, pile, strict=False):
            tables[table] = nation
            events.append(Dealt(table, nation))
        pile = pile[len(full) :]
    draft.seated = bytes(seated)
    draft.tables = bytes(tables)
    draft.removed = removed
    draft.pile = pile
    derive(draft)
