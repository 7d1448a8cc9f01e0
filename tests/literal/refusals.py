"""Which actions are legal, and which rule refuses the others first (the list that opens RULES)."""

from tests.literal.floor import (
    CHAIRS,
    GUESTS_A_TURN,
    LARGEST_HAND,
    LIKE_BOARD,
    NATIONS,
    SEXES,
    Action,
    State,
    is_joker,
    nations_of,
    places,
    sex,
)
from tests.literal.seating import (
    can_hold_party,
    hand,
    in_company,
    is_party_step,
    may_sit_alone,
    mix_fits,
    nation_fits,
    partner_chairs,
)


def kinds(state: State) -> set[str]:
    """Name the kinds of action that the moment of the turn allows (RULES 4, 5, 7)."""
    turn = state["turn"]
    if turn["may_close"]:
        return {"close", "done"}
    if turn["party"] is not None or turn["owes_partner"] is not None:
        return {"seat"}
    if turn["seated"]:
        return {"seat", "done"} if len(turn["seated"]) < GUESTS_A_TURN[state["edition"]] else {"done"}
    whole = {"seat", "draw", "hide"} if state["edition"] == "card" else {"seat", "bar", "swap", "pass"}
    return whole | {"party"} if "parties" in state["variants"] else whole


def refusal(state: State, action: Action) -> str | None:
    """Name the first rule of RULES' ordered list that refuses an action; None when it is legal."""
    kind = action.get("type")
    if state["over"] is not None:
        return "game.over"
    if kind not in kinds(state):
        return "turn.action"
    if kind == "pass" and legal_besides_pass(state):
        return "turn.action"
    if kind in ("seat", "swap") and action["chair"] not in CHAIRS[state["edition"]]:
        return "cell.unknown"
    if kind == "party" and action["table"] not in places(state["edition"]):
        return "cell.unknown"
    if kind in ("seat", "swap", "bar", "hide") and action["guest"] not in hand(state):
        return "hand.missing"
    if kind == "seat" and action["chair"] in state["seated"]:
        return "chair.taken"
    if not as_fits(state, action):
        return "joker.as"
    if kind == "seat":
        return seat_refusal(state, action)
    if kind == "swap":
        return swap_refusal(state, action)
    if kind == "bar" and is_joker(action["guest"]):
        return "bar.joker"
    if kind == "draw" and len(hand(state)) >= LARGEST_HAND["card"]:
        return "card.draw"
    if kind == "hide" and len(hand(state)) < LARGEST_HAND["card"]:
        return "card.hide"
    if kind == "party" and not can_hold_party(state, action["table"], action["gender"]):
        return "party.complete"
    return None


def as_fits(state: State, action: Action) -> bool:
    """`joker.as`: a joker in `board` names a nation of the chair's tables, nobody else one (RULES 2.1)."""
    said = action.get("as")
    if state["edition"] in LIKE_BOARD and action["type"] == "seat" and is_joker(action["guest"]):
        return said in nations_of(state, action["chair"])
    return said is None


def swap_refusal(state: State, action: Action) -> str | None:
    """Judge a swap by `swap.joker` and `swap.match` (RULES 4.3)."""
    guest, chair = action["guest"], action["chair"]
    sitting = state["seated"].get(chair)
    if sitting is None or not is_joker(sitting["guest"]) or sex(sitting["guest"]) != sex(guest):
        return "swap.joker"
    if is_joker(guest) or guest[:2] not in nations_of(state, chair):
        return "swap.match"
    if "exact-swap" in state["variants"] and guest[:2] != sitting["as"]:
        return "swap.match"
    return None


def seat_refusal(state: State, action: Action) -> str | None:
    """Judge a seat step by the rules from `party.complete` to `seat.alone` (RULES 2, 4.1, 5, 6)."""
    guest, chair, turn = action["guest"], action["chair"], state["turn"]
    party = turn["party"]
    if party is not None and not is_party_step(state, guest, chair):
        return "party.complete"
    if not nation_fits(state, guest, chair):
        return "seat.nation"
    if not mix_fits(state, guest, chair, but=None if party is None else party["table"]):
        return "seat.mix"
    if party is not None:
        return None
    if turn["owes_partner"] is not None and chair not in partner_chairs(state, turn["owes_partner"]):
        return "seat.partner"
    if not in_company(state, chair) and not may_sit_alone(state, guest, chair):
        return "seat.alone"
    return None


def candidates(state: State) -> list[Action]:
    """List every action but `pass` that names existing cells, nations and guests of the hand (RULES 7)."""
    chairs = CHAIRS[state["edition"]]
    guests = sorted(set(hand(state)))
    found: list[Action] = [{"type": kind} for kind in ("draw", "done", "close")]
    for guest in guests:
        found += [{"type": "bar", "guest": guest}, {"type": "hide", "guest": guest}]
        found += [{"type": "swap", "guest": guest, "chair": chair} for chair in chairs]
        found += [{"type": "seat", "guest": guest, "chair": chair} for chair in chairs]
        if is_joker(guest):
            found += [
                {"type": "seat", "guest": guest, "chair": chair, "as": nation}
                for chair in chairs
                for nation in NATIONS
            ]
    found += [
        {"type": "party", "table": table, "gender": gender}
        for table in places(state["edition"])
        for gender in SEXES
    ]
    return found


def legal_besides_pass(state: State) -> list[Action]:
    """List every legal action but `pass` (RULES 4.5)."""
    return [action for action in candidates(state) if refusal(state, action) is None]


def legal(state: State) -> list[Action]:
    """List every legal action once; `pass` only where there is no other (RULES 4.5, 7)."""
    found = legal_besides_pass(state)
    if not found and refusal(state, {"type": "pass"}) is None:
        return [{"type": "pass"}]
    return found
