"""One step of a game with its events (RULES 4, 5, 6, 7)."""

from copy import deepcopy

from tests.literal.deal import fresh_turn
from tests.literal.floor import (
    BAG_END,
    FIRST_HAND,
    GUESTS_A_TURN,
    Action,
    Event,
    State,
    reading_order,
    sides,
    tables_of,
)
from tests.literal.refusals import refusal
from tests.literal.scoring import bar_points, count_out, party_points, table_points
from tests.literal.seating import free_at, free_chairs, hand, in_company, is_opening, is_single


def step(state: State, action: Action) -> tuple[State, list[Event]]:
    """Carry out one legal action: the whole next state and the events in order (RULES 7)."""
    rule = refusal(state, action)
    if rule is not None:
        raise ValueError(rule)
    after: State = deepcopy(state)
    events: list[Event] = []
    {
        "seat": seat,
        "bar": bar,
        "swap": swap,
        "draw": draw,
        "hide": hide,
        "party": party,
        "done": done,
        "close": close,
        "pass": pass_on,
    }[action["type"]](after, action, events)
    after["hands"] = [sorted(held) for held in after["hands"]]
    after["hidden"] = [sorted(held) for held in after["hidden"]]
    after["removed"] = sorted(after["removed"])
    return after, events


def seat(state: State, action: Action, events: list[Event]) -> None:
    """Seat a guest, score, and go on with the turn or end it (RULES 3, 4.1, 5, 6)."""
    turn, player, guest, chair = state["turn"], state["turn"]["player"], action["guest"], action["chair"]
    held_party = turn["party"]
    alone = held_party is None and not in_company(state, chair)
    opening = alone and is_opening(state)
    single = alone and not opening and is_single(state)
    said = {"as": action["as"]} if action.get("as") is not None else {}
    hand(state).remove(guest)
    state["seated"][chair] = {"guest": guest, **said}
    turn["seated"].append(chair)
    turn["owes_partner"] = chair if alone and not opening and not single else None
    scored = [
        table_points(state, table)
        for table in tables_of(state, chair)
        if held_party is None or table != held_party["table"]
    ]
    state["scores"][player] += sum(entry["points"] for entry in scored)
    events.append(
        {"type": "seated", "player": player, "guest": guest, "chair": chair, **said, "points": scored}
    )
    if state["edition"] != "card":
        full = [entry for entry in scored if entry["guests"] == 4 and entry["one_nation"]]
        state["one_nation_tables"][player] += len(full)
    if held_party is not None:
        if free_at(state, held_party["table"]):
            return
        complete_party(state, events)
    if state["edition"] == "card":
        after_card_seat(state, events)
    else:
        after_board_seat(state, events, single)


def complete_party(state: State, events: list[Event]) -> None:
    """Pay 20 or 40 for a complete party; one of one nation counts as such a table (RULES 6)."""
    player, table = state["turn"]["player"], state["turn"]["party"]["table"]
    points = party_points(state, table)
    state["scores"][player] += points
    events.append({"type": "partied", "player": player, "table": table, "points": points})
    if state["edition"] != "card" and points == 40:
        state["one_nation_tables"][player] += 1


def after_board_seat(state: State, events: list[Event], single: bool) -> None:
    """End the board game with the last chair, or the turn when it ends by itself (RULES 4.1, 4.6, 7)."""
    turn = state["turn"]
    if not free_chairs(state):
        end(state, events, "chairs")
    elif turn["party"] is not None or single or len(turn["seated"]) == 2 or not hand(state):
        refill(state, events)


def after_card_seat(state: State, events: list[Event]) -> None:
    """Clear full tables, then ask an empty hand to close, or end a turn that is complete (RULES 5, 7)."""
    turn = state["turn"]
    if not clear(state, events):
        end(state, events, "tables")
    elif not hand(state):
        turn["may_close"] = True
    elif turn["party"] is not None or len(turn["seated"]) == GUESTS_A_TURN["card"]:
        next_turn(state, events)


def clear(state: State, events: list[Event]) -> bool:
    """Take away full tables with their guests and deal new ones; False: the pile is too small (RULES 5)."""
    full = [table for table in reading_order(state["tables"]) if not free_at(state, table)]
    if not full:
        return True
    chairs = reading_order({chair for table in full for chair in sides(table)})
    for chair in chairs:
        state["removed"].append(state["seated"].pop(chair)["guest"])
    for table in full:
        del state["tables"][table]
    events.append({"type": "cleared", "tables": full, "chairs": chairs})
    if len(state["table_pile"]) < len(full):
        return False
    for table in full:
        state["tables"][table] = state["table_pile"].pop(0)
        events.append({"type": "dealt", "table": table, "nation": state["tables"][table]})
    return True


def hand_size(state: State, player: int) -> int:
    """Give what a hand is refilled to: as many as dealt, less one for each one-nation table (RULES 4.4)."""
    return max(0, FIRST_HAND[state["edition"]] - int(state["one_nation_tables"][player]))


def refill(state: State, events: list[Event]) -> None:
    """Refill the hand after seating or the bar, unless the game ends, and end the turn (RULES 4.4, 4.6)."""
    player = state["turn"]["player"]
    if not hand(state) and hand_size(state, player) == 0:
        end(state, events, "hand")
        return
    while len(hand(state)) < hand_size(state, player):
        guest = state["bag"].pop(0)
        hand(state).append(guest)
        events.append({"type": "drawn", "player": player, "guest": guest})
        if len(state["bag"]) <= BAG_END[state["edition"]]:
            end(state, events, "bag")
            return
    next_turn(state, events)


def next_turn(state: State, events: list[Event], passes: int = 0) -> None:
    """Hand the turn to the next player clockwise who is still in (RULES 4, 4.2)."""
    player = (state["turn"]["player"] + 1) % state["players"]
    while player in state["out"]:
        player = (player + 1) % state["players"]
    state["turn"] = fresh_turn(player, passes)
    events.append({"type": "turn", "player": player})


def end(state: State, events: list[Event], reason: str) -> None:
    """End the game at once and count (RULES 4.6, 5)."""
    state["over"] = count_out(state, reason)
    events.append({"type": "over", **deepcopy(state["over"])})


def bar(state: State, action: Action, events: list[Event]) -> None:
    """Send a guest to the next bar place; who cannot pay is out, in classic loses the guest (RULES 4.2)."""
    player, guest, points = state["turn"]["player"], action["guest"], bar_points(state)
    hand(state).remove(guest)
    can_pay = state["scores"][player] + points >= 0
    if not can_pay and state["edition"] == "board-classic":
        state["removed"].append(guest)
        events.append({"type": "left", "player": player, "guest": guest})
        refill(state, events)
        return
    state["bar"].append(guest)
    points = points if can_pay else -state["scores"][player]
    state["scores"][player] += points
    events.append(
        {"type": "barred", "player": player, "guest": guest, "place": len(state["bar"]), "points": points}
    )
    if not can_pay:
        state["out"].append(player)
        state["removed"] += hand(state)
        state["hands"][player] = []
        events.append({"type": "out", "player": player})
    if len(state["bar"]) == 20:
        end(state, events, "bar")
    elif can_pay:
        refill(state, events)
    elif len(state["out"]) == state["players"] - 1:
        end(state, events, "last")
    else:
        next_turn(state, events)


def swap(state: State, action: Action, events: list[Event]) -> None:
    """Put a guest on a joker's chair and take the joker: no points, no draw, the whole turn (RULES 4.3)."""
    guest, chair = action["guest"], action["chair"]
    joker = state["seated"][chair]["guest"]
    hand(state).remove(guest)
    hand(state).append(joker)
    state["seated"][chair] = {"guest": guest}
    events.append(
        {"type": "swapped", "player": state["turn"]["player"], "guest": guest, "chair": chair, "joker": joker}
    )
    next_turn(state, events)


def draw(state: State, action: Action, events: list[Event]) -> None:
    """Draw one card; the last one ends the card game (RULES 5)."""
    guest = state["bag"].pop(0)
    hand(state).append(guest)
    events.append({"type": "drawn", "player": state["turn"]["player"], "guest": guest})
    if not state["bag"]:
        end(state, events, "bag")
    else:
        next_turn(state, events)


def hide(state: State, action: Action, events: list[Event]) -> None:
    """Lay one card face down (RULES 5)."""
    player, guest = state["turn"]["player"], action["guest"]
    hand(state).remove(guest)
    state["hidden"][player].append(guest)
    events.append({"type": "hidden", "player": player, "guest": guest})
    next_turn(state, events)


def party(state: State, action: Action, events: list[Event]) -> None:
    """Announce a party; its seat steps follow (RULES 6, 7)."""
    state["turn"]["party"] = {"table": action["table"], "gender": action["gender"]}


def done(state: State, action: Action, events: list[Event]) -> None:
    """Stop seating; the board game refills the hand (RULES 4.4, 7)."""
    if state["edition"] == "card":
        next_turn(state, events)
    else:
        refill(state, events)


def close(state: State, action: Action, events: list[Event]) -> None:
    """Close the café with an empty hand (RULES 5)."""
    events.append({"type": "closed", "player": state["turn"]["player"]})
    end(state, events, "closed")


def pass_on(state: State, action: Action, events: list[Event]) -> None:
    """Pass; when all players still in have passed in a row the game ends (RULES 4.5)."""
    turn = state["turn"]
    events.append({"type": "passed", "player": turn["player"]})
    if turn["passes"] + 1 == state["players"] - len(state["out"]):
        turn["passes"] += 1
        end(state, events, "stuck")
    else:
        next_turn(state, events, turn["passes"] + 1)
