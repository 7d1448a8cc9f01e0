"""Hidden hands: what the others may reply with theirs, and what the player's own hand is ready for.

The others' hands are dealt at random from all unseen cards, the same for every turn compared, and the best
turn of each is priced in the café that a turn leaves. These numbers correct the evaluation of the position;
their weights are data, like its own. A turn that clears a table is evaluated with tables dealt at random: the
weights know no café with unknown ones, and the turn may go on at the tables that are left.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from operator import mul
from random import Random
from typing import Final

from cafe.bots.combo import best_turn
from cafe.bots.evaluation import value
from cafe.bots.meter import BudgetSpent, Meter
from cafe.bots.offers import unseen_tiles
from cafe.bots.options import Option
from cafe.bots.regular import Judged, judged
from cafe.bots.weights import Weights
from cafe.rules.actions import Action
from cafe.rules.events import Dealt
from cafe.rules.guests import BLANK
from cafe.rules.setup import shuffled
from cafe.rules.state import Hand, State
from cafe.rules.trial import is_under_way
from cafe.rules.turns import apply
from cafe.rules.view import View, determinise

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
PILES: Final = 4
"""Deals of the tables that come after one is cleared."""
CLEARING: Final = 8
"""The most turns that are followed through these deals, the most promising ones."""
WIDTH: Final = 6
"""The ways to go on that are evaluated in each deal,"""
LIMIT: Final = 60
"""and the steps tried to find them."""


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

    def __init__(self, seen: View, weights: Weights, meter: Meter) -> None:
        self._seen = seen
        self._state = seen.known
        self._weights = weights
        found = weights.guesses_of(seen.known)
        self._replies, self._ready = found[: len(_REPLIES)], found[len(_REPLIES) :]
        self._meter = meter
        self._hands: dict[int, list[Hand]] = {}
        self._continued: dict[tuple[Action, ...], list[Judged]] = {}

    def before(self, turn: Judged) -> float:
        """What a turn is worth before hands are dealt."""
        ends = self._ends(turn)
        return sum(map(self._worth, ends)) / len(ends)

    def value(self, turn: Judged, rounds: int, seed: int) -> float | None:
        """What a turn is worth if the others hold what this seed deals; None if the budget ran out first.

        Nothing is followed further than the replies, however many rounds are asked for.
        """
        try:
            self._meter.demand()
        except BudgetSpent:
            return None
        ends = self._ends(turn)
        after = ends[seed % len(ends)].option.after
        if after.over is not None:
            return self.before(turn)
        if seed not in self._hands:
            self._hands[seed] = dealt_hands(self._state, self._state.player, seed)
        found: float = sum(map(mul, self._replies, replies(after, self._hands[seed])))
        return self.before(turn) + found

    def _worth(self, turn: Judged) -> float:
        if turn.option.after.over is not None:
            return turn.value
        found: float = sum(map(mul, self._ready, ready(turn.option.after, self._state.player)))
        return turn.value + found

    def _ends(self, turn: Judged) -> list[Judged]:
        """The turn itself, or how it ends in each deal of the tables that come where it clears some."""
        actions = turn.option.actions
        if actions not in self._continued:
            if not any(type(event) is Dealt for event in turn.option.events):
                return [turn]
            if len(self._continued) >= CLEARING:
                return [turn]
            ends: list[Judged] = []
            for pile in self._piles:
                if not self._meter.is_left():
                    return [turn]
                ends.append(self._end(actions, pile))
            self._continued[actions] = ends
        return self._continued[actions]

    def _end(self, actions: tuple[Action, ...], pile: bytes) -> Judged:
        """The best way to go on after these actions if the tables come in this order."""
        player, after = self._state.player, self._state.but(pile=pile)
        for action in actions:
            after, _ = apply(after, action)
        if after.player == player and after.over is None and is_under_way(after):
            return max(
                judged(after, self._weights, width=WIDTH, limit=LIMIT, tick=self._meter.tick), key=self._worth
            )
        return Judged(Option((), 0, (), after), value(after, player, self._weights))

    @cached_property
    def _piles(self) -> list[bytes]:
        return [determinise(self._seen, Random(deal)).pile for deal in range(PILES)]
