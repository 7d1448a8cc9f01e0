"""How a game and a turn begin (RULES 4, 5)."""

from collections import Counter
from typing import Any

from tests.literal.floor import BOARD_TABLES, FIRST_HAND, NATIONS, PLAYERS, VARIANTS, State, places, tiles


def fresh_turn(player: int, passes: int) -> dict[str, Any]:
    """Give the `turn` object with which a turn begins (RULES 7)."""
    return {
        "player": player,
        "seated": [],
        "owes_partner": None,
        "party": None,
        "may_close": False,
        "passes": passes,
    }


def new(edition: str, players: int, variants: list[str], bag: list[str], tables: list[str] | None) -> State:
    """Deal a game: whole hands from player 0 on, table cards in reading order (RULES 4, 5)."""
    if players not in PLAYERS[edition] or not set(variants) <= set(VARIANTS[edition]):
        raise ValueError("setup: players or variants foreign to the edition")
    if Counter(bag) != Counter(tiles(edition)):
        raise ValueError("setup: the bag is not the exact set of tiles")
    if edition == "card" and Counter(tables or []) != Counter(NATIONS * 2):
        raise ValueError("setup: the tables are not the exact set of table cards")
    if edition != "card" and tables:
        raise ValueError("setup: tables for a board")
    size = FIRST_HAND[edition]
    cards = list(tables or [])
    laid = dict(zip(places(edition), cards, strict=False)) if edition == "card" else dict(BOARD_TABLES)
    return {
        "edition": edition,
        "variants": list(variants),
        "players": players,
        "tables": laid,
        "seated": {},
        "bar": [],
        "hands": [sorted(bag[size * player : size * player + size]) for player in range(players)],
        "bag": list(bag[size * players :]),
        "table_pile": cards[5:],
        "hidden": [[] for _ in range(players)],
        "removed": [],
        "scores": [0] * players,
        "one_nation_tables": [0] * players,
        "out": [],
        "turn": fresh_turn(0, 0),
        "over": None,
    }
