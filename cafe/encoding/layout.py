"""What an observation consists of: named arrays of small whole numbers, and their order in the flat vector.

Everything is relative to the observer: player 0 of an array is the observer, then the others in the order of
turns; arrays have a place for each player that the edition allows, zero for those not in the game. The flat
vector holds `tables` first, row by row, then the other arrays in the order of `fields`, each number divided
by its array's `scale`. All scales are powers of two, so that the division is exact.
"""

from __future__ import annotations

from functools import cache
from math import prod
from typing import Final, NamedTuple

from cafe.encoding.sides import SIDES
from cafe.rules import Edition
from cafe.rules import edition as find_edition
from cafe.rules.guests import JOKERS, NATIONS, SEXES

VERSION: Final = 1
"""Rises whenever an integer of an action or a place in an observation changes its meaning."""


class Field(NamedTuple):
    """One array of an observation."""

    name: str
    shape: tuple[int, ...]
    scale: int
    means: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


class Layout(NamedTuple):
    """The arrays of an edition's observations. Variants change nothing in it."""

    table_features: tuple[tuple[str, int], ...]
    """The columns of `tables`, each with its scale."""
    fields: tuple[Field, ...]
    """The other arrays."""
    tables: int
    players: int
    """The most that can play."""
    seen_hands: int
    """How many hands an observer sees: all of them, or only their own."""
    kinds: int

    @property
    def table_shape(self) -> tuple[int, int]:
        """Rows and columns of `tables`."""
        return self.tables, len(self.table_features)

    @property
    def size(self) -> int:
        """The length of the flat vector."""
        return prod(self.table_shape) + sum(field.size for field in self.fields)

    def column(self, name: str) -> int:
        """The column of `tables` with this name."""
        return [feature for feature, _ in self.table_features].index(name)

    def start(self, name: str) -> int:
        """Where an array begins in the flat vector."""
        place = prod(self.table_shape)
        for field in self.fields:
            if field.name == name:
                return place
            place += field.size
        raise KeyError(name)


SIDE_FEATURES: Final = ("taken", "lady", "own", "joker")
"""What is said about the chair on each side; `own`: the guest counts as one of this table's nation."""


def _table_features(edition: Edition, seen_hands: int) -> tuple[tuple[str, int], ...]:
    sides = tuple((f"{side}_{name}", 1) for side in SIDES for name in SIDE_FEATURES)
    owed = tuple((f"{side}_owed", 1) for side in SIDES)
    worth = tuple((f"{side}_worth", 16) for side in SIDES)
    hands = tuple((f"hand{player}_{sex}", 4) for player in range(seen_hands) for sex in SEXES)
    unseen = tuple((f"unseen_{sex}", 4) for sex in SEXES)
    nations = tuple((nation, 1) for nation in NATIONS) if edition.table_cards else ()
    return (
        *sides,
        *owed,
        *worth,
        ("one_nation", 1),
        *((f"party_{sex}", 1) for sex in SEXES),
        *hands,
        *unseen,
        *nations,
    )


@cache
def layout(name: str) -> Layout:
    """The layout of an edition's observations, by the edition's name."""
    edition = find_edition(name)
    players = edition.most_players
    seen_hands = players if edition.open_hands else 1
    kinds = JOKERS + (len(SEXES) if edition.jokers_a_sex else 0)
    counts = edition.most_players - edition.least_players + 1
    fields = [
        Field("hands", (seen_hands, kinds), 4, "tiles of each kind in every hand that is seen"),
        Field("unseen", (kinds,), 4, "tiles of each kind that the observer has not seen"),
        Field("hand_sizes", (players,), 16, "tiles in each hand"),
        Field("scores", (players,), 128, "points"),
        Field("to_move", (players,), 1, "who is to move"),
        Field("starter", (players,), 1, "who started the game"),
        Field("players", (counts,), 1, f"how many play, from {edition.least_players}"),
        Field("variants", (len(edition.known_variants),), 1, ", ".join(edition.known_variants)),
        Field(
            "turn",
            (edition.seats_a_turn,),
            1,
            "guests seated in this turn, from none; more count as the last",
        ),
        Field("owes", (1,), 1, "a partner is owed"),
        Field("party", (1,), 1, "a party is under way"),
        Field("over", (1,), 1, "the game is over"),
        Field("draws_left", (1,), 128, "tiles that can be drawn before the bag ends the game"),
    ]
    if edition.refills:
        fields += [
            Field("one_nation_tables", (players,), 8, "one-nation tables that each has completed"),
            Field("out", (players,), 4, "0 for a player still in, 1 for the first to go out, and so on"),
            Field("passes", (1,), 4, "passes in a row"),
            Field("bar", (1,), 32, "guests at the bar"),
            Field("bar_price", (1,), 32, "what the next place at the bar pays"),
        ]
    if edition.draws:
        fields += [
            Field("hidden_sizes", (players,), 16, "cards that each has laid face down"),
            Field("may_close", (1,), 1, "the café may be closed"),
            Field("pile", (1,), 32, "table cards left"),
        ]
    return Layout(
        _table_features(edition, seen_hands),
        tuple(fields),
        len(edition.plan.tables),
        players,
        seen_hands,
        kinds,
    )
