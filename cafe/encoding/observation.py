"""An observation of a game, from a view alone: the arrays of `cafe.encoding.layout`, filled with NumPy."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        "observations need NumPy: pip install 'cafe-international[encoding]'"
    ) from missing

from cafe.encoding.layout import layout
from cafe.encoding.sides import sides_of
from cafe.rules import Edition, State, View
from cafe.rules.guests import FREE, JOKERS, NATIONS, NO_NATION, guest_of, nation_of
from cafe.rules.tally import OF_NATION, SEX

Array = NDArray[Any]


class Observer:
    """Observations of one edition; `observer` gives the same object for the same edition."""

    def __init__(self, edition: Edition) -> None:
        self.edition: Final = edition
        self.layout: Final = layout(edition.name)
        plan, sides = edition.plan, sides_of(edition.plan)
        tables = len(plan.tables)
        self._chair_at: Final = np.array(sides.chair_at)
        self._others: Final = _others(edition)
        self._tiles: Final = np.bincount(edition.tiles, minlength=self.layout.kinds).astype(np.int16)
        self._guest_of: Final = np.array(
            [guest_of(who) if who < FREE else self.layout.kinds for who in range(256)]
        )
        self._chair_features: Final = _chair_features()
        self._paid: Final = _paid(edition)
        self._rows: Final = np.arange(tables)
        self._worth: Final = self.layout.column("north_worth")
        self._owed: Final = self.layout.column("north_owed")
        self._one_nation: Final = self.layout.column("one_nation")
        self._party: Final = self.layout.column("party_m")
        self._hands: Final = self.layout.column("hand0_m")
        self._unseen: Final = self.layout.column("unseen_m")
        scales = np.repeat(
            [1, *(field.scale for field in self.layout.fields)],
            [0, *(field.size for field in self.layout.fields)],
        )
        rows = np.tile([scale for _, scale in self.layout.table_features], tables)
        self._shrink: Final = (1 / np.concatenate((rows, scales))).astype(np.float32)

    def arrays(self, view: View) -> Mapping[str, NDArray[np.int16]]:
        """The named arrays: `tables` and those of the layout's fields."""
        numbers = self._numbers(view)
        rows, columns = self.layout.table_shape
        found = {"tables": numbers[: rows * columns].reshape(rows, columns)}
        place = rows * columns
        for field in self.layout.fields:
            found[field.name] = numbers[place : place + field.size].reshape(field.shape)
            place += field.size
        return found

    def flat(self, view: View) -> NDArray[np.float32]:
        """All of it in one vector, scaled."""
        return self._numbers(view) * self._shrink

    def _numbers(self, view: View) -> NDArray[np.int16]:
        if view.seat is None:
            raise ValueError("expected the view of a player; got a spectator's")
        state, seat, shape = view.known, view.seat, self.layout
        order = [(seat + step) % state.players for step in range(state.players)]
        hands = np.zeros((shape.seen_hands, shape.kinds), np.int16)
        for row, player in zip(hands, order, strict=False):
            for guest in state.hands[player]:
                row[guest] += 1
        unseen = self._unseen_tiles(state, seat, hands)
        tables = self._table_rows(state, hands, unseen)
        fields: list[Any] = [tables.ravel(), hands.ravel(), unseen]
        fields.append(self._plain(state, order))
        return np.concatenate(fields)

    def _unseen_tiles(self, state: State, seat: int, hands: NDArray[np.int16]) -> NDArray[np.int16]:
        kinds = self.layout.kinds
        visible = bytes((*state.bar, *state.removed, *state.hidden[seat]))
        chairs = self._guest_of[np.frombuffer(state.seated, np.uint8)]
        seen = np.bincount(np.concatenate((chairs, np.frombuffer(visible, np.uint8))), minlength=kinds)
        found: NDArray[np.int16] = (
            self._tiles - hands.sum(axis=0, dtype=np.int16) - seen[:kinds].astype(np.int16)
        )
        return found

    def _table_rows(
        self, state: State, hands: NDArray[np.int16], unseen: NDArray[np.int16]
    ) -> NDArray[np.int16]:
        rows = np.zeros(self.layout.table_shape, np.int16)
        nations = np.frombuffer(state.tables, np.uint8)
        tallies = np.frombuffer(state.tallies + b"\0", np.uint8)
        seated = np.frombuffer(state.seated, np.uint8)[self._chair_at]
        about = self._chair_features[seated, np.minimum(nations, len(NATIONS))[:, None]]
        rows[:, : 4 * about.shape[2]] = about.reshape(len(rows), -1)
        if state.owes is not None:
            rows[:, self._owed : self._owed + 4] = self._chair_at == state.owes
        rows[:, self._worth : self._worth + 4] = self._worth_of(nations, tallies, seated)
        sitting = about[:, :, 0].sum(axis=1)
        rows[:, self._one_nation] = (sitting > 0) & (tallies[:-1] // OF_NATION == sitting)
        if state.party is not None:
            table, sex = state.party
            rows[table, self._party + sex] = 1
        present = nations != NO_NATION
        kinds = 2 * np.where(present, nations, 0)
        for sex in range(2):
            columns = slice(self._hands + sex, self._unseen, 2)
            rows[:, columns] = (hands[:, kinds + sex] * present).T
            rows[:, self._unseen + sex] = unseen[kinds + sex] * present
        if self.edition.table_cards:
            rows[self._rows[present], self._unseen + 2 + nations[present]] = 1
        return rows

    def _worth_of(self, nations: Array, tallies: Array, seated: Array) -> Array:
        """What a guest of the table's nation would score on each free chair, were it legal (RULES 3)."""
        own, mixed = self._paid
        worth = np.repeat(own[tallies[:-1]][:, None], 4, axis=1)
        padded = np.append(nations, NO_NATION)
        for others in self._others:
            same = padded[others] == nations[:, None]
            paid = np.where(same, own[tallies[others]], mixed[tallies[others]])
            worth += np.where(others < len(nations), paid, 0)
        worth[(seated != FREE) | (nations == NO_NATION)[:, None]] = 0
        return worth

    def _plain(self, state: State, order: list[int]) -> NDArray[np.int16]:
        """The arrays after `unseen`, in the layout's order."""
        edition, players = self.edition, self.layout.players
        rest = [0] * (players - state.players)
        bag = len(state.bag) - edition.bag_rest
        numbers = [
            *(len(state.hands[player]) for player in order),
            *rest,
            *(state.scores[player] for player in order),
            *rest,
            *(int(player == state.player) for player in order),
            *rest,
            *(int(player == 0) for player in order),
            *rest,
            *(
                int(state.players == count)
                for count in range(edition.least_players, edition.most_players + 1)
            ),
            *(int(variant in edition.variants) for variant in edition.known_variants),
            *(
                int(count == min(len(state.taken), edition.seats_a_turn - 1))
                for count in range(edition.seats_a_turn)
            ),
            int(state.owes is not None),
            int(state.party is not None),
            int(state.over is not None),
            bag,
        ]
        if edition.refills:
            filled = len(state.bar)
            numbers += [
                *(state.one_nation_tables[player] for player in order),
                *rest,
                *(state.out.index(player) + 1 if player in state.out else 0 for player in order),
                *rest,
                state.passes,
                filled,
                edition.bar_points[filled] if filled < len(edition.bar_points) else 0,
            ]
        if edition.draws:
            numbers += [
                *(len(state.hidden[player]) for player in order),
                *rest,
                int(state.may_close),
                len(state.pile),
            ]
        return np.array(numbers, np.int16)


def _others(edition: Edition) -> tuple[NDArray[np.intp], ...]:
    """For each table and side the other tables of the chair there; one past the last where there is none."""
    sides, none = sides_of(edition.plan), len(edition.plan.tables)
    found = []
    most = max(len(places) for places in sides.places_of)
    for index in range(most - 1):
        rows = []
        for table, chairs in enumerate(sides.chair_at):
            others = [
                [place.table for place in sides.places_of[chair] if place.table != table] for chair in chairs
            ]
            rows.append([other[index] if index < len(other) else none for other in others])
        found.append(np.array(rows))
    return tuple(found)


def _chair_features() -> NDArray[np.int16]:
    """By occupant and nation of the table: taken, lady, of the table's nation, joker."""
    found = np.zeros((256, len(NATIONS) + 1, 4), np.int16)
    for who in range(FREE):
        nation, joker = nation_of(who), guest_of(who) >= JOKERS
        for table in range(len(NATIONS)):
            found[who, table] = 1, who & 1, nation is None or nation == table, joker
    return found


def _paid(edition: Edition) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """What one more guest scores at a table by its tally: one of its nation, another one."""
    prices = [price.points for price in edition.prices[0]]
    tallies = range(len(prices))

    def after(more: int) -> NDArray[np.int16]:
        return np.array(
            [prices[tally + more] if tally + more < len(prices) else 0 for tally in tallies], np.int16
        )

    return after(SEX[0] + OF_NATION), after(SEX[0])


@cache
def observer(edition: Edition) -> Observer:
    """The observations of this edition."""
    return Observer(edition)
