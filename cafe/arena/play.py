"""One game between contestants, and what is kept of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

import msgspec

from cafe.arena.contestant import Program, make_contestant
from cafe.arena.match import Game, Match
from cafe.bots import Bot, Budget
from cafe.rules.errors import CafeError
from cafe.rules.seating import legal_actions
from cafe.rules.setup import new_game
from cafe.rules.state import State
from cafe.rules.turns import apply
from cafe.rules.view import view

LEAST_MS = 1.0
"""What is given for an action when the turn's time is used up."""


class Played(msgspec.Struct, frozen=True):
    """A finished game; lists go by seat."""

    bag: int
    seats: tuple[int, ...]
    final: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    turns: tuple[int, ...]
    """Turns that each seat had."""
    points: tuple[int, ...]
    """Points scored, before the end's penalties."""
    ms: tuple[tuple[float, ...], ...]
    """Time of every turn; wall-clock, so not repeatable."""

    def key(self) -> str:
        """The key of the game."""
        return Game(self.bag, self.seats).key()


class Table:
    """A game under way, its bots and the time of each turn."""

    def __init__(self, match: Match, game: Game) -> None:
        self._match = match
        self._state = new_game(match.rules(), match.players, bag_seed(match, game.bag))
        self._bots: list[Bot] = [make_contestant(match.contestants[who]) for who in game.seats]
        self._rngs = [Random(f"{match.seed}/{game.key()}/{seat}") for seat in range(match.players)]
        self._clock: Callable[[], float] = time.process_time if match.clock == "cpu" else time.monotonic
        self.ms: list[list[float]] = [[] for _ in game.seats]

    def play(self) -> State:
        """Play to the end; the last state."""
        while self._state.over is None:
            self._turn()
        return self._state

    def close(self) -> None:
        """End outside programs."""
        for bot in self._bots:
            if isinstance(bot, Program):
                bot.close()

    def _turn(self) -> None:
        player = self._state.player
        used = 0.0
        while True:
            self._state, spent = self._action(player, used)
            used += spent
            after = self._state
            under_way = after.player == player and (after.taken or after.party is not None)
            if after.over is not None or not under_way:
                break
        self.ms[player].append(round(used, 2))

    def _action(self, player: int, used: float) -> tuple[State, float]:
        match, clock = self._match, self._clock
        budget = Budget(max(LEAST_MS, match.ms - used), match.nodes, clock)
        legal = legal_actions(self._state)
        begin = clock()
        choice = self._bots[player].choose(view(self._state, player), legal, self._rngs[player], budget)
        spent = (clock() - begin) * 1000
        try:
            return apply(self._state, choice.action)[0], spent
        except CafeError as error:
            name = match.contestants[player] if player < len(match.contestants) else str(player)
            raise AssertionError(f"{name} chose an illegal action: {error}") from None


def bag_seed(match: Match, bag: int) -> int:
    """The seed of a bag: the same for every seating."""
    return match.seed * 1_000_003 + bag


def play(match: Match, game: Game) -> Played:
    """Play one game of a match."""
    table = Table(match, game)
    try:
        state = table.play()
    finally:
        table.close()
    over = state.over
    if over is None:
        raise AssertionError("the game has not ended")
    return Played(
        bag=game.bag,
        seats=game.seats,
        final=over.final,
        ranks=over.ranks,
        winners=over.winners,
        reason=over.reason,
        turns=tuple(len(times) for times in table.ms),
        points=state.scores,
        ms=tuple(tuple(times) for times in table.ms),
    )
