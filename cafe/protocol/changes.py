"""What became different between two states, as a reader sees it; made without their whole forms."""

from __future__ import annotations

from typing import Any

from cafe.protocol.convert import hands_form, occupant_form, over_form, turn_form
from cafe.protocol.messages import ChangesForm
from cafe.rules.guests import FREE, GUESTS, NATIONS, NO_NATION
from cafe.rules.state import State


def view_changes(old: State, new: State, seat: int | None) -> ChangesForm:
    """The fields of the view of a seat, or a spectator, that became different."""
    found: dict[str, Any] = {}
    plan = new.edition.plan
    if new.tables != old.tables:
        found["tables"] = {
            plan.tables[table]: None if nation == NO_NATION else NATIONS[nation]
            for table, (before, nation) in enumerate(zip(old.tables, new.tables, strict=True))
            if before != nation
        }
    if new.seated != old.seated:
        found["seated"] = {
            plan.chairs[chair]: None if occupant == FREE else occupant_form(occupant)
            for chair, (before, occupant) in enumerate(zip(old.seated, new.seated, strict=True))
            if before != occupant
        }
    turned_open = (new.over is None) != (old.over is None)
    for name in ("hands", "hidden"):
        before, after = getattr(old, name), getattr(new, name)
        if before != after or turned_open:
            hands = hands_form(new, after, seat)
            if hands != hands_form(old, before, seat):
                found[name] = hands
    for name, tiles in (("bag", "bag"), ("table_pile", "pile")):
        count = len(getattr(new, tiles))
        if count != len(getattr(old, tiles)):
            found[name] = count
    for name in ("bar", "removed"):
        guests = getattr(new, name)
        if guests != getattr(old, name):
            found[name] = [GUESTS[guest] for guest in guests]
    for name in ("scores", "one_nation_tables", "out"):
        numbers = getattr(new, name)
        if numbers != getattr(old, name):
            found[name] = list(numbers)
    turn = turn_form(new)
    if turn != turn_form(old):
        found["turn"] = turn
    if new.over != old.over:
        found["over"] = over_form(new)
    return ChangesForm(**found)
