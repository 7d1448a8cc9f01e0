"""One round ahead: the others' best replies, a deal of what is unseen, the own best turn after that."""

from __future__ import annotations

from random import Random
from typing import Final

from cafe.bots.evaluation import value
from cafe.bots.market import unseen_tiles
from cafe.bots.meter import BudgetSpent, Meter
from cafe.bots.options import Option, blank
from cafe.bots.regular import judged
from cafe.bots.weights import Weights
from cafe.rules.guests import BLANK
from cafe.rules.seating import open_chairs
from cafe.rules.setup import shuffled
from cafe.rules.state import Hand, State
from cafe.rules.turns import apply
from cafe.rules.view import View, determinise, view

WIDTH: Final = 14
"""Turns that are evaluated of a reply: the best-paid ones."""


class Lookahead:
    """Values turns from one view by what a round brings."""

    def __init__(self, seen: View, weights: Weights, meter: Meter) -> None:
        self._view = seen
        self._weights = weights
        self._meter = meter
        self._open = seen.known.edition.open_hands
        self._player = seen.known.player
        self._replied: dict[int, State] = {}

    def value(self, option: Option, rounds: int, rng: Random) -> float | None:
        """The value of this turn after some rounds with one deal; None if the budget ran out before."""
        try:
            self._meter.demand()
            return self._value(option, rounds, rng)
        except BudgetSpent:
            return None

    def _value(self, option: Option, rounds: int, rng: Random) -> float:
        state = self._after_replies(option, rng)
        for left in range(rounds, 0, -1):
            if state.over is not None or self._player in state.out:
                break
            if self._open:
                state = _dealt(state, rng)
            best = judged(self._seen(state), self._weights, width=WIDTH, tick=self._meter.demand)[0]
            if left == 1:
                return best.value
            state = _replayed(state, best.option)
            state = self._replies(_dealt(state, rng) if self._open else state)
        return value(state, self._player, self._weights)

    def _seen(self, state: State) -> State:
        """What the player to move knows of a state in which everything is dealt."""
        return blank(state) if self._open else view(state, state.player).known

    def _after_replies(self, option: Option, rng: Random) -> State:
        """The position when it is the player's turn again, or the end."""
        if not self._open:
            return self._replies(_replayed(determinise(self._view, rng), option))
        known = self._replied.get(id(option))
        if known is None:
            known = self._replied[id(option)] = self._replies(option.after)
        return known

    def _replies(self, state: State) -> State:
        """Let every other player take the turn that is best for that player.

        Before that the own turn is ended, which in the card game goes on when a new table has been dealt.
        """
        while state.over is None and (state.player != self._player or state.taken or state.party is not None):
            turns = judged(self._seen(state), self._weights, width=WIDTH, tick=self._meter.demand)
            for action in turns[0].option.actions:
                state, _ = apply(state, action)
        return state


def _replayed(state: State, option: Option) -> State:
    """The state after the actions of a turn that was found where less was known."""
    for action in option.actions:
        state, _ = apply(state, action)
    return state


def _dealt(state: State, rng: Random) -> State:
    """The state with the blank tiles of all hands dealt from what is unseen."""
    unseen = [kind for kind, count in enumerate(unseen_tiles(state)) for _ in range(count)]
    tiles = shuffled(unseen, rng)
    draft = state.draft()
    draft.hands = tuple(_filled(hand, tiles) for hand in state.hands)
    draft.open_to = open_chairs(draft)
    return draft.freeze()


def _filled(hand: Hand, tiles: list[int]) -> Hand:
    if BLANK not in hand:
        return hand
    return tuple(sorted(tiles.pop() if tile == BLANK else tile for tile in hand))
