"""One round ahead: the others' best replies, a deal of what is unseen, then the player's own best turn."""

from __future__ import annotations

from random import Random

from cafe.bots.evaluation import value
from cafe.bots.meter import BudgetSpent, Meter
from cafe.bots.offers import unseen_tiles
from cafe.bots.options import Option
from cafe.bots.regular import Judged
from cafe.bots.reply import Reply, best_reply
from cafe.bots.weights import Weights
from cafe.rules.actions import Action
from cafe.rules.guests import BLANK
from cafe.rules.seating import open_chairs
from cafe.rules.setup import shuffled
from cafe.rules.state import Hand, State
from cafe.rules.trial import is_under_way


class Lookahead:
    """Values turns from one position, with all hands open, by playing a round."""

    def __init__(self, state: State, weights: Weights, meter: Meter) -> None:
        self._weights = weights
        self._meter = meter
        self._player = state.player
        self._replied: dict[tuple[Action, ...], State] = {}

    def before(self, turn: Judged) -> float:
        """What a turn is worth before looking ahead."""
        return turn.value

    def value(self, turn: Judged, rounds: int, seed: int) -> float | None:
        """The value of this turn after some rounds with one deal; None if the budget ran out first."""
        try:
            self._meter.demand()
            return self._value(turn, rounds, Random(seed))
        except BudgetSpent:
            return None

    def after_replies(self, turn: Judged) -> float | None:
        """The value of this turn after the replies, before anything is dealt; None if the budget ran out.

        The position is evaluated for the player who moved last, so this is for two players with open hands.
        """
        try:
            state = self._after_replies(turn.option)
        except BudgetSpent:
            return None
        if state.over is not None or self._player in state.out:
            return value(state, self._player, self._weights)
        return -value(state, 1 - self._player, self._weights)

    def _value(self, turn: Judged, rounds: int, rng: Random) -> float:
        state = self._after_replies(turn.option)
        for left in range(rounds, 0, -1):
            if state.over is not None or self._player in state.out:
                break
            best = self._best(_dealt(state, rng))
            if left == 1:
                return best.value
            state = self._replies(_dealt(best.after, rng))
        return value(state, self._player, self._weights)

    def _best(self, state: State) -> Reply:
        """The turn that is best for the player to move."""
        return best_reply(state, self._weights, self._meter.demand)

    def _after_replies(self, option: Option) -> State:
        """The position when it is the player's turn again, or the end."""
        known = self._replied.get(option.actions)
        if known is None:
            known = self._replied[option.actions] = self._replies(option.after)
        return known

    def _replies(self, state: State) -> State:
        """Let every other player take the turn that is best for that player.

        A player who is out has no next turn: the others would play on with unknown tiles.
        """
        while state.over is None and self._player not in state.out:
            if state.player == self._player and not is_under_way(state):
                break
            state = self._best(state).after
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
