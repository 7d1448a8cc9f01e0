"""Hidden hands: what the others may reply with theirs, and what the player's own hand is ready for.

The others' hands are dealt at random from all unseen cards, the same for every turn compared, and the best
turn of each is priced in the café that a turn leaves. These numbers correct the evaluation of the position;
their weights are data, like its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from random import Random
from typing import Final

from cafe.bots.combo import best_turn
from cafe.bots.meter import BudgetSpent, Meter
from cafe.bots.offers import unseen_tiles
from cafe.bots.regular import Judged
from cafe.bots.weights import Weights
from cafe.rules.guests import BLANK
from cafe.rules.setup import shuffled
from cafe.rules.state import Hand, State

_REPLIES: Final = (
    "next_reply",  # points of the best turn of the next player's hand
    "rest_reply",  # the same for the others, on average
)
_READY: Final = (
    "cover",  # kinds of guests in one's hand who may find a free chair at a table of theirs
    "middle",  # guests in one's hand for the table in the middle
)
GUESSES: Final = _REPLIES + _READY
"""Names of the numbers, in the order of their weights."""


def dealt_hands(state: State, player: int, seed: int) -> list[Hand]:
    """A hand for each other player in order, dealt from everything that this one cannot see."""
    unseen = [kind for kind, count in enumerate(unseen_tiles(state)) for _ in range(count)]
    tiles = shuffled(unseen, Random(seed))
    found: list[Hand] = []
    for step in range(1, state.players):
        size = len(state.hands[(player + step) % state.players])
        found.append(tuple(sorted(tiles[:size])))
        del tiles[:size]
    return found


def replies(after: State, hands: Sequence[Hand]) -> list[float]:
    """What these hands could score in reply to a turn that leads here."""
    first, *rest = (float(best_turn(after, hand)) for hand in hands)
    return [first, sum(rest) / len(rest) if rest else 0.0]


def ready(after: State, player: int) -> list[float]:
    """What a player's hand is ready for after a turn that leads here."""
    hand = after.hands[player]
    middle = after.tables[len(after.tables) // 2]
    cover = sum(bool(after.home[kind >> 1] & after.free) for kind in set(hand) if kind != BLANK)
    return [float(cover), float(sum(kind >> 1 == middle for kind in hand))]


def guesses(after: State, player: int, deals: Sequence[Sequence[Hand]]) -> list[float]:
    """All numbers of the position after a turn, with replies averaged over these deals."""
    columns = zip(*(replies(after, hands) for hands in deals), strict=True)
    return [sum(column) / len(deals) for column in columns] + ready(after, player)


class Guess:
    """Values turns from one position where hands are hidden."""

    def __init__(self, state: State, weights: Weights, meter: Meter) -> None:
        self._state = state
        found = weights.guesses_of(state)
        self._replies, self._ready = found[: len(_REPLIES)], found[len(_REPLIES) :]
        self._meter = meter
        self._hands: dict[int, list[Hand]] = {}

    def before(self, turn: Judged) -> float:
        """What a turn is worth before anything is dealt."""
        after = turn.option.after
        if after.over is not None:
            return turn.value
        found: float = sum(map(mul, self._ready, ready(after, self._state.player)))
        return turn.value + found

    def value(self, turn: Judged, rounds: int, seed: int) -> float | None:
        """What a turn is worth if the others hold what this seed deals; None if the budget ran out first.

        Nothing is followed further than the replies, however many rounds are asked for.
        """
        try:
            self._meter.demand()
        except BudgetSpent:
            return None
        after = turn.option.after
        if after.over is not None:
            return turn.value
        if seed not in self._hands:
            self._hands[seed] = dealt_hands(self._state, self._state.player, seed)
        found: float = sum(map(mul, self._replies, replies(after, self._hands[seed])))
        return self.before(turn) + found
