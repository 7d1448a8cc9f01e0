"""Guests, tables, chairs and the bar as literal data (RULES 1 and 4.2)."""

from collections.abc import Iterable
from typing import Any

State = dict[str, Any]
Action = dict[str, Any]
Event = dict[str, Any]

NATIONS = ("CF", "CN", "CU", "DE", "ES", "FR", "GB", "IN", "IT", "RU", "TR", "US")
SEXES = ("m", "f")

BOARD_TABLES = {
    "b2": "CF", "d2": "ES", "f2": "CN", "m2": "US", "o2": "CU",
    "b4": "DE", "d4": "GB", "f4": "FR", "m4": "US", "o4": "IT",
    "m6": "IN", "o6": "RU",
    "b11": "RU", "d11": "CU",
    "b13": "DE", "d13": "IN", "k13": "ES", "m13": "TR", "o13": "CN",
    "b15": "TR", "d15": "IT", "k15": "FR", "m15": "CF", "o15": "GB",
}  # fmt: skip

CARD_TABLES = ("b2", "d2", "c3", "b4", "d4")

BAR = (1, 2, 3, 4, 5, -2, -4, -6, -8, -10, -12, -14, -16, -18, -20, -22, -24, -26, -28, -30)
BAR_STEPPED = (1, 2, 3, 4, 5, -2, -4, -6, -8, -10, -4, -6, -8, -10, -12, -6, -8, -10, -12, -14)

PLAYERS = {"board": (2, 3, 4), "board-classic": (2, 3, 4), "card": (2, 3, 4, 5)}
VARIANTS = {
    "board": ("parties", "bar-stepped", "exact-swap"),
    "board-classic": ("parties", "bar-stepped"),
    "card": ("parties",),
}
FIRST_HAND = {"board": 5, "board-classic": 5, "card": 7}
LARGEST_HAND = {"board": 5, "board-classic": 5, "card": 12}
GUESTS_A_TURN = {"board": 2, "board-classic": 2, "card": 3}
BAG_END = {"board": 3, "board-classic": 4, "card": 0}
LIKE_BOARD = ("board",)
"""Editions where the starting player may open with one guest, and jokers name a nation (RULES 2.1, 4.1)."""


def reading_order(cells: Iterable[str]) -> list[str]:
    """Sort cells row by row, left to right (RULES 1)."""
    return sorted(cells, key=lambda cell: (int(cell[1:]), cell[0]))


def places(edition: str) -> list[str]:
    """Name every cell with a table, in reading order (RULES 1)."""
    return reading_order(CARD_TABLES if edition == "card" else BOARD_TABLES)


def beside(table: str) -> list[str]:
    """Name the four cells around a table, in reading order (RULES 1)."""
    letter, number = table[0], int(table[1:])
    left, right = chr(ord(letter) - 1), chr(ord(letter) + 1)
    return [f"{letter}{number - 1}", f"{left}{number}", f"{right}{number}", f"{letter}{number + 1}"]


SIDES = {table: beside(table) for table in [*BOARD_TABLES, *CARD_TABLES]}


def sides(table: str) -> list[str]:
    """Name the four chairs of a table, one on each side, in reading order (RULES 1)."""
    return SIDES[table]


CHAIRS = {
    edition: reading_order({chair for table in places(edition) for chair in sides(table)})
    for edition in PLAYERS
}


TABLES_OF = {
    edition: {
        chair: [table for table in places(edition) if chair in sides(table)] for chair in CHAIRS[edition]
    }
    for edition in PLAYERS
}


def tables_of(state: State, chair: str) -> list[str]:
    """Name the tables that a chair touches, in reading order: it belongs to all of them (RULES 1)."""
    return [table for table in TABLES_OF[state["edition"]][chair] if table in state["tables"]]


def nations_of(state: State, chair: str) -> set[str]:
    """Name the nations of the tables that a chair touches (RULES 2)."""
    return {state["tables"][table] for table in tables_of(state, chair)}


def tiles(edition: str) -> list[str]:
    """List all guests of the game: eight a nation, and four jokers in the board game (RULES 1)."""
    guests = [nation + sex for nation in NATIONS for sex in SEXES for _ in range(4)]
    return sorted(guests if edition == "card" else [*guests, "JKm", "JKm", "JKf", "JKf"])


def is_joker(guest: str) -> bool:
    """Tell whether a guest is a joker (RULES 1)."""
    return guest[:2] == "JK"


def sex(guest: str) -> str:
    """Give a guest's sex, `m` or `f`; a joker has one too (RULES 1, 2.1)."""
    return guest[2]
