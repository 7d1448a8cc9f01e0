"""Points at tables and at the bar, and the count at the end (RULES 3, 4.2, 4.6, 5, 6)."""

from typing import Any

from tests.literal.floor import BAR, BAR_STEPPED, State, is_joker
from tests.literal.seating import company_at


def counts_as(state: State, sitting: dict[str, Any], table: str) -> str:
    """Give the nation a seated guest counts as at a table; jokers as said, wild in classic (RULES 2.1)."""
    if not is_joker(sitting["guest"]):
        nation = sitting["guest"][:2]
    elif state["edition"] == "board-classic":
        nation = state["tables"][table]
    else:
        nation = sitting["as"]
    return str(nation)


def is_one_nation(state: State, table: str) -> bool:
    """Tell whether all guests at a table are of the table's own nation (RULES 3)."""
    return all(
        counts_as(state, sitting, table) == state["tables"][table] for sitting in company_at(state, table)
    )


def table_points(state: State, table: str) -> dict[str, Any]:
    """Give what a guest just seated scores at one of the chair's tables (RULES 3)."""
    guests = len(company_at(state, table))
    one_nation = is_one_nation(state, table)
    points = {1: 0, 2: 2, 3: 3, 4: 4}[guests]
    if one_nation and (state["edition"] != "board-classic" or guests == 4):
        points = points * 2
    return {"table": table, "guests": guests, "one_nation": one_nation, "points": points}


def party_points(state: State, table: str) -> int:
    """Give 20 for a complete party, 40 if all four are of the table's nation (RULES 6)."""
    return 40 if is_one_nation(state, table) else 20


def bar_points(state: State) -> int:
    """Give what the next free bar place pays, below 0 where it costs (RULES 4.2)."""
    prices = BAR_STEPPED if "bar-stepped" in state["variants"] else BAR
    return prices[len(state["bar"])]


def penalty(state: State, player: int) -> int:
    """Give what a player's tiles cost at the end (RULES 4.6, 5)."""
    if state["edition"] == "card":
        return 2 * len(state["hands"][player]) + 2 * len(state["hidden"][player])
    return sum(10 if is_joker(guest) else 5 for guest in state["hands"][player])


def ranking(state: State, player: int, final: list[int], penalties: list[int]) -> tuple[int, int, int]:
    """Give a key that is smaller the better a player ranks; players who are out rank last (RULES 4.6, 5)."""
    if player in state["out"]:
        return (1, -state["out"].index(player), 0)
    return (0, -final[player], penalties[player] if state["edition"] == "card" else 0)


def count_out(state: State, reason: str) -> dict[str, Any]:
    """Give the `over` object: penalties, final points, winners and ranks (RULES 4.6, 5)."""
    players = range(state["players"])
    penalties = [0 if player in state["out"] else penalty(state, player) for player in players]
    final = [
        0 if player in state["out"] else state["scores"][player] - penalties[player] for player in players
    ]
    keys = [ranking(state, player, final, penalties) for player in players]
    ranks = [1 + sum(other < keys[player] for other in keys) for player in players]
    winners = [player for player in players if ranks[player] == 1 and player not in state["out"]]
    return {"reason": reason, "penalties": penalties, "final": final, "winners": winners, "ranks": ranks}
