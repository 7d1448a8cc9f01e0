"""Whether a position from outside can be: what `load` checks, exactly (PROTOCOL, State)."""

from __future__ import annotations

from collections import Counter

from cafe.rules.derived import derive
from cafe.rules.errors import PositionError, SetupError, quoted
from cafe.rules.guests import BLANK, FREE, GUESTS, JOKERS, NATIONS, guest_of, nation_of
from cafe.rules.party import nations_at
from cafe.rules.scoring import reason_to_end, result
from cafe.rules.seating import legal_actions, open_chairs
from cafe.rules.setup import check_players
from cafe.rules.state import Draft, State
from cafe.rules.tally import ALLOWED, gentlemen, ladies


def checked(draft: Draft, reason: str | None) -> State:
    """The state of a draft whose known parts are set, or PositionError with what cannot be.

    `reason` is why the game is over, None while it is running; the numbers of the end are found here.
    BLANK tiles stand for tiles that are not known: a view is checked as far as it can be seen.
    """
    _check_players(draft)
    _check_tiles(draft)
    _check_tables(draft)
    draft.hands = tuple(tuple(sorted(hand)) for hand in draft.hands)
    draft.hidden = tuple(tuple(sorted(hand)) for hand in draft.hidden)
    draft.removed = bytes(sorted(draft.removed))
    draft.over = None
    derive(draft)
    _check_chairs(draft)
    _check_mix(draft, party_under_way=draft.party is not None and not draft.may_close and reason is None)
    if reason is None:
        _check_turn(draft)
        draft.open_to = open_chairs(draft)
        state = draft.freeze()
        _check_goes_on(state)
        return state
    if reason not in draft.edition.endings:
        raise PositionError(
            f"expected one of the endings {', '.join(draft.edition.endings)}; got {quoted(reason)}"
        )
    draft.over = result(draft, reason)
    draft.open_to = open_chairs(draft)
    return draft.freeze()


def _check_players(draft: Draft) -> None:
    rules, players = draft.edition, len(draft.hands)
    try:
        check_players(rules, players)
    except SetupError as error:
        raise PositionError(str(error)) from None
    for what, length in (
        ("hidden", len(draft.hidden)),
        ("scores", len(draft.scores)),
        ("one_nation_tables", len(draft.one_nation_tables)),
    ):
        if length != players:
            raise PositionError(f"{what} must have one entry for each of {players} players; it has {length}")
    if len(set(draft.out)) != len(draft.out) or not set(draft.out) <= set(range(players)):
        raise PositionError(
            f"out must name players from 0 to {players - 1}, each once; got {list(draft.out)}"
        )
    if not 0 <= draft.player < players:
        raise PositionError(f"the player to move must be 0 to {players - 1}; got {draft.player}")
    for player, hand in enumerate(draft.hands):
        most = 0 if player in draft.out else rules.most_in_hand
        if len(hand) > most:
            raise PositionError(f"player {player} may hold at most {most} tiles; got {len(hand)}")
    for player, score in enumerate(draft.scores):
        if score < 0:
            raise PositionError(f"points are never negative; player {player} has {score}")
    if any(count < 0 for count in draft.one_nation_tables) or draft.passes < 0:
        raise PositionError("one_nation_tables and passes are never negative")


def _check_tiles(draft: Draft) -> None:
    expected = Counter(draft.edition.tiles)
    found = Counter(guest_of(occupant) for occupant in draft.seated if occupant != FREE)
    for tiles in (*draft.hands, *draft.hidden, draft.bar, draft.bag, draft.removed):
        found.update(tiles)
    blanks = found.pop(BLANK, 0)
    for guest, count in found.items():
        if count > expected[guest]:
            raise PositionError(f"there are {expected[guest]} {GUESTS[guest]} in the game; got {count}")
    missing = expected - found
    if missing.total() != blanks:
        named = ", ".join(f"{count} {GUESTS[guest]}" for guest, count in missing.items())
        raise PositionError(f"every tile must be somewhere; missing: {named}; {blanks} are unknown")
    if len(draft.bar) > len(draft.edition.bar_points):
        raise PositionError(
            f"the bar has {len(draft.edition.bar_points)} places; got {len(draft.bar)} guests"
        )
    if not draft.edition.draws and any(draft.hidden):
        raise PositionError(f"no tiles are face down in edition {draft.edition.name}")


def _check_tables(draft: Draft) -> None:
    plan = draft.edition.plan
    if plan.nations and tuple(draft.tables) != plan.nations:
        table = next(t for t, nation in enumerate(draft.tables) if nation != plan.nations[t])
        raise PositionError(
            f"table {plan.tables[table]} is for {NATIONS[plan.nations[table]]} in this edition"
        )
    if not draft.edition.table_cards:
        if draft.pile:
            raise PositionError(f"no table cards are dealt in edition {draft.edition.name}")
        return
    cards = Counter((*draft.tables, *draft.pile))
    for nation, count in cards.items():
        if nation < len(NATIONS) and count > 2:
            raise PositionError(f"there are two tables of {NATIONS[nation]}; got {count}")
    if cards[BLANK] + sum(cards[nation] for nation in range(len(NATIONS))) > 2 * len(NATIONS):
        raise PositionError(f"there are {2 * len(NATIONS)} tables in the game; got more")


def _check_chairs(draft: Draft) -> None:
    plan = draft.edition.plan
    for chair, occupant in enumerate(draft.seated):
        if occupant == FREE:
            continue
        guest, nation = guest_of(occupant), nation_of(occupant)
        name, cell = GUESTS[guest], plan.chairs[chair]
        nations = nations_at(draft, chair)
        if guest >= JOKERS and draft.edition.jokers_named != (nation is not None):
            what = "must stand for a nation" if nation is None else "stands for no nation"
            raise PositionError(f"{name} on {cell} {what} in edition {draft.edition.name}")
        if nation is not None and nation not in nations:
            fitting = (
                " or ".join(NATIONS[fits] for fits in nations) or "nobody, as there is no table beside it"
            )
            raise PositionError(f"{cell} is a chair for {fitting}; {name}, as {NATIONS[nation]}, sits there")


def _check_mix(draft: Draft, party_under_way: bool) -> None:
    rules = draft.edition
    allowed = set(ALLOWED) | {(0, 0)}
    if rules.table_cards:
        allowed |= {(2, 0), (0, 2)}
        if not party_under_way:
            allowed -= {(2, 2)}
    elif rules.parties:
        allowed |= {(4, 0), (0, 4)}
    for table, tally in enumerate(draft.tallies):
        mix = gentlemen(tally), ladies(tally)
        if draft.party is not None and draft.party[0] == table:
            fits = mix[1 - draft.party[1]] == 0
        else:
            fits = mix in allowed
        if not fits:
            raise PositionError(
                f"{mix[0]} gentlemen and {mix[1]} ladies cannot sit at table {rules.plan.tables[table]}"
            )


def _check_turn(draft: Draft) -> None:
    rules, taken = draft.edition, draft.taken
    if draft.player in draft.out:
        raise PositionError(f"player {draft.player} is to move but is out")
    if draft.owes is not None and (draft.owes not in taken or draft.free >> draft.owes & 1):
        raise PositionError("owes_partner must be a chair taken this turn on which somebody sits")
    if draft.owes is not None and (draft.party is not None or draft.may_close):
        raise PositionError("a partner cannot be owed during a party or when the café may be closed")
    if draft.party is not None and not rules.parties:
        raise PositionError("there is a party, but the variant parties is not in play")
    if draft.may_close and (not rules.draws or draft.hands[draft.player] or not taken):
        raise PositionError(
            "the café may be closed only in the card game, by a player whose hand has become empty"
        )
    if taken and draft.party is None and not draft.may_close:
        if len(taken) >= rules.seats_a_turn:
            raise PositionError(f"a turn ends after {rules.seats_a_turn} guests; {len(taken)} are seated")
        if not draft.hands[draft.player]:
            raise PositionError("a turn ends when the hand is empty; this one continues")


def _check_goes_on(state: State) -> None:
    reason = reason_to_end(state, state.passes)
    if reason is not None:
        raise PositionError(f"the game has ended ({reason}), but over is null")
    if BLANK not in state.hand and not legal_actions(state):
        what = "the party cannot be completed" if state.party is not None else "no partner can follow"
        raise PositionError(f"no action is legal: {what}")
