"""What changed between two states, as a viewer sees it, found without making both whole forms."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import Any

from cafe.protocol.convert import hands_form, occupant_form, over_form, turn_form
from cafe.protocol.messages import ChangesForm
from cafe.rules.guests import FREE, GUESTS, NATIONS, NO_NATION
from cafe.rules.state import State


def view_changes(old: State, new: State, seat: int | None) -> ChangesForm:
    """The fields of a seat's view, or a spectator's, that changed."""
    found: dict[str, Any] = {}
    plan = new.edition.plan
    if new.tables != old.tables:
        found["tables"] = {
            plan.tables[table]: None if new.tables[table] == NO_NATION else NATIONS[new.tables[table]]
            for table in places(old.tables, new.tables)
        }
    if new.seated != old.seated:
        found["seated"] = {
            plan.chairs[chair]: None if new.seated[chair] == FREE else occupant_form(new.seated[chair])
            for chair in places(old.seated, new.seated)
        }
    turned_open = (new.over is None) != (old.over is None)
    for name in ("hands", "hidden"):
        before, after = getattr(old, name), getattr(new, name)
        if before != after or turned_open:
            hands = hands_form(new, after, seat)
            seen = new.edition.open_hands and before != after
            if seen or hands != hands_form(old, before, seat):
                found[name] = hands
    if len(new.bag) != len(old.bag):
        found["bag"] = len(new.bag)
    if len(new.pile) != len(old.pile):
        found["table_pile"] = len(new.pile)
    if new.bar != old.bar:
        found["bar"] = [GUESTS[guest] for guest in new.bar]
    if new.removed != old.removed:
        found["removed"] = [GUESTS[guest] for guest in new.removed]
    if new.scores != old.scores:
        found["scores"] = list(new.scores)
    if new.one_nation_tables != old.one_nation_tables:
        found["one_nation_tables"] = list(new.one_nation_tables)
    if new.out != old.out:
        found["out"] = list(new.out)
    if _turn(new) != _turn(old):
        found["turn"] = turn_form(new)
    if new.over != old.over:
        found["over"] = over_form(new)
    return ChangesForm(**found)


def places(old: bytes, new: bytes) -> Iterator[int]:
    """Where two strings of the same length differ; the loop runs only as often as they do."""
    left = int.from_bytes(old, "little") ^ int.from_bytes(new, "little")
    while left:
        place = (left & -left).bit_length() - 1 >> 3
        yield place
        left &= ~(0xFF << 8 * place)


_turn = attrgetter("player", "taken", "owes", "party", "may_close", "passes")
