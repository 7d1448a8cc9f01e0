"""Parties: a table of ladies only or gentlemen only, filled in one turn (RULES 6)."""

from __future__ import annotations

from collections.abc import Iterator

from cafe.rules.actions import Action, Party, Seat
from cafe.rules.floorplan import Chair, Table
from cafe.rules.guests import JOKERS, NO_NATION, Nation, Sex
from cafe.rules.state import Draft, Hand
from cafe.rules.tally import CLOSED_TO, SEX, gentlemen, ladies


def parties(state: Draft) -> Iterator[Party]:
    """Every party that the hand can complete."""
    men = sum(1 for guest in state.hand if not guest & 1)
    for sex, count in enumerate((men, len(state.hand) - men)):
        if count >= state.edition.party_least:
            for table in range(len(state.tables)):
                if can_party(state, table, sex):
                    yield state.edition.interned.party[table][sex]


def can_party(state: Draft, table: Table, sex: Sex) -> bool:
    """Whether the hand can make this table all ladies or all gentlemen."""
    tally = state.tallies[table]
    if state.tables[table] == NO_NATION or (gentlemen(tally) if sex else ladies(tally)):
        return False
    chairs = empty_chairs(state, table)
    return len(chairs) >= state.edition.party_least and can_complete(state, table, sex, chairs, state.hand)


def empty_chairs(state: Draft, table: Table) -> tuple[Chair, ...]:
    """The free chairs of a table."""
    return tuple(chair for chair in state.edition.plan.chairs_of[table] if state.free >> chair & 1)


def can_complete(state: Draft, table: Table, sex: Sex, chairs: tuple[Chair, ...], hand: Hand) -> bool:
    """Whether guests in the hand can fill all these chairs of the party's table."""
    guests = tuple(guest for guest in hand if guest & 1 == sex)
    return _mix_holds(state, table, sex, chairs) and _fill(state, chairs, guests)


def _mix_holds(state: Draft, table: Table, sex: Sex, chairs: tuple[Chair, ...]) -> bool:
    """`seat.mix` at all tables except the party's own, guest by guest; the order makes no difference."""
    tallies = bytearray(state.tallies)
    for chair in chairs:
        for other in state.edition.plan.tables_of[chair]:
            if other != table:
                if CLOSED_TO[sex][tallies[other]]:
                    return False
                tallies[other] += SEX[sex]
    return True


def _fill(state: Draft, chairs: tuple[Chair, ...], guests: Hand) -> bool:
    if not chairs:
        return True
    if len(guests) < len(chairs):
        return False
    nations = nations_at(state, chairs[0])
    return any(
        (guest >= JOKERS or guest >> 1 in nations)
        and (not index or guests[index - 1] != guest)
        and _fill(state, chairs[1:], guests[:index] + guests[index + 1 :])
        for index, guest in enumerate(guests)
    )


def nations_at(state: Draft, chair: Chair) -> tuple[Nation, ...]:
    """The nations of a chair's tables, each once."""
    tables = state.edition.plan.tables_of[chair]
    return tuple(dict.fromkeys(state.tables[table] for table in tables if state.tables[table] != NO_NATION))


def party_steps(state: Draft) -> Iterator[Action]:
    """The seats that a party under way may take next without spoiling its completion."""
    if state.party is None:
        return
    table, sex = state.party
    chairs = empty_chairs(state, table)
    if not _mix_holds(state, table, sex, chairs):
        return
    guests = tuple(guest for guest in state.hand if guest & 1 == sex)
    for index, guest in enumerate(guests):
        if index and guests[index - 1] == guest:
            continue
        rest = guests[:index] + guests[index + 1 :]
        for chair in chairs:
            nations = nations_at(state, chair)
            fits = guest >= JOKERS or guest >> 1 in nations
            if fits and _fill(state, tuple(other for other in chairs if other != chair), rest):
                yield from seats_of(state, guest, chair)


def seats_of(state: Draft, guest: int, chair: Chair) -> Iterator[Seat]:
    """The ways to seat a guest on a chair: a joker that is named, once for each nation of the chair."""
    interned = state.edition.interned
    if guest < JOKERS:
        yield interned.seat[guest][1 << chair][0]
    elif state.edition.jokers_named:
        for nation in nations_at(state, chair):
            yield interned.seat_joker[guest & 1][nation][1 << chair][0]
    else:
        yield interned.seat_joker[guest & 1][0][1 << chair][0]
