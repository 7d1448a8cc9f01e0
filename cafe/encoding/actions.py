"""Actions as integers: one for every legal action, as few as there can be, the same in every version.

| integers | `board`, `board-classic` | integers | `card` |
|---|---|---|---|
| 0-191 | seat a guest of the table's nation: sex, side, table | 0-39 | the same |
| 192-383 | seat a joker standing for the table's nation | | |
| 384-575 | swap a joker for a guest of the table's nation | | |
| 576-599 | send a guest to the bar: nation, sex | 40-63 | lay a card face down: nation, sex |
| 600 | done or pass | 64 | done or draw |
| | | 65 | close |
| 601-648 | announce a party (variant `parties`): sex, table | 66-75 | the same |

Within a row the first thing named counts most: a seat is `(sex * 4 + side) * tables + table`, with the
gentlemen first, the sides north, east, south, west and the tables in reading order. A chair that stands at
two tables of the guest's nation, or takes a joker for which nothing is said, goes by the first of its tables;
the integer by the other one is never legal.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, Literal

from cafe.encoding.sides import Place, Side, sides_of
from cafe.rules import (
    Action,
    Bar,
    Close,
    Done,
    Draw,
    Edition,
    Hide,
    Party,
    Pass,
    Seat,
    State,
    Swap,
    legal_actions,
)
from cafe.rules.actions import CLOSE, DONE, DRAW, PASS
from cafe.rules.floorplan import Chair, Table
from cafe.rules.guests import JOKERS, SEXES, Guest, Nation, Sex

Kind = Literal["seat", "joker", "swap"]

MOST_KEPT: Final = 2_000
"""Actions whose integers are kept, and sets of tables for which they are; the board has one set."""


class ActionCode:
    """The integers of one edition's actions; `action_code` gives the same object for the same edition."""

    def __init__(self, edition: Edition) -> None:
        self.edition: Final = edition
        plan = edition.plan
        self._sides: Final = sides_of(plan)
        self._tables: Final = len(plan.tables)
        kinds: tuple[Kind, ...] = ("seat", "joker", "swap") if edition.jokers_a_sex else ("seat",)
        places = len(SEXES) * 4 * self._tables
        self._first: Final = {kind: index * places for index, kind in enumerate(kinds)}
        self.guest: Final = len(kinds) * places
        """The first integer of the bar, or of laying a card face down."""
        self.done: Final = self.guest + JOKERS
        """Done; pass or draw where that is what a turn can begin with."""
        self.close: Final = self.done + 1
        self.party: Final = self.done + (2 if edition.draws else 1)
        """The first integer of announcing a party."""
        self.size: Final = self.party + (len(SEXES) * self._tables if edition.parties else 0)
        """How many integers there are."""
        self._known: Final[dict[bytes, dict[int, tuple[int, Action]]]] = {}

    def integers(self, state: State, actions: Sequence[Action]) -> list[int]:
        """The integers of actions that can be legal in this state.

        The rules make every action once for an edition, so integers are kept by which object an action is,
        while the same tables lie there. An action that is kept stays alive, so no other one takes its place.
        """
        known = self._known.get(state.tables)
        if known is None or len(known) > MOST_KEPT:
            if len(self._known) >= MOST_KEPT:
                self._known.clear()
            known = self._known[state.tables] = {}
        found = []
        for action in actions:
            kept = known.get(id(action))
            if kept is None:
                kept = known[id(action)] = self.integer(state, action), action
            found.append(kept[0])
        return found

    def integer(self, state: State, action: Action) -> int:
        """The integer of an action that can be legal in this state, or in what is known of it."""
        match action:
            case Seat(guest=guest, chair=chair, nation=nation):
                kind: Kind = "joker" if guest >= JOKERS else "seat"
                return self._place(kind, guest & 1, self._named_by(state, guest, chair, nation))
            case Swap(guest=guest, chair=chair):
                return self._place("swap", guest & 1, self._named_by(state, guest, chair, None))
            case Bar(guest=guest) | Hide(guest=guest):
                return self.guest + guest
            case Party(table=table, sex=sex):
                return self.party + sex * self._tables + table
            case Close():
                return self.close
            case Done() | Pass() | Draw():
                return self.done

    def _place(self, kind: Kind, sex: Sex, place: Place) -> int:
        return self._first[kind] + (sex * 4 + place.side) * self._tables + place.table

    def _named_by(self, state: State, guest: Guest, chair: Chair, nation: Nation | None) -> Place:
        """The place by which a chair is named for a guest: the first of its tables of that nation."""
        places = self._sides.places_of[chair]
        if guest < JOKERS:
            nation = guest >> 1
        elif nation is None:
            return places[0]
        for place in places:
            if state.tables[place.table] == nation:
                return place
        raise ValueError(f"expected a guest of a nation of the chair's tables; got {guest} on chair {chair}")

    def action(self, state: State, integer: int) -> Action:
        """The action of an integer in this state, legal or not; ValueError if the edition has none of it."""
        if not 0 <= integer < self.size:
            raise ValueError(f"expected an action from 0 to {self.size - 1}; got {integer}")
        if integer >= self.party:
            sex, table = divmod(integer - self.party, self._tables)
            return self.edition.interned.party[table][sex]
        if integer >= self.done:
            return self._plain(state, integer)
        if integer >= self.guest:
            guest = integer - self.guest
            return self.edition.interned.hide[guest] if self.edition.draws else Bar(guest)
        kind, place = divmod(integer, len(SEXES) * 4 * self._tables)
        rest, table = divmod(place, self._tables)
        return self._at(state, kind, *divmod(rest, 4), table)

    def _plain(self, state: State, integer: int) -> Action:
        if integer == self.close and self.edition.draws:
            return CLOSE
        begins = not state.taken and not state.may_close
        if begins:
            return DRAW if self.edition.draws else PASS
        return DONE

    def _at(self, state: State, kind: int, sex: Sex, side: Side, table: Table) -> Action:
        chair, nation, plan = self._sides.chair_at[table][side], state.tables[table], self.edition.plan
        if kind == 1:
            return Seat(JOKERS + sex, chair, nation if self.edition.jokers_named else None, plan)
        guest = 2 * nation + sex
        return Swap(guest, chair, plan) if kind else Seat(guest, chair, None, plan)

    def legal(self, state: State) -> list[int]:
        """The integers of all legal actions, in the order of `legal_actions`."""
        return self.integers(state, legal_actions(state))

    def mask(self, state: State) -> bytearray:
        """One byte per integer, 1 where it is a legal action."""
        mask = bytearray(self.size)
        for integer in self.legal(state):
            mask[integer] = 1
        return mask


@cache
def action_code(edition: Edition) -> ActionCode:
    """The integers of this edition's actions."""
    return ActionCode(edition)
