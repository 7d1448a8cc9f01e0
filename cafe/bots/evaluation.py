"""The evaluation of a position after a turn: named features, weighted by data.

A position is seen by the player who has just moved: what that player holds, and what the next player and the
others may do with an open (or guessed) hand. Every feature has two weights, for the beginning and for
the end of the game; between them the evaluation blends.
"""

from __future__ import annotations

from operator import mul
from typing import Final

from cafe.bots.combo import best_turn
from cafe.bots.offers import CafeWithUnseen, cafe_with_unseen, prospect, unseen_tiles
from cafe.bots.standing import margin, tiles_to_come
from cafe.bots.weights import Weights
from cafe.rules.guests import BLANK, JOKERS
from cafe.rules.state import State

_HAND: Final = (
    "combo",  # points of the best complete turn
    "total",  # points of all guests, each at its best chair
    "none",  # no guest finds a scoring chair
    "one",  # only one does
    "none_cost",  # the same, times what the bar costs
    "one_cost",
    "dead",  # guests whose nation has no free chair left
    "couples",  # nations with which an empty table can be opened
    "tiles",
    "jokers",
    "bait",  # jokers in the café that this hand could swap
    "one_nation",
    "short",  # points missing to pay the bar
)
FEATURES: Final = (
    "constant",
    "lead",
    "near_lead",
    *(f"{who}_{name}" for who in ("own", "next", "rest") for name in _HAND),
)
"""Names of the features, in the order of `features`."""


def phase(state: State) -> float:
    """How much of the game is left: 1 at the beginning, 0 at the end."""
    edition = state.edition
    tiles = tiles_to_come(state) / len(edition.tiles)
    if edition.table_cards:
        return min(tiles, (len(state.pile) + 1) / 20)
    chairs = state.free.bit_count() / len(edition.plan.chairs)
    bar = 1 - len(state.bar) / len(edition.bar_points) if edition.bar_points else 1.0
    return min(tiles, chairs, bar)


def features(state: State, player: int, left: float, unseen: list[int]) -> list[float]:
    """The features of a running game as `player`, who has just moved, knows it.

    `left` is the phase; `unseen` counts, by kind, the tiles that are in no open place.
    """
    found = cafe_with_unseen(state, unseen)
    lead = _lead(state, player)
    order = [(player + step) % state.players for step in range(1, state.players)]
    others = [other for other in order if other not in state.out]
    values = [1.0, lead, lead * (1 - left) ** 2]
    values += _hand(state, found, player)
    values += _hand(state, found, others[0])
    rest = [_hand(state, found, other) for other in others[1:]]
    if rest:
        values += [sum(column) / len(rest) for column in zip(*rest, strict=True)]
    else:
        values += [0.0] * len(_HAND)
    return values


def _lead(state: State, player: int) -> float:
    """Points ahead of the best other player; what the hands cost is counted among the hands' features."""
    best = max(
        score for other, score in enumerate(state.scores) if other != player and other not in state.out
    )
    return float(max(-80, min(80, state.scores[player] - best)))


def _hand(state: State, found: CafeWithUnseen, player: int) -> list[float]:
    hand = state.hands[player]
    top, total, none, one, dead, couples = prospect(state, found, hand)
    edition = state.edition
    known = tuple([tile for tile in hand if tile != BLANK])
    jokers = 0
    for tile in known:
        if tile >= JOKERS:
            jokers += 1
    price = -edition.bar_points[len(state.bar)] if edition.bar_points else 0
    best = best_turn(state, known) if known else 0
    return [
        max(top, best),
        total,
        none,
        one,
        none * price,
        one * price,
        dead,
        couples,
        len(hand) - jokers + jokers * edition.joker_penalty / max(1, edition.penalty),
        float(jokers),
        _bait(state, player),
        float(state.one_nation_tables[player]),
        float(max(0, price - state.scores[player])),
    ]


def _bait(state: State, player: int) -> float:
    """Seated jokers for which the hand has a matching guest."""
    men, women = state.jokers
    if not men | women:
        return 0.0
    found = 0
    for tile in state.hands[player]:
        if tile < JOKERS:
            found |= state.jokers[tile & 1] & state.home[tile >> 1]
    return float(found.bit_count())


def value(state: State, player: int, weights: Weights, unseen: list[int] | None = None) -> float:
    """What the position is worth to `player`, who has just moved: the expected margin at the end.

    `unseen` saves time where many turns from one position are compared: it is the same for all of them.
    """
    if state.over is not None or player in state.out:
        return margin(state, player)
    left = phase(state)
    found = features(state, player, left, unseen_tiles(state) if unseen is None else unseen)
    early, late = weights.of(state)
    begin: float = sum(map(mul, found, early))
    end: float = sum(map(mul, found, late))
    return begin * left + end * (1 - left)
