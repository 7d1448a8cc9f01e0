"""One decision changes the state: seats, the bar, swaps, cards, parties, drawing, the end (RULES 4 to 7)."""

from __future__ import annotations

from typing import Final, TypeVar, assert_never

from cafe.rules.actions import Action, Bar, Close, Done, Draw, Hide, Party, Pass, Seat, Swap
from cafe.rules.clearing import clear
from cafe.rules.errors import IllegalAction
from cafe.rules.events import (
    Barred,
    Closed,
    Drawn,
    Event,
    Hidden,
    Left,
    Out,
    Partied,
    Passed,
    Seated,
    Swapped,
    TablePoints,
    Turn,
)
from cafe.rules.explain import explain, sentence
from cafe.rules.floorplan import Chair, Mask
from cafe.rules.guests import BLANK, JOKERS, Guest, Sex, guest_of, nation_of, standing_for
from cafe.rules.party import empty_chairs
from cafe.rules.scoring import draws, hand_size, reason_to_end, result, tallies_with
from cafe.rules.seating import NOWHERE, open_chairs
from cafe.rules.state import Draft, Hand, State
from cafe.rules.tally import NO_MORE_MEN, NO_MORE_WOMEN, OF_NATION, ONE_NATION_TABLE

Step = tuple[State, tuple[Event, ...]]
T = TypeVar("T")

# Made once. Making them at every step plays random games at 0.95 times the speed, and finds all turns of a
# position at 0.89 (board) and 0.96 (card) times.
BYTE: Final = tuple(bytes((number,)) for number in range(256))
DRAWN: Final = tuple(
    tuple(Drawn(player, guest) for guest in range(JOKERS + 2))
    + (Drawn(player, BLANK),) * (BLANK + 1 - JOKERS - 2)
    for player in range(5)
)
TURN: Final = tuple(Turn(player) for player in range(5))


def apply(state: State, action: Action) -> Step:
    """The state after a legal action and what happened; IllegalAction says why not, and nothing changes."""
    if not _is_legal(state, action):
        refusal = explain(state, action)
        if refusal is None:
            raise AssertionError(f"{action} was refused without a reason")
        raise IllegalAction(refusal, sentence(refusal))
    draft = state.draft()
    draft.open_to = NOWHERE
    events: list[Event] = []
    if isinstance(action, Seat):
        _seat(draft, action, events)
    else:
        _other(draft, action, events)
    return draft.freeze(), tuple(events)


def _other(
    draft: Draft, action: Bar | Swap | Draw | Hide | Party | Done | Close | Pass, events: list[Event]
) -> None:
    """Everything but seating; the most frequent kinds first."""
    match action:
        case Bar():
            _bar(draft, action, events)
        case Done():
            _refill(draft, events)
            _end_turn(draft, events)
        case Draw():
            _draw(draft, len(draft.hand) + 1, events)
            _end_turn(draft, events)
        case Swap():
            _swap(draft, action, events)
        case Hide():
            _hide(draft, action, events)
        case Party():
            draft.party = (action.table, action.sex)
        case Close():
            events.append(Closed(draft.player))
            _end_game(draft, "closed", events)
        case Pass():
            events.append(Passed(draft.player))
            draft.passes += 1
            _end_turn(draft, events, passes=draft.passes)
        case _:
            assert_never(action)


def _is_legal(state: State, action: Action) -> bool:
    """What `explain` answers at length; fast for the most frequent actions.

    Asking `explain` about these too plays random games at 0.83 (board) and 0.87 (card) times the speed.
    """
    if type(action) is Seat:
        guest, chair = action.guest, action.chair
        if guest < JOKERS and chair >= 0 and action.nation is None and state.party is None:
            fits = state.open_to[guest & 1] & state.home[guest >> 1] & 1 << chair
            return fits != 0 and guest in state.hands[state.player]
    elif type(action) is Bar and state.edition.bar_points and state.over is None:
        begins = not state.taken and state.party is None
        return begins and action.guest < JOKERS and action.guest in state.hands[state.player]
    elif type(action) is Done and state.over is None and state.party is None:
        return state.may_close or (state.owes is None and 0 < len(state.taken) < state.edition.seats_a_turn)
    return explain(state, action) is None


def _seat(draft: Draft, action: Seat, events: list[Event]) -> None:
    """Seat a guest and count the points table by table (RULES 2, 3)."""
    edition, player = draft.edition, draft.player
    guest, chair, sex = action.guest, action.chair, action.guest & 1
    nation = guest >> 1 if guest < JOKERS else action.nation
    party_table = -1 if draft.party is None else draft.party[0]
    opens = not draft.occupied and _opens(draft)
    prices = edition.prices
    tallies = bytearray(draft.tallies)
    men, women = draft.closed_to
    occupied = draft.occupied
    alone = party_table < 0
    total = completed = 0
    paid: list[TablePoints] = []
    for table, before, tally in tallies_with(draft, sex, nation, chair):
        bit = 1 << table
        if before:
            alone = False
        else:
            occupied |= bit
        tallies[table] = tally
        men = men | bit if NO_MORE_MEN[tally] else men & ~bit
        women = women | bit if NO_MORE_WOMEN[tally] else women & ~bit
        if tally >= ONE_NATION_TABLE:
            completed += 1
        if table != party_table:
            price = prices[table][tally]
            paid.append(price)
            total += price.points

    seated = draft.seated
    occupant = guest if action.nation is None else standing_for(guest, action.nation)
    draft.seated = seated[:chair] + BYTE[occupant] + seated[chair + 1 :]
    draft.hands = _with(draft.hands, player, _without(draft.hands[player], guest))
    if total:
        _pay(draft, total)
    draft.taken = (*draft.taken, chair)
    draft.owes = None
    draft.tallies = bytes(tallies)
    draft.free = draft.free & ~(1 << chair)
    draft.closed_to = (men, women)
    draft.occupied = occupied
    if completed and edition.refills:
        made = draft.one_nation_tables
        draft.one_nation_tables = _with(made, player, made[player] + completed)
    if guest >= JOKERS:
        _mark_joker(draft, sex, draft.jokers[sex] | 1 << chair)
    events.append(Seated(player, guest, chair, action.nation, tuple(paid)))

    lone = alone and not opens and not _owe_partner(draft, chair, sex)
    _after_seat(draft, lone, events)


def _mark_joker(draft: Draft, sex: Sex, chairs: Mask) -> None:
    men, women = draft.jokers
    draft.jokers = (men, chairs) if sex else (chairs, women)


def _opens(draft: Draft) -> bool:
    """Whether a single guest may come into the empty café (RULES 4.1)."""
    return not draft.player and not draft.taken and draft.edition.opening


def _owe_partner(draft: Draft, chair: Chair, sex: Sex) -> bool:
    """Owe a guest who sits alone a partner, if the hand holds one."""
    draft.owes = chair
    chairs = open_chairs(draft)[1 - sex]
    home = draft.home
    for guest in draft.hands[draft.player]:
        if guest & 1 != sex and chairs & (home[guest >> 1] if guest < JOKERS else chairs):
            return True
    draft.owes = None
    return False


def _after_seat(draft: Draft, lone: bool, events: list[Event]) -> None:
    """Whatever follows a guest's sitting down: party points, clearing, the end, the end of the turn."""
    edition = draft.edition
    ends_turn = lone
    if draft.party is not None:
        table = draft.party[0]
        if empty_chairs(draft, table):
            return
        price = edition.prices[table][draft.tallies[table]]
        points = edition.party_points[price.one_nation]
        events.append(Partied(draft.player, table, points))
        _pay(draft, points)
        ends_turn = True
    if edition.table_cards:
        clear(draft, events)
    hand = draft.hands[draft.player]
    # Seating can end the game only by the last chair, the last guest of a hand or too few table cards.
    may_end = not draft.free or not hand or edition.table_cards
    reason = reason_to_end(draft, passes=0) if may_end else None
    if reason is not None:
        _end_game(draft, reason, events)
    elif not hand and edition.draws:
        draft.may_close = True
    elif ends_turn or not hand or len(draft.taken) == edition.seats_a_turn:
        _refill(draft, events)
        _end_turn(draft, events)
    else:
        draft.open_to = open_chairs(draft)


def _pay(draft: Draft, points: int) -> None:
    player, scores = draft.player, draft.scores
    draft.scores = _with(scores, player, scores[player] + points)


def _bar(draft: Draft, action: Bar, events: list[Event]) -> None:
    """A guest goes to the bar; the edition says what follows if its price cannot be paid (RULES 4.2)."""
    player, guest, edition = draft.player, action.guest, draft.edition
    place = len(draft.bar)
    points = edition.bar_points[place]
    score = draft.scores[player]
    draft.hands = _with(draft.hands, player, _without(draft.hands[player], guest))
    if score + points >= 0 or edition.debt_is_out:
        paid = points if score + points >= 0 else -score
        events.append(Barred(player, guest, place + 1, paid))
        draft.bar = draft.bar + BYTE[guest]
        _pay(draft, paid)
    else:
        events.append(Left(player, guest))
        draft.removed = bytes(sorted((*draft.removed, guest)))
    if score + points < 0 and edition.debt_is_out:
        events.append(Out(player))
        draft.removed = bytes(sorted((*draft.removed, *draft.hand)))
        draft.hands = _with(draft.hands, player, ())
        draft.out = (*draft.out, player)
    elif reason_to_end(draft, passes=0) is None:
        _refill(draft, events)
    _end_turn(draft, events)


def _swap(draft: Draft, action: Swap, events: list[Event]) -> None:
    """A guest takes a joker's chair; nothing is scored or drawn (RULES 4.3)."""
    player, chair = draft.player, action.chair
    joker = guest_of(draft.seated[chair])
    events.append(Swapped(player, action.guest, chair, joker))
    stood_for = nation_of(draft.seated[chair])
    tallies = bytearray(draft.tallies)
    for table in draft.edition.plan.tables_of[chair]:
        if stood_for is None or stood_for == draft.tables[table]:
            tallies[table] -= OF_NATION
        if action.guest >> 1 == draft.tables[table]:
            tallies[table] += OF_NATION
    sex = joker & 1
    draft.seated = draft.seated[:chair] + BYTE[action.guest] + draft.seated[chair + 1 :]
    draft.hands = _with(draft.hands, player, tuple(sorted((*_without(draft.hand, action.guest), joker))))
    draft.tallies = bytes(tallies)
    _mark_joker(draft, sex, draft.jokers[sex] & ~(1 << chair))
    _end_turn(draft, events)


def _hide(draft: Draft, action: Hide, events: list[Event]) -> None:
    """A card is laid face down and counts against its owner at the end (RULES 5)."""
    player = draft.player
    events.append(Hidden(player, action.guest))
    draft.hands = _with(draft.hands, player, _without(draft.hand, action.guest))
    draft.hidden = _with(draft.hidden, player, tuple(sorted((*draft.hidden[player], action.guest))))
    _end_turn(draft, events)


def _refill(draft: Draft, events: list[Event]) -> None:
    """Refill the hand where the edition does (RULES 4.4)."""
    if draft.edition.refills:
        _draw(draft, hand_size(draft, draft.player), events)


def _draw(draft: Draft, size: int, events: list[Event]) -> None:
    """Draw up to a hand of this size, as far as the bag allows."""
    player, hands, bag = draft.player, draft.hands, draft.bag
    count = draws(draft, len(hands[player]), size)
    if count > 0:
        drawn = bag[:count]
        for guest in drawn:
            events.append(DRAWN[player][guest])
        draft.hands = _with(hands, player, tuple(sorted((*hands[player], *drawn))))
        draft.bag = bag[count:]


def _end_turn(draft: Draft, events: list[Event], passes: int = 0) -> None:
    """The end, if there is a reason for it; otherwise the next player still in begins a turn."""
    reason = reason_to_end(draft, passes)
    if reason is not None:
        _end_game(draft, reason, events)
        return
    players, out = len(draft.hands), draft.out
    player = (draft.player + 1) % players
    while player in out:
        player = (player + 1) % players
    events.append(TURN[player])
    draft.player = player
    draft.taken = ()
    draft.owes = None
    draft.party = None
    draft.may_close = False
    draft.passes = passes
    draft.open_to = open_chairs(draft)


def _end_game(draft: Draft, reason: str, events: list[Event]) -> None:
    over = result(draft, reason)
    events.append(over)
    draft.over = over


def _without(hand: Hand, guest: Guest) -> Hand:
    index = hand.index(guest)
    return hand[:index] + hand[index + 1 :]


def _with(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    changed = list(items)
    changed[index] = item
    return tuple(changed)
