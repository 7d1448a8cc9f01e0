"""Why an action is not legal: the first rule in the list that it breaks, and the facts behind it."""

from __future__ import annotations

from typing import assert_never

from cafe.rules.actions import Action, Bar, Close, Done, Draw, Hide, Party, Pass, Seat, Swap
from cafe.rules.errors import Facts, Refusal, Rule
from cafe.rules.floorplan import Chair, Table
from cafe.rules.guests import (
    FREE,
    GUESTS,
    JOKERS,
    NATION_NAMES,
    NATIONS,
    SEXES,
    Guest,
    Nation,
    guest_of,
    nation_of,
)
from cafe.rules.party import can_complete, can_party, empty_chairs, nations_at
from cafe.rules.seating import legal_actions
from cafe.rules.state import State
from cafe.rules.tally import CLOSED_TO, SEX, gentlemen, ladies

NAMES = {
    Seat: "seat",
    Bar: "bar",
    Swap: "swap",
    Draw: "draw",
    Hide: "hide",
    Party: "party",
    Done: "done",
    Close: "close",
    Pass: "pass",
}
"""Kinds of actions by name."""


def explain(state: State, action: Action) -> Refusal | None:
    """The rule that forbids the action and the facts; None if it is legal. TypeError if it is no action."""
    if type(action) not in NAMES:
        raise TypeError(f"expected an action, such as action_from_text reads from text; got {action!r}")
    if state.over is not None:
        return Refusal(Rule.GAME_OVER, Facts())
    kinds = possible_kinds(state)
    if type(action) not in kinds and not (type(action) is Pass and legal_actions(state) == [action]):
        return Refusal(Rule.TURN_ACTION, Facts(expected=tuple(NAMES[kind] for kind in kinds)))
    match action:
        case Seat():
            return _explain_seat(state, action)
        case Bar(guest):
            return _missing(state, guest) or (
                Refusal(Rule.BAR_JOKER, Facts(guest=GUESTS[guest])) if guest >= JOKERS else None
            )
        case Swap():
            return _explain_swap(state, action)
        case Draw():
            if len(state.hand) >= state.edition.most_in_hand:
                return Refusal(Rule.CARD_DRAW, Facts(hand=len(state.hand)))
        case Hide(guest):
            missing = _missing(state, guest)
            if missing or len(state.hand) >= state.edition.most_in_hand:
                return missing
            return Refusal(Rule.CARD_HIDE, Facts(hand=len(state.hand)))
        case Party(table, sex):
            if not 0 <= table < len(state.tables):
                return Refusal(Rule.CELL_UNKNOWN, Facts())
            if not can_party(state, table, sex):
                return Refusal(Rule.PARTY_COMPLETE, _party_facts(state, table, sex))
        case Done() | Close() | Pass():
            pass
        case _:
            assert_never(action)
    return None


def explain_guest(state: State, guest: Guest, nation: Nation | None = None) -> tuple[Refusal | None, ...]:
    """For one guest in the hand: why it may not take each chair, None where it may.

    A joker that is named is judged on each chair as `nation`, or as the nation of the chair's first table.
    """
    named = guest >= JOKERS and state.edition.jokers_named

    def seat(chair: Chair) -> Seat:
        nations = nations_at(state, chair)
        return Seat(guest, chair, (nations[0] if nation is None and nations else nation) if named else None)

    return tuple(explain(state, seat(chair)) for chair in range(len(state.seated)))


def possible_kinds(state: State) -> tuple[type[Action], ...]:
    """The kinds of actions the turn has room for, legal or not; never passing."""
    edition = state.edition
    if state.may_close:
        return Close, Done
    if state.taken or state.party is not None:
        room = state.party is not None or len(state.taken) < edition.seats_a_turn
        stops = state.party is None and state.owes is None and room
        return ((Seat,) if room else ()) + ((Done,) if stops else ())
    return (
        (Seat,)
        + ((Bar, Swap) if edition.bar_points else ())
        + ((Draw, Hide) if edition.draws else ())
        + ((Party,) if edition.parties else ())
    )


def _missing(state: State, guest: Guest) -> Refusal | None:
    if guest in state.hand:
        return None
    name = GUESTS[guest] if 0 <= guest < len(GUESTS) else None
    return Refusal(Rule.HAND_MISSING, Facts(guest=name))


def _explain_seat(state: State, action: Seat) -> Refusal | None:
    guest, chair = action.guest, action.chair
    plan = state.edition.plan
    if not 0 <= chair < len(state.seated):
        return Refusal(Rule.CELL_UNKNOWN, Facts())
    missing = _missing(state, guest)
    if missing:
        return missing
    name, cell = GUESTS[guest], plan.chairs[chair]
    if state.seated[chair] != FREE:
        return Refusal(Rule.CHAIR_TAKEN, Facts(guest=GUESTS[guest_of(state.seated[chair])], chair=cell))
    nations = nations_at(state, chair)
    fitting = tuple(NATIONS[nation] for nation in nations)
    named = guest >= JOKERS and state.edition.jokers_named
    if action.nation not in nations if named else action.nation is not None:
        return Refusal(Rule.JOKER_AS, Facts(guest=name, chair=cell, nations=fitting if named else ()))
    if state.party is not None:
        table, sex = state.party
        rest = tuple(other for other in empty_chairs(state, table) if other != chair)
        hand = list(state.hand)
        hand.remove(guest)
        if (
            table not in plan.tables_of[chair]
            or guest & 1 != sex
            or not can_complete(state, table, sex, rest, tuple(hand))
        ):
            return Refusal(Rule.PARTY_COMPLETE, _party_facts(state, table, sex))
    if guest < JOKERS and guest >> 1 not in nations:
        return Refusal(Rule.SEAT_NATION, Facts(guest=name, chair=cell, nations=fitting))
    return _explain_company(state, guest, chair)


def _explain_company(state: State, guest: Guest, chair: Chair) -> Refusal | None:
    plan = state.edition.plan
    name, cell = GUESTS[guest], plan.chairs[chair]
    for table in plan.tables_of[chair]:
        own = state.party is not None and state.party[0] == table
        if CLOSED_TO[guest & 1][state.tallies[table]] and not own:
            tally = state.tallies[table] + SEX[guest & 1]
            return Refusal(
                Rule.SEAT_MIX,
                Facts(
                    guest=name,
                    chair=cell,
                    table=plan.tables[table],
                    gentlemen=gentlemen(tally),
                    ladies=ladies(tally),
                ),
            )
    if state.party is not None or state.open_to[guest & 1] >> chair & 1:
        return None
    if state.owes is not None:
        return Refusal(Rule.SEAT_PARTNER, Facts(guest=name, chair=plan.chairs[state.owes]))
    return Refusal(Rule.SEAT_ALONE, Facts(guest=name, chair=cell))


def _explain_swap(state: State, action: Swap) -> Refusal | None:
    guest, chair = action.guest, action.chair
    if not 0 <= chair < len(state.seated):
        return Refusal(Rule.CELL_UNKNOWN, Facts())
    missing = _missing(state, guest)
    if missing:
        return missing
    name, cell = GUESTS[guest], state.edition.plan.chairs[chair]
    occupant = state.seated[chair]
    if not state.jokers[guest & 1] >> chair & 1:
        return Refusal(Rule.SWAP_JOKER, Facts(guest=name, chair=cell))
    stands_for = nation_of(occupant)
    exact = state.edition.swap_exact and stands_for is not None
    nations = (stands_for,) if exact and stands_for is not None else nations_at(state, chair)
    if guest >= JOKERS or guest >> 1 not in nations:
        fitting = tuple(NATIONS[nation] for nation in nations)
        return Refusal(Rule.SWAP_MATCH, Facts(guest=name, chair=cell, nations=fitting))
    return None


def _party_facts(state: State, table: Table, sex: int) -> Facts:
    tally = state.tallies[table]
    return Facts(
        guest=SEXES[sex],
        table=state.edition.plan.tables[table],
        gentlemen=gentlemen(tally),
        ladies=ladies(tally),
        hand=sum(1 for guest in state.hand if guest & 1 == sex),
    )


def sentence(refusal: Refusal) -> str:
    """A refusal in plain English: what was expected and what came."""
    facts = refusal.facts
    nations = " or ".join(NATION_NAMES[NATIONS.index(nation)] for nation in facts.nations or ())
    match refusal.rule:
        case Rule.GAME_OVER:
            return "the game is over"
        case Rule.TURN_ACTION:
            return f"that is not possible now; possible: {', '.join(facts.expected or ())}"
        case Rule.CELL_UNKNOWN:
            return "there is no such chair or table on this floor plan"
        case Rule.HAND_MISSING:
            return f"{facts.guest or 'such a guest'} is not in the hand"
        case Rule.CHAIR_TAKEN:
            return f"{facts.guest} is already sitting on {facts.chair}"
        case Rule.JOKER_AS:
            if not nations:
                return f"{facts.guest or 'this action'} cannot stand for a nation: leave it out"
            return f"{facts.guest} on {facts.chair} must stand for {nations}"
        case Rule.SWAP_JOKER:
            return f"no joker of the same sex as {facts.guest} sits on {facts.chair}"
        case Rule.SWAP_MATCH:
            return (
                f"the joker on {facts.chair} can be swapped for a guest of {nations}, not for {facts.guest}"
            )
        case Rule.BAR_JOKER:
            return "a joker may not go to the bar"
        case Rule.CARD_DRAW:
            return f"with {facts.hand} cards in hand you cannot draw: seat guests or lay a card face down"
        case Rule.CARD_HIDE:
            return f"a card can be laid face down only with twelve cards in hand; there are {facts.hand}"
        case Rule.PARTY_COMPLETE:
            who = "ladies" if facts.guest == "f" else "gentlemen"
            return (
                f"a party of {who} at {facts.table} cannot be completed so: {facts.gentlemen} gentlemen and "
                f"{facts.ladies} ladies sit there, {facts.hand} {who} are in the hand"
            )
        case Rule.SEAT_NATION:
            return f"{facts.guest} may not sit on {facts.chair}: its tables are for {nations}"
        case Rule.SEAT_MIX:
            return (
                f"{facts.guest} on {facts.chair} would make {facts.gentlemen} gentlemen and {facts.ladies} "
                f"ladies at table {facts.table}"
            )
        case Rule.SEAT_PARTNER:
            return f"the guest on {facts.chair} is owed a partner first, at the same table"
        case Rule.SEAT_ALONE:
            return f"{facts.guest} would sit alone on {facts.chair}, and no partner can follow"
        case _:
            assert_never(refusal.rule)
