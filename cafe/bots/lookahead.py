"""One round ahead: the others' best replies, a deal of what is unseen, the own best turn after that."""

from __future__ import annotations

from random import Random

from cafe.bots.evaluation import value
from cafe.bots.market import unseen_tiles
from cafe.bots.meter import BudgetSpent, Meter
from cafe.bots.options import Option
from cafe.bots.reply import Reply, best_reply
from cafe.bots.weights import Weights
from cafe.rules.actions import Action
from cafe.rules.guests import BLANK
from cafe.rules.seating import open_chairs
from cafe.rules.setup import shuffled
from cafe.rules.state import Hand, State
from cafe.rules.turns import apply
from cafe.rules.view import View, determinise, view


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

    def after_replies(self, option: Option) -> float | None:
        """The value of this turn after the replies, before anything is dealt; None if the budget ran out.

        It is what the last mover makes of the position, so this is for two players with open hands.
        """
        try:
            state = self._after_replies(option, Random(0))
        except BudgetSpent:
            return None
        if state.over is not None or self._player in state.out:
            return value(state, self._player, self._weights)
        return -value(state, 1 - self._player, self._weights)

    def _value(self, option: Option, rounds: int, rng: Random) -> float:
        state = self._after_replies(option, rng)
        for left in range(rounds, 0, -1):
            if state.over is not None or self._player in state.out:
                break
            if self._open:
                state = _dealt(state, rng)
            best = self._best(state)
            if left == 1:
                return best.value
            state = self._played(state, best)
            state = self._replies(_dealt(state, rng) if self._open else state)
        return value(state, self._player, self._weights)

    def _best(self, state: State) -> Reply:
        """The turn that is best for the player to move, by what that player knows."""
        known = state if self._open else view(state, state.player).known
        return best_reply(known, self._weights, self._meter.demand)

    def _played(self, state: State, reply: Reply) -> State:
        """The state after a reply; where hands are open, nothing that it was found without is known."""
        return reply.after if self._open else _replayed(state, reply.actions)

    def _after_replies(self, option: Option, rng: Random) -> State:
        """The position when it is the player's turn again, or the end."""
        if not self._open:
            return self._replies(_replayed(determinise(self._view, rng), option.actions))
        known = self._replied.get(id(option))
        if known is None:
            known = self._replied[id(option)] = self._replies(option.after)
        return known

    def _replies(self, state: State) -> State:
        """Let every other player take the turn that is best for that player.

        Before that the own turn is ended, which in the card game goes on when a new table has been dealt.
        """
        while state.over is None and (state.player != self._player or state.taken or state.party is not None):
            state = self._played(state, self._best(state))
        return state


def _replayed(state: State, actions: tuple[Action, ...]) -> State:
    """The state after the actions of a turn that was found where less was known."""
    for action in actions:
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
