"""What a loaded position must satisfy (PROTOCOL, "load checks exactly this")."""

from collections import Counter

from tests.literal.floor import (
    BAG_END,
    BOARD_TABLES,
    CHAIRS,
    LARGEST_HAND,
    LIKE_BOARD,
    NATIONS,
    PLAYERS,
    SEXES,
    VARIANTS,
    State,
    is_joker,
    nations_of,
    places,
    tiles,
)
from tests.literal.game import hand_size
from tests.literal.refusals import legal
from tests.literal.scoring import count_out
from tests.literal.seating import free_chairs, nation_fits, numbers_at

REASONS = {
    "board": ("chairs", "bar", "hand", "bag", "last", "stuck"),
    "board-classic": ("chairs", "bar", "hand", "bag", "stuck"),
    "card": ("tables", "bag", "closed"),
}


def check(state: State) -> str | None:
    """Say what is wrong with a position; None when it can be (PROTOCOL, load)."""
    for part in (check_form, check_tiles, check_chairs, check_mix, check_hands, check_end):
        wrong = part(state)
        if wrong is not None:
            return wrong
    return None


def check_form(state: State) -> str | None:
    """Say which name, number or cell does not exist at all (RULES 1, 4, 5, 6)."""
    edition, turn = state["edition"], state["turn"]
    if edition not in PLAYERS or state["players"] not in PLAYERS[edition]:
        return "no such edition with so many players"
    if not set(state["variants"]) <= set(VARIANTS[edition]):
        return "a variant foreign to the edition"
    if any(len(state[key]) != state["players"] for key in ("hands", "hidden", "scores", "one_nation_tables")):
        return "a list without one entry a player"
    everybody = set(range(state["players"]))
    if turn["player"] not in everybody or not set(state["out"]) <= everybody:
        return "no such player"
    if len(set(state["out"])) != len(state["out"]):
        return "a player out twice"
    party = turn["party"]
    if party is not None and (party["table"] not in places(edition) or party["gender"] not in SEXES):
        return "no such party"
    return None


def check_tiles(state: State) -> str | None:
    """Every tile once; table cards at most two a nation, on the tables' cells (PROTOCOL, load)."""
    guests = [sitting["guest"] for sitting in state["seated"].values()]
    guests += state["bar"] + state["bag"] + state["removed"]
    guests += [guest for held in state["hands"] + state["hidden"] for guest in held]
    if Counter(guests) != Counter(tiles(state["edition"])):
        return "not every tile once"
    if state["edition"] != "card" and state["tables"] != BOARD_TABLES:
        return "not the tables of the board"
    if not set(state["tables"]) <= set(places(state["edition"])):
        return "a table where none can stand"
    cards = Counter(list(state["tables"].values()) + state["table_pile"])
    if not set(cards) <= set(NATIONS) or any(number > 2 for number in cards.values()):
        return "more than two tables of a nation, or of no nation"
    return None


def check_chairs(state: State) -> str | None:
    """Chairs exist, guests fit them, jokers in `board` have a fitting `as` (PROTOCOL, load)."""
    turn = state["turn"]
    owed = [] if turn["owes_partner"] is None else [turn["owes_partner"]]
    if not {*state["seated"], *turn["seated"], *owed} <= set(CHAIRS[state["edition"]]):
        return "no such chair"
    for chair, sitting in state["seated"].items():
        if not nation_fits(state, sitting["guest"], chair):
            return f"a guest of a foreign nation on {chair}"
        stands_for = sitting.get("as")
        if is_joker(sitting["guest"]) and state["edition"] in LIKE_BOARD:
            if stands_for not in nations_of(state, chair):
                return f"the joker on {chair} stands for no nation of its tables"
        elif stands_for is not None:
            return f"a nation said for the guest on {chair}"
    return None


def check_mix(state: State) -> str | None:
    """Ladies and gentlemen at each table are of a number that can be (PROTOCOL, load)."""
    card, turn = state["edition"] == "card", state["turn"]
    party = turn["party"]
    party_under_way = party is not None and not turn["may_close"] and state["over"] is None
    for table in state["tables"]:
        ladies, gentlemen = numbers_at(state, table)
        numbers = sorted((ladies, gentlemen))
        fits = numbers in ([0, 0], [0, 1], [1, 1], [1, 2], [2, 2])
        fits = fits or (card and numbers == [0, 2])
        fits = fits or (not card and "parties" in state["variants"] and numbers == [0, 4])
        if party is not None and table == party["table"]:
            fits = fits or (gentlemen if party["gender"] == "f" else ladies) == 0
        if not fits:
            return f"{ladies} ladies and {gentlemen} gentlemen at {table}"
        if card and sum(numbers) == 4 and not party_under_way:
            return f"a full table at {table}"
    return None


def check_hands(state: State) -> str | None:
    """No hand too large, none for players out, no points below 0 (PROTOCOL, load)."""
    if any(len(held) > LARGEST_HAND[state["edition"]] for held in state["hands"]):
        return "a hand too large"
    if any(state["hands"][player] for player in state["out"]):
        return "tiles of a player who is out"
    if any(score < 0 for score in state["scores"]):
        return "points below 0"
    return None


def reason_to_end(state: State) -> str | None:
    """Name the reason why a position would be the end of the game (RULES 4.5, 4.6, 5)."""
    if state["edition"] == "card":
        if len(state["tables"]) < len(places("card")):
            return "tables"
        return "bag" if not state["bag"] else None
    still_in = [player for player in range(state["players"]) if player not in state["out"]]
    if not free_chairs(state):
        return "chairs"
    if len(state["bar"]) >= 20:
        return "bar"
    if any(not state["hands"][player] and hand_size(state, player) == 0 for player in still_in):
        return "hand"
    if len(state["bag"]) <= BAG_END[state["edition"]]:
        return "bag"
    if len(still_in) < 2:
        return "last"
    return "stuck" if state["turn"]["passes"] >= len(still_in) else None


def check_end(state: State) -> str | None:
    """A running game has no reason to end and goes on; a finished one is counted right (PROTOCOL, load)."""
    over = state["over"]
    if over is not None:
        if over["reason"] not in REASONS[state["edition"]]:
            return "no such reason to end"
        return None if over == count_out(state, over["reason"]) else "the count at the end is wrong"
    reason = reason_to_end(state)
    if reason is not None:
        return f"the game would be over: {reason}"
    if state["turn"]["player"] in state["out"]:
        return "the player to move is out"
    return None if legal(state) else "no action is legal"
