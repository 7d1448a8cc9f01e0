"""From names to numbers and back: the one border between what people write and what the rules compute."""

from __future__ import annotations

from cafe.rules.actions import (
    CLOSE,
    DONE,
    DRAW,
    PASS,
    Action,
    Bar,
    Close,
    Done,
    Draw,
    Hide,
    Party,
    Pass,
    Seat,
    Swap,
)
from cafe.rules.errors import quoted
from cafe.rules.floorplan import FloorPlan
from cafe.rules.guests import GUEST_INDEX, GUESTS, NATION_INDEX, NATIONS, SEXES, UNKNOWN

PLAYERS = "ABCDE"
"""Players by letter, as the printed sheets call them."""

_WORDS: dict[str, Action] = {"draw": DRAW, "done": DONE, "close": CLOSE, "pass": PASS}


def action_text(plan: FloorPlan, action: Action) -> str:
    """An action in the notation: `DEm@d3`, `JKm=ES@d3`, `DEm@bar`, `ESm*d3`, `ITf@down`, `party@b2=f`."""
    match action:
        case Seat(guest, chair, nation):
            name = GUESTS[guest] if nation is None else f"{GUESTS[guest]}={NATIONS[nation]}"
            return f"{name}@{plan.chairs[chair]}"
        case Bar(guest):
            return f"{GUESTS[guest]}@bar"
        case Swap(guest, chair):
            return f"{GUESTS[guest]}*{plan.chairs[chair]}"
        case Hide(guest):
            return f"{GUESTS[guest]}@down"
        case Party(table, sex):
            return f"party@{plan.tables[table]}={SEXES[sex]}"
        case Draw():
            return "draw"
        case Done():
            return "done"
        case Close():
            return "close"
        case Pass():
            return "pass"


def action_from_text(plan: FloorPlan, text: str) -> Action:
    """The action that a text in the notation means; ValueError says what was expected.

    A name that is well formed but no guest or cell of this plan becomes UNKNOWN, for the rules to refuse.
    """
    if text in _WORDS:
        return _WORDS[text]
    tile, swap, cell = text.partition("*")
    if swap:
        return Swap(GUEST_INDEX.get(tile, UNKNOWN), plan.chair_index.get(cell, UNKNOWN), plan)
    tile, at, cell = text.partition("@")
    if not at or not tile or not cell:
        raise ValueError(
            "expected an action such as DEm@d3, JKm=ES@d3, DEm@bar, ESm*d3, ITf@down, party@b2=f, draw, "
            f"done, close or pass; got {quoted(text)}"
        )
    if tile == "party":
        table, _, sex = cell.partition("=")
        if sex not in SEXES:
            raise ValueError(f"expected a party of m or f, such as party@b2=f; got {quoted(text)}")
        return Party(plan.table_index.get(table, UNKNOWN), SEXES.index(sex), plan)
    name, named, nation = tile.partition("=")
    guest = GUEST_INDEX.get(name, UNKNOWN)
    if cell == "bar":
        return Bar(guest)
    if cell == "down":
        return Hide(guest)
    stands_for = NATION_INDEX.get(nation, UNKNOWN) if named else None
    return Seat(guest, plan.chair_index.get(cell, UNKNOWN), stands_for, plan)
