"""An observation of a game, from a view alone: the arrays of `cafe.encoding.layout`, filled with NumPy."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        "observations need NumPy: pip install 'cafe-international[encoding]'"
    ) from missing

from cafe.encoding.layout import SIDE_FEATURES, Layout, layout
from cafe.encoding.sides import sides_of
from cafe.rules import Edition, State, View
from cafe.rules.guests import FREE, JOKERS, NATIONS, NO_NATION, SEXES, guest_of, nation_of
from cafe.rules.tally import OF_NATION, SEX, SITTING

Numbers = NDArray[np.int16]
Places = NDArray[np.intp]

MOST_KEPT: Final = 5_000
"""Sets of tables for which the look-ups are kept; the board has one."""
NO_TABLE: Final = len(NATIONS)
"""The nation of a place without a table, in the look-ups."""


class Lookups(NamedTuple):
    """Where to look for what is said of the tables, while these nations lie there."""

    said: Places
    """For each number about a chair: where its answers begin."""
    paid: Places
    """For each chair of each table, and each table that it touches: where the payments begin."""
    counts: Places
    """For each table: its nation's places in the hands and among the unseen tiles."""
    nations: Numbers
    """The nation of each table, one hot."""


class Observer:
    """Observations of one edition; `observer` gives the same object for the same edition.

    Nearly every number is looked up, by who sits on a chair or by a table's tally, and where to look is laid
    out once. Against computing each array from the state it takes 40 % for the board, 25 % for the card game.
    """

    def __init__(self, edition: Edition) -> None:
        self.edition: Final = edition
        self._name: Final = edition.name
        shape = layout(edition.name)
        self.layout: Final = shape
        sides = sides_of(edition.plan)
        self._chairs: Final = np.array(sides.chair_at)
        self._each_chair: Final = self._chairs.repeat(len(SIDE_FEATURES))
        self._touched: Final = _touched(edition)
        self._said: Final = _said()
        self._paid: Final = _paid(edition)
        self._one_nation: Final = np.array(
            [0 < sitting == tally // OF_NATION for tally, sitting in enumerate(SITTING)], np.int16
        )
        self._tiles: Final = np.bincount(edition.tiles, minlength=shape.kinds)
        self._guests: Final = bytes(guest_of(who) if who < FREE else shape.kinds for who in range(256))
        self._lookups: Final[dict[bytes, Lookups]] = {}
        self._columns: Final = _columns(shape)
        first, second = shape.start("hands"), shape.start("hand_sizes")
        self._parts: Final = slice(first), slice(first, second), slice(second, None)
        self._constants: Final = {
            players: (
                *(int(players == count) for count in range(edition.least_players, edition.most_players + 1)),
                *(int(variant in edition.variants) for variant in edition.known_variants),
            )
            for players in range(edition.least_players, edition.most_players + 1)
        }
        scales = [field.scale for field in shape.fields for _ in range(field.size)]
        rows = [scale for _, scale in shape.table_features] * shape.tables
        self._shrink: Final = (1 / np.array(rows + scales)).astype(np.float32)

    def arrays(self, view: View) -> Mapping[str, Numbers]:
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

    def _numbers(self, view: View) -> Numbers:
        if view.seat is None:
            raise ValueError("expected the view of a player; got a spectator's")
        state, seat = view.known, view.seat
        if state.edition.name != self._name:
            raise ValueError(f"expected the view of a game of {self._name}; got one of {state.edition.name}")
        order = [*range(seat, state.players), *range(seat)]
        numbers = np.zeros(len(self._shrink), np.int16)
        tables, counts, plain = self._parts
        self._count(state, order, numbers[counts])
        self._look(state, numbers[counts], numbers[tables].reshape(self.layout.table_shape))
        numbers[plain] = self._plain(state, order)
        return numbers

    def _count(self, state: State, order: list[int], counts: Numbers) -> None:
        """Tiles of each kind in every hand that is seen, then those not seen."""
        kinds, hands = self.layout.kinds, self.layout.seen_hands
        counted = bytearray(hands * kinds)
        seen = [state.seated.translate(self._guests), state.bar, state.removed, bytes(state.hidden[order[0]])]
        for first, player in zip(range(0, hands * kinds, kinds), order, strict=False):
            hand = state.hands[player]
            seen.append(bytes(hand))
            for guest in hand:
                counted[first + guest] += 1
        counts[: len(counted)] = np.frombuffer(counted, np.uint8)
        everywhere = np.bincount(np.frombuffer(b"".join(seen), np.uint8), minlength=kinds + 1)
        counts[len(counted) :] = self._tiles - everywhere[:kinds]

    def _look(self, state: State, counts: Numbers, rows: Numbers) -> None:
        """What is said of the tables, a row each."""
        lookups = self._lookups.get(state.tables) or self._look_up(state.tables)
        columns, tables = self._columns, self.layout.tables
        tallies = np.frombuffer(state.tallies + b"\0", np.uint8)
        occupants = np.frombuffer(state.seated, np.uint8).take(self._each_chair)
        worth = self._paid.take(lookups.paid + tallies.take(self._touched)).sum(axis=0, dtype=np.int16)
        worth *= occupants[:: len(SIDE_FEATURES)] == FREE
        rows[:, columns["said"]] = self._said.take(lookups.said + occupants).reshape(tables, -1)
        rows[:, columns["worth"]] = worth.reshape(tables, -1)
        rows[:, columns["one_nation"]] = self._one_nation.take(tallies[:-1])[:, None]
        rows[:, columns["counts"]] = counts.take(lookups.counts)
        if state.owes is not None:
            rows[:, columns["owed"]] = self._chairs == state.owes
        if state.party is not None:
            table, sex = state.party
            rows[table, columns["party"].start + sex] = 1
        if self.edition.table_cards:
            rows[:, columns["nations"]] = lookups.nations
            if NO_NATION in state.tables:
                rows[lookups.nations.sum(axis=1) == 0] = 0

    def _look_up(self, tables: bytes) -> Lookups:
        if len(self._lookups) >= MOST_KEPT:
            self._lookups.clear()
        shape = self.layout
        nations = np.minimum(np.frombuffer(tables, np.uint8).astype(np.intp), NO_TABLE)
        present = nations < NO_TABLE
        features = len(SIDE_FEATURES)
        said = (nations[:, None, None] * features + np.arange(features)) * 256 + np.zeros((1, 4, 1), np.intp)
        own = np.arange(len(nations)).repeat(4)
        padded = np.append(nations, -1)
        same = padded[self._touched] == nations[own]
        kind = np.where(self._touched == len(nations), 0, np.where(same, 1, 2)) * present[own]
        hands = np.arange(shape.seen_hands + 1)[:, None] * shape.kinds + np.arange(len(SEXES))
        counts = hands.ravel() + 2 * (nations * present)[:, None]
        hot = np.eye(NO_TABLE + 1, dtype=np.int16)[nations][:, :NO_TABLE]
        found = self._lookups[tables] = Lookups(said.ravel(), kind * len(SITTING), counts, hot)
        return found

    def _plain(self, state: State, order: list[int]) -> list[int]:
        """The arrays after `unseen`, in the layout's order."""
        edition, players = self.edition, state.players
        rest = [0] * (self.layout.players - players)
        to_move, starter, turn = [0] * players, [0] * players, [0] * edition.seats_a_turn
        to_move[state.player - order[0]] = starter[-order[0]] = 1
        turn[min(len(state.taken), len(turn) - 1)] = 1
        numbers = [
            *[len(state.hands[player]) for player in order],
            *rest,
            *[state.scores[player] for player in order],
            *rest,
            *to_move,
            *rest,
            *starter,
            *rest,
            *self._constants[players],
            *turn,
            state.owes is not None,
            state.party is not None,
            state.over is not None,
            len(state.bag) - edition.bag_rest,
        ]
        if edition.refills:
            out, filled = state.out, len(state.bar)
            numbers += [
                *[state.one_nation_tables[player] for player in order],
                *rest,
                *[out.index(player) + 1 if player in out else 0 for player in order],
                *rest,
                state.passes,
                filled,
                edition.bar_points[filled] if filled < len(edition.bar_points) else 0,
            ]
        if edition.draws:
            numbers += [
                *[len(state.hidden[player]) for player in order],
                *rest,
                state.may_close,
                len(state.pile),
            ]
        return numbers


def _columns(shape: Layout) -> dict[str, slice]:
    """The columns of `tables` that are written together."""
    ends = {
        "said": ("north_taken", 4 * len(SIDE_FEATURES)),
        "owed": ("north_owed", 4),
        "worth": ("north_worth", 4),
        "one_nation": ("one_nation", 1),
        "party": ("party_m", len(SEXES)),
        "counts": ("hand0_m", len(SEXES) * (shape.seen_hands + 1)),
    }
    begin = {name: shape.column(first) for name, (first, _) in ends.items()}
    found = {name: slice(begin[name], begin[name] + size) for name, (_, size) in ends.items()}
    return found | {"nations": slice(found["counts"].stop, len(shape.table_features))}


def _touched(edition: Edition) -> Places:
    """For each side of each table: the table itself, then the chair's others; past the last for none."""
    sides, none = sides_of(edition.plan), len(edition.plan.tables)
    most = max(len(places) for places in sides.places_of)
    columns = []
    for table, chairs in enumerate(sides.chair_at):
        for chair in chairs:
            others = [place.table for place in sides.places_of[chair] if place.table != table]
            columns.append([table, *others, *[none] * (most - 1 - len(others))])
    return np.array(columns).T


def _said() -> Numbers:
    """By nation of the table, feature and occupant: taken, lady, of the table's nation, joker."""
    found = np.zeros((NO_TABLE + 1, len(SIDE_FEATURES), 256), np.int16)
    for who in range(FREE):
        nation, joker = nation_of(who), guest_of(who) >= JOKERS
        for table in range(NO_TABLE):
            found[table, :, who] = 1, who & 1, nation is None or nation == table, joker
    return found.ravel()


def _paid(edition: Edition) -> Numbers:
    """What one more guest scores at a table by its tally: nothing, one of its nation, another one."""
    prices = [price.points for price in edition.prices[0]]

    def after(more: int) -> list[int]:
        return [prices[tally + more] if tally + more < len(prices) else 0 for tally in range(len(prices))]

    return np.array([[0] * len(prices), after(SEX[0] + OF_NATION), after(SEX[0])], np.int16).ravel()


@cache
def observer(edition: Edition) -> Observer:
    """The observations of this edition."""
    return Observer(edition)
