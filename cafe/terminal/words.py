"""Events, results and refusals in words, every point explained."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from cafe.rules.errors import Refusal, Rule
from cafe.rules.events import (
    Barred,
    Cleared,
    Closed,
    Dealt,
    Drawn,
    Event,
    Hidden,
    Left,
    Out,
    Over,
    Partied,
    Passed,
    Seated,
    Swapped,
    TablePoints,
    Turn,
)
from cafe.rules.explain import sentence
from cafe.rules.guests import BLANK, GUESTS, NATIONS, NO_NATION, Guest
from cafe.rules.state import State

REASONS = {
    "chairs": "the last chair is taken",
    "bar": "the last place at the bar is taken",
    "hand": "a hand is empty and there is nothing to draw",
    "bag": "no more guests can be drawn",
    "last": "all players but one are out",
    "stuck": "nobody can do anything",
    "tables": "too few table cards are left",
    "closed": "the café was closed",
}
"""Why a game ended."""


@dataclass(frozen=True)
class Item:
    """One thing that happened: a short name, the points it scored, and where they come from."""

    what: str
    points: int
    why: str = ""
    brief: str = ""
    """The same in a few letters."""


def items(before: State, events: tuple[Event, ...]) -> list[Item]:
    """What happened in one step from `before`; all draws are one item."""
    found: list[Item] = []
    drawn: list[str] = []
    for event in events:
        if isinstance(event, Drawn):
            drawn.append(guest_name(event.guest))
        else:
            item = _item(before, event)
            if item is not None:
                found.append(item)
    if drawn:
        unknown = drawn[0] == guest_name(BLANK)
        what = (
            ("drew a card" if len(drawn) == 1 else f"drew {len(drawn)} cards")
            if unknown
            else f"drew {' '.join(drawn)}"
        )
        found.append(Item(what, 0))
    return found


def _item(before: State, event: Event) -> Item | None:
    plan = before.edition.plan
    match event:
        case Seated(_, guest, chair, nation, paid):
            stands_for = "" if nation is None else f"={NATIONS[nation]}"
            total = sum(price.points for price in paid)
            why = (
                ", ".join(_price(before, price) for price in paid if price.points)
                or "nobody to score with yet"
            )
            return Item(
                f"{GUESTS[guest]}{stands_for}@{plan.chairs[chair]}", total, why, brief_points(before, paid)
            )
        case Partied(_, table, points):
            nation_too = " of its own nation" if points == before.edition.party_points[1] else ""
            return Item("party", points, f"four of one sex{nation_too} at {table_name(before, table)}")
        case Barred(_, guest, place, points):
            return Item(f"{GUESTS[guest]}@bar", points, f"place {place} at the bar", f"place {place}")
        case Left(_, guest):
            return Item(f"{GUESTS[guest]}@bar", 0, "cannot pay: the guest leaves the game", "leaves")
        case Swapped(_, guest, chair, joker):
            return Item(
                f"{GUESTS[guest]}*{plan.chairs[chair]}",
                0,
                f"takes {GUESTS[joker]} to the hand",
                f"gets {GUESTS[joker]}",
            )
        case Hidden(_, guest):
            return Item(
                "a card" if guest == BLANK else f"{GUESTS[guest]}@down", 0, "laid face down", "face down"
            )
        case Cleared(tables, _):
            names = ", ".join(table_name(before, table) for table in tables)
            return Item("cleared", 0, f"{names} and the guests around", names)
        case Dealt(table, nation):
            name = NATIONS[nation] if nation < len(NATIONS) else "a table"
            return Item("dealt", 0, f"{name} to {plan.tables[table]}", f"{name} {plan.tables[table]}")
        case Passed():
            return Item("pass", 0, "nothing else was possible")
        case Closed():
            return Item("close", 0, "the café is closed")
        case Out():
            return Item("out", 0, "cannot pay the bar and is out of the game")
        case Drawn() | Turn() | Over():
            return None
        case _:
            assert_never(event)


def guest_name(guest: Guest) -> str:
    """The guest's name; `???` if it is hidden."""
    return "???" if guest == BLANK else GUESTS[guest]


def table_name(state: State, table: int) -> str:
    """Nation and cell of a table."""
    nation = state.tables[table]
    name = NATIONS[nation] if nation < len(NATIONS) else "--" if nation == NO_NATION else "??"
    return f"{name} {state.edition.plan.tables[table]}"


def brief_points(state: State, paid: tuple[TablePoints, ...]) -> str:
    """Nation and points of each table that paid: `DE+4 ES+2`."""
    return " ".join(
        f"{table_name(state, price.table).split()[0]}{price.points:+d}" for price in paid if price.points
    )


def _price(state: State, price: TablePoints) -> str:
    own = ", all of its nation" if price.one_nation else ""
    return f"{price.points} at {table_name(state, price.table)} ({price.guests} guests{own})"


def refusal_text(refusal: Refusal) -> str:
    """The rule's sentence with its id, and how to write it where that helps."""
    facts = refusal.facts
    text = sentence(refusal)
    if refusal.rule is Rule.JOKER_AS and facts.nations:
        text += ": write " + " or ".join(f"{facts.guest}={nation}@{facts.chair}" for nation in facts.nations)
    return f"{text[0].upper()}{text[1:]}. [{refusal.rule}]"
