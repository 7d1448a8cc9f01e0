"""Whole positions from a few words: what is not named is in the bag (PROTOCOL, state)."""

from typing import Any

from tests.literal.deal import fresh_turn
from tests.literal.floor import BOARD_TABLES, NATIONS, State, tiles


def position(
    edition: str, hands: list[list[str]], seated: dict[str, str] | None = None, **parts: Any
) -> State:
    """Give a full state; a seated joker's nation is written after it, as in `JKm=ES`."""
    chairs: dict[str, dict[str, str]] = {}
    for chair, text in (seated or {}).items():
        guest, _, nation = text.partition("=")
        chairs[chair] = {"guest": guest, "as": nation} if nation else {"guest": guest}
    players = len(hands)
    state: State = {
        "edition": edition,
        "variants": [],
        "players": players,
        "tables": dict(BOARD_TABLES),
        "seated": chairs,
        "bar": [],
        "hands": [sorted(held) for held in hands],
        "table_pile": [],
        "hidden": [[] for _ in range(players)],
        "removed": [],
        "scores": [0] * players,
        "one_nation_tables": [0] * players,
        "out": [],
        "over": None,
        **parts,
        "turn": {**fresh_turn(0, 0), **parts.get("turn", {})},
    }
    used = [sitting["guest"] for sitting in chairs.values()]
    used += [guest for held in state["hands"] + state["hidden"] for guest in held]
    bag = tiles(edition)
    for guest in used + state["bar"] + state["removed"]:
        bag.remove(guest)
    return {**state, "bag": parts.get("bag", bag)}


def card_position(drawing: str, hands: list[list[str]], **parts: Any) -> State:
    """Give a full card state from a drawing: five words a row, `DE` a table, `DEm` a guest, `.` nothing."""
    tables, seated = {}, {}
    for number, line in enumerate(drawing.split("\n")[1:6], start=1):
        for letter, word in zip("abcde", line.split(), strict=True):
            if len(word) == 2:
                tables[f"{letter}{number}"] = word
            elif len(word) == 3:
                seated[f"{letter}{number}"] = word
    pile = list(NATIONS * 2)
    for nation in tables.values():
        pile.remove(nation)
    return position("card", hands, seated, **{"tables": tables, "table_pile": pile, **parts})
