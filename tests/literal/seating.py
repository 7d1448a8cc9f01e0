"""Who may sit where: nation, mix, company, partners and parties (RULES 2, 4.1, 5, 6)."""

from typing import Any

from tests.literal.floor import (
    CHAIRS,
    GUESTS_A_TURN,
    LIKE_BOARD,
    State,
    is_joker,
    nations_of,
    sex,
    sides,
    tables_of,
)


def hand(state: State) -> list[str]:
    """Give the hand of the player to move (RULES 4, 5)."""
    held: list[str] = state["hands"][state["turn"]["player"]]
    return held


def free_chairs(state: State) -> list[str]:
    """Name the free chairs of the whole café (RULES 2)."""
    return [chair for chair in CHAIRS[state["edition"]] if chair not in state["seated"]]


def free_at(state: State, table: str) -> list[str]:
    """Name the free chairs of a table (RULES 1)."""
    return [chair for chair in sides(table) if chair not in state["seated"]]


def company_at(state: State, table: str) -> list[dict[str, Any]]:
    """Give what sits on the four chairs of a table (RULES 1)."""
    return [state["seated"][chair] for chair in sides(table) if chair in state["seated"]]


def numbers_at(state: State, table: str) -> tuple[int, int]:
    """Count the ladies and the gentlemen at a table (RULES 2)."""
    sexes = [sex(sitting["guest"]) for sitting in company_at(state, table)]
    return sexes.count("f"), sexes.count("m")


def seated_too(state: State, guest: str, chair: str) -> State:
    """Give the position with a guest of the hand put on a chair, and nothing else changed (RULES 2)."""
    player = state["turn"]["player"]
    hands = [list(held) for held in state["hands"]]
    hands[player].remove(guest)
    return {**state, "hands": hands, "seated": {**state["seated"], chair: {"guest": guest}}}


def nation_fits(state: State, guest: str, chair: str) -> bool:
    """`seat.nation`: of the nation of one of the chair's tables, or a joker (RULES 2)."""
    return is_joker(guest) or guest[:2] in nations_of(state, chair)


def mix_fits(state: State, guest: str, chair: str, but: str | None = None) -> bool:
    """`seat.mix`: 1+0, 1+1, 1+2 or 2+2 afterwards at every table of the chair but a party's (RULES 2, 6)."""
    after = seated_too(state, guest, chair)
    for table in tables_of(state, chair):
        numbers = sorted(numbers_at(after, table))
        if table != but and numbers not in ([0, 1], [1, 1], [1, 2], [2, 2]):
            return False
    return True


def in_company(state: State, chair: str) -> bool:
    """Tell whether somebody else sits at one of the chair's tables at least (RULES 2, `seat.alone`)."""
    return any(
        other != chair and other in state["seated"]
        for table in tables_of(state, chair)
        for other in sides(table)
    )


def partner_chairs(state: State, chair: str) -> list[str]:
    """Name the other chairs at the tables of a chair (RULES 4.1, a table for two)."""
    return [other for table in tables_of(state, chair) for other in sides(table) if other != chair]


def partner_follows(state: State, guest: str, chair: str) -> bool:
    """Tell whether the rest of the hand holds a partner for a guest who sits alone (RULES 4.1, 5)."""
    turn = state["turn"]
    if len(turn["seated"]) + 2 > GUESTS_A_TURN[state["edition"]]:
        return False
    after = seated_too(state, guest, chair)
    return any(
        nation_fits(after, partner, beside) and mix_fits(after, partner, beside)
        for beside in partner_chairs(state, chair)
        if beside not in after["seated"]
        for partner in sorted(set(hand(after)))
    )


def is_opening(state: State) -> bool:
    """Tell whether the starting player faces a café of free chairs in `board` (RULES 4.1, opening)."""
    return state["edition"] in LIKE_BOARD and state["turn"]["player"] == 0 and not state["seated"]


def can_score(state: State) -> bool:
    """Tell whether any guest or pair of the hand could score at a table this turn (RULES 4.1)."""
    return any(
        nation_fits(state, guest, chair)
        and mix_fits(state, guest, chair)
        and (in_company(state, chair) or partner_follows(state, guest, chair))
        for guest in sorted(set(hand(state)))
        for chair in free_chairs(state)
    )


def is_single(state: State) -> bool:
    """Tell whether classic's single guest may be seated without points: nothing else scores (RULES 4.1)."""
    return state["edition"] == "board-classic" and not state["turn"]["seated"] and not can_score(state)


def may_sit_alone(state: State, guest: str, chair: str) -> bool:
    """Tell whether an exception lets a guest take a chair without company (RULES 4.1, 5)."""
    return is_opening(state) or partner_follows(state, guest, chair) or is_single(state)


def can_complete(state: State, table: str, gender: str) -> bool:
    """Tell whether the hand can fill the table's free chairs with one sex, step by step (RULES 6)."""
    if any(sex(sitting["guest"]) != gender for sitting in company_at(state, table)):
        return False
    if not free_at(state, table):
        return True
    return any(
        nation_fits(state, guest, chair)
        and mix_fits(state, guest, chair, but=table)
        and can_complete(seated_too(state, guest, chair), table, gender)
        for chair in free_at(state, table)
        for guest in sorted(set(hand(state)))
        if sex(guest) == gender
    )


def can_hold_party(state: State, table: str, gender: str) -> bool:
    """`party.complete`: three or four to seat (two to four in `card`), possible with the hand (RULES 6)."""
    fewest = 2 if state["edition"] == "card" else 3
    return len(free_at(state, table)) >= fewest and can_complete(state, table, gender)


def is_party_step(state: State, guest: str, chair: str) -> bool:
    """Say whether a seat step belongs to the party in progress and leaves it possible (RULES 6, 7)."""
    table, gender = state["turn"]["party"]["table"], state["turn"]["party"]["gender"]
    if chair not in sides(table) or sex(guest) != gender:
        return False
    return can_complete(seated_too(state, guest, chair), table, gender)
