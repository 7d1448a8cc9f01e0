"""Who may sit where, and every legal action (RULES 2, 4.1, 7). All of it is arithmetic on masks of chairs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cafe.rules.actions import CLOSE, DONE, DRAW, PASS, Action, Seat, Swap
from cafe.rules.floorplan import FloorPlan, Mask
from cafe.rules.guests import JOKERS, Guest, nation_of
from cafe.rules.party import parties, party_steps
from cafe.rules.state import Draft, Hand, State

NOWHERE: Final[tuple[Mask, Mask]] = (0, 0)


def legal_actions(state: State) -> list[Action]:
    """Every action the player to move may take now, each once; none leads into a dead end."""
    if state.over is not None:
        return []
    if state.may_close:
        return [CLOSE, DONE]
    if state.party is not None:
        return list(party_steps(state))
    edition, home, hand = state.edition, state.home, state.hands[state.player]
    interned = edition.interned
    men, women = state.open_to
    begins = not state.taken
    actions = interned.seat_or_bar if begins and edition.bar_points else interned.seat
    jokers = state.jokers
    can_swap = begins and (jokers[0] or jokers[1])
    found: list[Action] = []
    before = -1
    for guest in hand:
        if guest == before:
            continue
        before = guest
        if guest < JOKERS:
            at_home = home[guest >> 1]
            found += actions[guest][at_home & (women if guest & 1 else men)]
            if can_swap:
                chairs = at_home & jokers[guest & 1]
                if chairs:
                    found += _swaps(state, guest, chairs)
        else:
            found += _joker_seats(state, guest)
    if not begins:
        if state.owes is None:
            found.append(DONE)
        return found
    if edition.draws:
        if len(hand) < edition.most_in_hand:
            found.append(DRAW)
        else:
            found += [interned.hide[guest] for guest in sorted(set(hand))]
    if edition.parties:
        found += parties(state)
    return found or [PASS]


def _joker_seats(state: State, joker: Guest) -> Iterator[Seat]:
    """Every seat of a joker, for each nation it can stand for where that is said (RULES 2.1)."""
    interned, chairs = state.edition.interned, state.open_to[joker & 1]
    for choice, nation_chairs in zip(interned.seat_joker[joker & 1], interned.joker_chairs, strict=True):
        if chairs & nation_chairs:
            yield from choice[chairs & nation_chairs]


def _swaps(state: State, guest: Guest, chairs: Mask) -> tuple[Swap, ...]:
    """The swaps of jokers on these chairs for a guest of a matching nation (RULES 4.3)."""
    swaps = state.edition.interned.swap[guest][chairs]
    if state.edition.swap_exact:
        return tuple(swap for swap in swaps if nation_of(state.seated[swap.chair]) == guest >> 1)
    return swaps


def open_chairs(state: Draft) -> tuple[Mask, Mask]:
    """The chairs that a gentleman, a lady of the mover's hand may take now, but for the nation.

    This is what `open_to` must be; nothing where no guest can be seated freely.
    """
    if state.may_close or state.party is not None or state.over is not None:
        return NOWHERE
    edition, free, occupied = state.edition, state.free, state.occupied
    plan = edition.plan
    low, high = edition.chairs_at
    men, women = state.closed_to
    men = free & ~(low[men & 4095] | high[men >> 12])
    women = free & ~(low[women & 4095] | high[women >> 12])
    if state.owes is not None:
        beside = plan.beside[state.owes]
        return men & beside, women & beside
    company = low[occupied & 4095] | high[occupied >> 12]
    taken = len(state.taken)
    if taken + 2 > edition.seats_a_turn or not free & ~company:
        return men & company, women & company
    if edition.opening and not occupied and not state.player:
        return men, women
    home, hand = state.home, state.hands[state.player]
    beside_men, beside_women = _beside_partners(plan, home, hand, men, women)
    with_partner = men & (company | beside_women), women & (company | beside_men)
    if edition.lone_guest and not taken and not any_fits(home, hand, with_partner):
        return men, women
    return with_partner


def _beside_partners(
    plan: FloorPlan, home: tuple[Mask, ...], hand: Hand, men: Mask, women: Mask
) -> tuple[Mask, Mask]:
    """Chairs beside one that a gentleman, a lady of the hand could take: a table for two (RULES 4.1).

    Of use for chairs whose tables are empty; seating there changes nothing for the partner's other tables.
    """
    neighbours = plan.neighbours
    beside = [0, 0]
    before = -1
    for guest in hand:
        if guest == before:
            continue
        before = guest
        chairs = women if guest & 1 else men
        if guest < JOKERS:
            chairs &= home[guest >> 1]
            if chairs:
                beside[guest & 1] |= neighbours[chairs]
        else:
            for nation_chairs in home:
                beside[guest & 1] |= neighbours[chairs & nation_chairs]
    return beside[0], beside[1]


def any_fits(home: tuple[Mask, ...], hand: Hand, chairs: tuple[Mask, Mask]) -> bool:
    """Whether somebody in the hand may take one of these chairs, given for gentlemen and for ladies."""
    return any(chairs[guest & 1] & (home[guest >> 1] if guest < JOKERS else -1) for guest in hand)
