"""Playing a match: over the cores of this machine, or over many machines with Ray."""

from __future__ import annotations

import multiprocessing.util
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any

from cafe.arena.match import Game, Match, games
from cafe.arena.play import Outcome, play
from cafe.arena.report import duel_numbers
from cafe.arena.results import Results
from cafe.arena.running_contestants import RunningContestants
from cafe.arena.statistics import bootstrap
from cafe.arena.workers import worker_pool

LOOK_EVERY = 20
"""Bags between two checks whether the match is decided."""
SURE = 0.99
"""The interval that must be clear at a check: of many checks at 95 %, one may easily be clear by luck."""


@dataclass(frozen=True)
class Effort:
    """How much is played, and with what."""

    bags: int
    workers: int = 1
    stop_at: float | None = None
    """Stop when the interval of the first contestant's share against the second lies on one side of this."""
    ray: str | None = None
    """Address of a Ray cluster; None plays here."""


def run(results: Results, effort: Effort, progress: Callable[[int, int], None] | None = None) -> None:
    """Play every game of the match that is not in the results yet, or until it is decided.

    Bags are played in blocks, so that an early stop considers whole bags, and the same ones in every run.
    """
    match = results.match
    wanted = list(games(match, effort.bags))
    block = LOOK_EVERY if effort.stop_at is not None else effort.bags
    with _players(match, effort) as player:
        results.make_folder()
        for first in range(0, effort.bags, block):
            missing = [
                game
                for game in wanted
                if first <= game.bag < first + block and game.key() not in results.games
            ]
            for outcome in player.play(missing):
                results.add(outcome)
                if progress is not None:
                    progress(len(results.games), len(wanted))
            if effort.stop_at is not None and decided(results, first + block, effort.stop_at):
                return


def decided(results: Results, bags: int, bar: float) -> bool:
    """Whether the interval of the first contestant's share against the second is clear of the bar."""
    played = [game for game in results.games.values() if game.bag < bags]
    shares, _ = duel_numbers(played, 0, 1, results.match.together)
    found = bootstrap(shares, results.match.seed, SURE)
    return bool(shares) and (found.low > bar or found.high < bar)


class LocalPlayers:
    """Plays games on the cores of this machine; with one worker, in this process."""

    def __init__(self, match: Match, workers: int) -> None:
        self._match = match
        self._contestants = RunningContestants(match)
        self._pool = worker_pool(workers) if workers > 1 else None
        self._waiting = 2 * workers

    def __enter__(self) -> LocalPlayers:
        """Start the programs once, so that one that does not play this game is reported before the match."""
        self._contestants.start()
        if self._pool is not None:
            self._contestants.close()
        return self

    def __exit__(self, *error: object) -> None:
        self._contestants.close()
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def play(self, games: Iterable[Game]) -> Iterator[Outcome]:
        """The games as they finish."""
        if self._pool is None:
            for game in games:
                yield play(self._contestants, game)
            return
        left = iter(games)
        running: set[Future[Outcome]] = set()
        while True:
            for game in islice(left, self._waiting - len(running)):
                running.add(self._pool.submit(_play_here, self._match, game))
            if not running:
                return
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                yield future.result()


class RayPlayers:
    """Plays games on a Ray cluster, which must have this package installed."""

    def __init__(self, match: Match, address: str) -> None:
        try:
            import ray  # type: ignore[import-not-found,unused-ignore]
        except ImportError as error:
            raise RuntimeError("expected the package ray, which --ray needs; pip install ray") from error
        self._match = match
        self._ray: Any = ray
        ray.init(address=address, log_to_driver=False)

    def __enter__(self) -> RayPlayers:
        return self

    def __exit__(self, *error: object) -> None:
        self._ray.shutdown()

    def play(self, games: Iterable[Game]) -> Iterator[Outcome]:
        """The games as they finish."""
        task = self._ray.remote(_play_here)
        waiting = 2 * max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        left = iter(games)
        running: list[Any] = []
        while True:
            running += [task.remote(self._match, game) for game in islice(left, waiting - len(running))]
            if not running:
                return
            finished, running = self._ray.wait(running)
            for future in finished:
                yield self._ray.get(future)


def _players(match: Match, effort: Effort) -> LocalPlayers | RayPlayers:
    return LocalPlayers(match, effort.workers) if effort.ray is None else RayPlayers(match, effort.ray)


@lru_cache(maxsize=1)
def _contestants(match: Match) -> RunningContestants:
    """The contestants in this worker process, kept until it ends."""
    running = RunningContestants(match)
    multiprocessing.util.Finalize(None, running.close, exitpriority=1)
    return running


def _play_here(match: Match, game: Game) -> Outcome:
    return play(_contestants(match), game)
