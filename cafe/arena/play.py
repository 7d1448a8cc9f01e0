"""One game between contestants, and what is stored about it."""

from __future__ import annotations

import time
from random import Random

import msgspec

from cafe.arena.contestant import action_in
from cafe.arena.forfeit import Forfeit, Why, raised_text
from cafe.arena.match import Game, Match
from cafe.arena.program import GRACE_MS, Program
from cafe.arena.running_contestants import RunningContestants
from cafe.bots import Bot, Budget
from cafe.protocol.ending import FORFEIT
from cafe.rules.actions import Action
from cafe.rules.record import make_record, write_record
from cafe.rules.seating import legal_actions
from cafe.rules.setup import new_game
from cafe.rules.state import State
from cafe.rules.trial import turn_is_over
from cafe.rules.turns import apply
from cafe.rules.value import but
from cafe.rules.view import view

LEAST_MS = 1.0
"""The time given for an action when the turn's time is used up."""


class Lost(msgspec.Struct, frozen=True):
    """The contestant who lost a game before its end, and why."""

    contestant: int
    why: str
    text: str


class Played(msgspec.Struct, frozen=True):
    """A finished game; lists are in seat order."""

    bag: int
    seats: tuple[int, ...]
    final: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    turns: tuple[int, ...]
    """Turns that each seat had."""
    points: tuple[int, ...]
    """Points scored, before the penalties at the end."""
    ms: tuple[tuple[float, ...], ...]
    """Time of every turn; measured by a clock, so not repeatable."""
    lost: Lost | None = None

    def key(self) -> str:
        """The key of the game."""
        return Game(self.bag, self.seats).key()


class Outcome(msgspec.Struct, frozen=True):
    """A finished game and its whole record."""

    played: Played
    record: str


class Table:
    """A game in progress, who plays in it and the time of each turn."""

    def __init__(self, running: RunningContestants, game: Game) -> None:
        match = running.match
        self._running = running
        self._game = game
        self._seated: dict[int, Bot | Program] = {}
        self._rngs = [Random(f"{match.seed}/{game.key()}/{seat}") for seat in range(match.players)]
        self._clock = time.process_time if match.clock == "cpu" else time.monotonic
        self.start = self.state = new_game(match.rules(), match.players, bag_seed(match, game.bag))
        self.actions: list[Action] = []
        self.ms: list[list[float]] = [[] for _ in game.seats]

    def play(self) -> Lost | None:
        """Play to the end; returns who forfeited by breaking the rules of the match, if anybody did."""
        while self.state.over is None:
            seat = self.state.player
            who = self._game.seats[seat]
            try:
                self._turn(seat)
            except Forfeit as error:
                if error.why != Why.ILLEGAL:
                    self._running.dismiss(who)
                return Lost(who, error.why, str(error))
        return None

    def _turn(self, seat: int) -> None:
        used = 0.0
        while True:
            action, spent = self._choice(seat, used)
            used += spent
            self.state, _ = apply(self.state, action)
            self.actions.append(action)
            if turn_is_over(self.state, seat):
                break
        self.ms[seat].append(round(used, 2))

    def _choice(self, seat: int, used: float) -> tuple[Action, float]:
        match = self._running.match
        who = self._game.seats[seat]
        player = self._seated.get(seat)
        if player is None:
            player = self._seated[seat] = self._running.seat(who)
        seen, legal, rng = view(self.state, seat), legal_actions(self.state), self._rngs[seat]
        given = match.ms_of(who)
        left = max(LEAST_MS, given - used)
        if isinstance(player, Program):
            return player.choose(seen, legal, int(rng.random() * 2**32), left, given + GRACE_MS - used)
        begin = self._clock()
        try:
            choice = player.choose(seen, legal, rng, Budget(left, match.nodes, self._clock))
        except Exception as error:
            raise Forfeit(Why.ERROR, raised_text(error)) from None
        spent = (self._clock() - begin) * 1000
        try:
            action = action_in(choice)
        except TypeError as error:
            raise Forfeit(Why.ANSWER, str(error)) from None
        if action not in legal:
            raise Forfeit(Why.ILLEGAL, f"expected one of the legal actions; got {repr(action)[:200]}")
        return action, spent


def bag_seed(match: Match, bag: int) -> int:
    """The seed of a bag: the same for every seating."""
    return match.seed * 1_000_003 + bag


def play(running: RunningContestants, game: Game) -> Outcome:
    """Play one game of a match."""
    table = Table(running, game)
    lost = table.play()
    names = tuple(running.match.contestants[who].name for who in game.seats)
    record = make_record(table.start, table.actions, names)
    if lost is not None:
        header = {FORFEIT: f"{running.match.contestants[lost.contestant].name}, {lost.why}: {lost.text}"}
        record = but(record, extra=header)
    return Outcome(_played(table, game, lost), write_record(record))


def _played(table: Table, game: Game, lost: Lost | None) -> Played:
    state, over = table.state, table.state.over
    if over is not None:
        final, ranks, winners, reason = over.final, over.ranks, over.winners, over.reason
    elif lost is not None:
        final, ranks, winners = _forfeited(state, game, lost.contestant)
        reason = "forfeit"
    else:
        raise AssertionError("the game has not ended")
    return Played(
        bag=game.bag,
        seats=game.seats,
        final=final,
        ranks=ranks,
        winners=winners,
        reason=reason,
        turns=tuple(len(times) for times in table.ms),
        points=state.scores,
        ms=tuple(tuple(times) for times in table.ms),
        lost=lost,
    )


def _forfeited(
    state: State, game: Game, loser: int
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Points, ranks and winners: the loser's seats come last with 0 points, and the others share the win."""
    others = tuple(seat for seat, who in enumerate(game.seats) if who != loser)
    final = tuple(points if seat in others else 0 for seat, points in enumerate(state.scores))
    ranks = tuple(1 if seat in others else len(others) + 1 for seat in range(len(game.seats)))
    return final, ranks, others
