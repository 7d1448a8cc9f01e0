"""Between the rules' types, which are numbers inside, and their JSON forms, which are names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from cafe.protocol import forms as form
from cafe.rules import actions as act
from cafe.rules import events as ev
from cafe.rules.edition import edition
from cafe.rules.errors import PositionError, SetupError
from cafe.rules.floorplan import FloorPlan
from cafe.rules.guests import (
    BLANK,
    FREE,
    GUEST_INDEX,
    GUESTS,
    JOKERS,
    NATION_INDEX,
    NATIONS,
    NO_NATION,
    SEXES,
    UNKNOWN,
    guest_of,
    nation_of,
)
from cafe.rules.position import (
    named_chair,
    named_guest,
    named_nation,
    named_table,
    seat,
)
from cafe.rules.position_check import checked
from cafe.rules.price import points_of
from cafe.rules.seating import NOWHERE
from cafe.rules.setup import TABLE_CARDS
from cafe.rules.state import Draft, Hand, State
from cafe.rules.view import View


def action_form(plan: FloorPlan, action: act.Action) -> form.AnyAction:
    """The JSON form of an action."""
    match action:
        case act.Seat(guest, chair, nation):
            as_ = None if nation is None else NATIONS[nation]
            return form.SeatForm(GUESTS[guest], plan.chairs[chair], as_)
        case act.Bar(guest):
            return form.BarForm(GUESTS[guest])
        case act.Swap(guest, chair):
            return form.SwapForm(GUESTS[guest], plan.chairs[chair])
        case act.Draw():
            return form.DrawForm()
        case act.Hide(guest):
            return form.HideForm(GUESTS[guest])
        case act.Party(table, sex):
            return form.PartyForm(plan.tables[table], "f" if sex else "m")
        case act.Done():
            return form.DoneForm()
        case act.Close():
            return form.CloseForm()
        case act.Pass():
            return form.PassForm()


def action_of(plan: FloorPlan, action: form.AnyAction) -> act.Action:
    """The action in a JSON form; unknown names become UNKNOWN, for the rules to refuse."""
    match action:
        case form.SeatForm(guest, chair, as_):
            nation = None if as_ is None else NATION_INDEX.get(as_, UNKNOWN)
            return act.Seat(_guest(guest), plan.chair_index.get(chair, UNKNOWN), nation, plan)
        case form.DoneForm():
            return act.DONE
        case form.BarForm(guest):
            return act.Bar(_guest(guest))
        case form.SwapForm(guest, chair):
            return act.Swap(_guest(guest), plan.chair_index.get(chair, UNKNOWN), plan)
        case form.DrawForm():
            return act.DRAW
        case form.HideForm(guest):
            return act.Hide(_guest(guest))
        case form.PartyForm(table, gender):
            return act.Party(plan.table_index.get(table, UNKNOWN), SEXES.index(gender), plan)
        case form.CloseForm():
            return act.CLOSE
        case form.PassForm():
            return act.PASS


def _guest(name: str) -> int:
    return GUEST_INDEX.get(name, UNKNOWN)


def _shown(guest: int) -> str | None:
    return None if guest == BLANK else GUESTS[guest]


def event_form(
    plan: FloorPlan, event: ev.Event, face: int | None = None, turn_total: int | None = None
) -> form.AnyEvent:
    """The JSON form of an event; a server adds the face of its guest, if that is shown, and sums of points.

    The most frequent events come first, because each is tested for in turn.
    """
    match event:
        case ev.Seated(player, guest, chair, nation, points):
            return form.SeatedForm(
                player,
                GUESTS[guest],
                plan.chairs[chair],
                [
                    form.TablePointsForm(plan.tables[paid.table], paid.guests, paid.one_nation, paid.points)
                    for paid in points
                ],
                None if nation is None else NATIONS[nation],
                face,
                None if turn_total is None else points_of((event,)),
                turn_total,
            )
        case ev.Drawn(player, guest):
            shown = _shown(guest)
            return form.DrawnForm(player, shown, None if shown is None else face)
        case ev.Turn(player):
            return form.TurnForm(player)
        case ev.Partied(player, table, points):
            return form.PartiedForm(player, plan.tables[table], points, turn_total)
        case ev.Barred(player, guest, place, points):
            return form.BarredForm(player, GUESTS[guest], place, points, face, turn_total)
        case ev.Left(player, guest):
            return form.LeftForm(player, GUESTS[guest], face)
        case ev.Swapped(player, guest, chair, joker):
            return form.SwappedForm(player, GUESTS[guest], plan.chairs[chair], GUESTS[joker], face)
        case ev.Hidden(player, guest):
            shown = _shown(guest)
            return form.HiddenForm(player, shown, None if shown is None else face)
        case ev.Cleared(tables, chairs):
            return form.ClearedForm([plan.tables[t] for t in tables], [plan.chairs[c] for c in chairs])
        case ev.Dealt(table, nation):
            return form.DealtForm(plan.tables[table], NATIONS[nation])
        case ev.Passed(player):
            return form.PassedForm(player)
        case ev.Closed(player):
            return form.ClosedForm(player)
        case ev.Out(player):
            return form.OutForm(player)
        case ev.Over():
            return form.OverForm(
                event.reason,
                list(event.penalties),
                list(event.final),
                list(event.winners),
                list(event.ranks),
            )


def state_form(state: State) -> form.StateForm:
    """The JSON form of a state; blanks, as in a view, become a number."""
    plan = state.edition.plan
    return form.StateForm(
        edition=state.edition.name,
        variants=list(state.edition.variants),
        players=state.players,
        tables={
            plan.tables[table]: NATIONS[nation]
            for table, nation in enumerate(state.tables)
            if nation != NO_NATION
        },
        seated={
            plan.chairs[chair]: occupant_form(occupant)
            for chair, occupant in enumerate(state.seated)
            if occupant != FREE
        },
        bar=[GUESTS[guest] for guest in state.bar],
        hands=[_tiles(hand, GUESTS) for hand in state.hands],
        bag=_tiles(state.bag, GUESTS),
        table_pile=_tiles(state.pile, NATIONS),
        hidden=[_tiles(hand, GUESTS) for hand in state.hidden],
        removed=[GUESTS[guest] for guest in state.removed],
        scores=list(state.scores),
        one_nation_tables=list(state.one_nation_tables),
        out=list(state.out),
        turn=turn_form(state),
        over=over_form(state),
    )


def turn_form(state: State) -> form.TurnOfStateForm:
    """The JSON form of the turn so far."""
    plan, party = state.edition.plan, state.party
    return form.TurnOfStateForm(
        player=state.player,
        seated=[plan.chairs[chair] for chair in state.taken],
        owes_partner=None if state.owes is None else plan.chairs[state.owes],
        party=None
        if party is None
        else form.PartyOfTurnForm(plan.tables[party[0]], "f" if party[1] else "m"),
        may_close=state.may_close,
        passes=state.passes,
    )


def over_form(state: State) -> form.OverOfStateForm | None:
    """The JSON form of the end, if it has come."""
    over = state.over
    if over is None:
        return None
    return form.OverOfStateForm(
        over.reason, list(over.penalties), list(over.final), list(over.winners), list(over.ranks)
    )


def occupant_form(occupant: int) -> form.OccupantForm:
    """The JSON form of the guest on a chair."""
    nation = nation_of(occupant)
    guest = guest_of(occupant)
    return form.OccupantForm(
        GUESTS[guest], NATIONS[nation] if guest >= JOKERS and nation is not None else None
    )


def _tiles(tiles: Sequence[int], names: Sequence[str]) -> list[str] | int:
    return len(tiles) if BLANK in tiles else [names[tile] for tile in tiles]


def view_form(view: View) -> form.StateForm:
    """The JSON form of a view: bag and pile are numbers even when they are empty."""
    found = state_form(view.known)
    known = view.known
    return form.StateForm(
        **{
            **{name: getattr(found, name) for name in found.__struct_fields__},
            "bag": len(known.bag),
            "table_pile": len(known.pile),
            "hands": hands_form(known, known.hands, view.seat),
            "hidden": hands_form(known, known.hidden, view.seat),
        }
    )


def hands_form(state: State, hands: tuple[Hand, ...], seat: int | None) -> list[list[str] | int]:
    """The JSON form of hands as a seat may see them: numbers for what it may not know."""
    if state.edition.open_hands or state.over is not None:
        return list(map(_named, hands))
    return [_named(hand) if player == seat else len(hand) for player, hand in enumerate(hands)]


@lru_cache(4096)
def _named(hand: Hand) -> list[str]:
    """The names of a hand, which nobody may change: cached, since only one of the hands told is new."""
    return [GUESTS[tile] for tile in hand]


def state_of(found: form.StateForm) -> State:
    """The state in a JSON form; PositionError says what is impossible."""
    if any(isinstance(part, int) for part in (found.bag, found.table_pile, *found.hands, *found.hidden)):
        raise PositionError("expected all tiles by name; a view, where some are numbers, cannot be loaded")
    return _state_of(found)


def view_of(found: form.StateForm) -> View:
    """The view in a JSON form, as the player to move sees it; PositionError says what is impossible."""
    if isinstance(found.bag, list) or isinstance(found.table_pile, list):
        raise PositionError("expected a view, where bag and table_pile are numbers")
    state = _state_of(found)
    if BLANK in state.hand:
        raise PositionError(f"expected the hand of player {state.player}, who is to move, by name")
    return View(state.player, state)


def _state_of(found: form.StateForm) -> State:
    try:
        rules = edition(found.edition, found.variants)
    except SetupError as error:
        raise PositionError(str(error)) from None
    plan = rules.plan
    if len(found.hands) != found.players:
        raise PositionError(f"expected a hand for each of {found.players} players; got {len(found.hands)}")
    draft = Draft()
    draft.edition = rules
    tables = [NO_NATION] * len(plan.tables)
    for cell, nation in found.tables.items():
        tables[named_table(plan, cell)] = named_nation(nation)
    draft.tables = bytes(tables)
    seated = bytearray([FREE] * len(plan.chairs))
    for cell, occupant in found.seated.items():
        seat(seated, plan, cell, occupant.guest, occupant.as_)
    draft.seated = bytes(seated)
    draft.bar = bytes(named_guest(name) for name in found.bar)
    most = len(rules.tiles)
    draft.hands = tuple(_tiles_of(hand, most) for hand in found.hands)
    draft.bag = bytes(_tiles_of(found.bag, most))
    draft.pile = (
        bytes([BLANK]) * _bounded(found.table_pile, len(TABLE_CARDS), "table cards")
        if isinstance(found.table_pile, int)
        else bytes(named_nation(name) for name in found.table_pile)
    )
    draft.hidden = tuple(_tiles_of(hand, most) for hand in found.hidden)
    draft.removed = bytes(named_guest(name) for name in found.removed)
    draft.scores = tuple(found.scores)
    draft.one_nation_tables = tuple(found.one_nation_tables)
    draft.out = tuple(found.out)
    turn = found.turn
    draft.player = turn.player
    draft.taken = tuple(named_chair(plan, cell) for cell in turn.seated)
    draft.owes = None if turn.owes_partner is None else named_chair(plan, turn.owes_partner)
    draft.party = (
        None if turn.party is None else (named_table(plan, turn.party.table), SEXES.index(turn.party.gender))
    )
    draft.may_close = turn.may_close
    draft.passes = turn.passes
    draft.open_to = NOWHERE
    state = checked(draft, None if found.over is None else found.over.reason)
    over = state_form(state).over
    if over != found.over:
        expected = msgspec.json.encode(over).decode()
        raise PositionError(f"the final numbers do not follow from the rest: expected {expected}")
    return state


def _tiles_of(tiles: list[str] | int, most: int) -> tuple[int, ...]:
    if isinstance(tiles, int):
        return (BLANK,) * _bounded(tiles, most, "tiles")
    return tuple(named_guest(name) for name in tiles)


def _bounded(count: int, most: int, what: str) -> int:
    if count > most:
        raise PositionError(f"there are at most {most} {what} in the game; got {count}")
    return count
