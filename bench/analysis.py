"""Whether `cafe analyse` is right: `python -m bench.analysis FOLDER` plays, analyses and tells.

Games of each bot of the ladder against itself, and games of `chef` in which one turn was replaced by a
blunder. The folder keeps the games in `played.jsonl` and what their analysis showed in `games.jsonl`, a line
each; the same command goes on where it stopped. Without `games.jsonl` the same games are analysed again. It
needs Python and NumPy alone.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final, TextIO, TypeVar

from bench.bot_games import BLUNDER, Game, Task, play
from bench.report import heading
from cafe.analysis.analysis import Analysis, analyse
from cafe.arena.statistics import Estimate, average, bootstrap
from cafe.arena.workers import worker_pool

T = TypeVar("T")

LADDER: Final = ("random", "easy", "greedy", "regular", "chef")
EDITIONS: Final = ("board", "card")
NEAR: Final = 0.01
SLOPE: Final = (0.9, 1.1)
NAMED: Final = 0.95


@dataclass(frozen=True)
class Line:
    """A game that was analysed."""

    edition: str
    bot: str
    """The bot that played it, or `blunder`."""
    seed: int
    seconds: float
    residual: float
    """The largest gap, of any player, between the sums and the margin."""
    loss: float
    """Lost in a turn on the average."""
    luck: float
    """Luck of who moved in a turn on the average."""
    half: float
    """V of the first player in the middle of the game."""
    margin: float
    found: bool | None = None
    """Whether the blunder was named as the worst turn of its player."""


def measure(task: Task, known: Game | None) -> tuple[Game, Line]:
    """Play a game unless it is known, and analyse it."""
    game = known or play(task)
    record = game.record()
    begin = time.process_time()
    found = analyse(record, game.seed)
    seconds = time.process_time() - begin
    residuals = [
        abs(
            found.start[player]
            + sum(turn.effect[player] + turn.luck[player] for turn in found.turns)
            - margin
        )
        for player, margin in enumerate(found.margin)
    ]
    line = Line(
        edition=game.edition,
        bot=game.bot,
        seed=game.seed,
        seconds=round(seconds, 2),
        residual=max(residuals),
        loss=average([turn.loss for turn in found.turns]),
        luck=average([turn.luck[turn.player] for turn in found.turns]),
        half=found.turns[len(found.turns) // 2].value[0],
        margin=found.margin[0],
        found=None if game.blunder is None else is_worst(found, game.blunder),
    )
    return game, line


def is_worst(found: Analysis, number: int) -> bool:
    """Whether a turn is named as the worst one of its player."""
    player = found.turns[number - 1].player
    own = [turn for turn in found.turns if turn.player == player]
    return max(own, key=lambda turn: turn.loss).number == number


def tell(lines: Sequence[Line]) -> None:
    """What the games show, bot by bot, and whether all that must hold does."""
    for name in EDITIONS:
        here = [line for line in lines if line.edition == name]
        heading(f"{name}: {len(here)} games")
        losses: list[float] = []
        for bot in LADDER:
            games = [line for line in here if line.bot == bot]
            if games:
                luck = bootstrap([game.luck for game in games], middle=0.995)
                losses.append(average([game.loss for game in games]))
                print(
                    f"{bot:8} {len(games):3} games; lost in a turn {losses[-1]:.2f}; "
                    f"luck of the mover {_text(luck)}{_holds(luck.low <= 0 <= luck.high)}; "
                    f"slope {_text(_slope(games))}; seconds at most {max(g.seconds for g in games):.1f}"
                )
        games = [line for line in here if line.bot in LADDER]
        if games:
            slope, residual = _slope(games), max(line.residual for line in here)
            falls = all(one > other for one, other in pairwise(losses))
            print(f"losses fall along the ladder{_holds(falls)}")
            print(f"slope of all games {_text(slope)}{_holds(SLOPE[0] <= slope.mean <= SLOPE[1])}")
            print(f"sums within {residual:.4f}{_holds(residual <= NEAR)}")
        found = [bool(line.found) for line in here if line.bot == BLUNDER]
        if found:
            share = sum(found) / len(found)
            print(f"blunders named as the worst turn: {sum(found)} of {len(found)}{_holds(share >= NAMED)}")


def _write(file: TextIO, one: Game | Line) -> None:
    file.write(json.dumps(asdict(one)) + "\n")
    file.flush()


def _holds(holds: bool) -> str:
    return "" if holds else " DOES NOT HOLD"


def _text(found: Estimate) -> str:
    return f"{found.mean:.2f} ({found.low:.2f} to {found.high:.2f})"


def _slope(games: Sequence[Line]) -> Estimate:
    """The margin regressed on V in the middle of the game, with the interval of 95 %."""
    middle, end = average([game.half for game in games]), average([game.margin for game in games])
    square = average([(game.half - middle) ** 2 for game in games])
    if not square:
        return Estimate(0.0, 0.0, 0.0)
    slope = average([(game.half - middle) * (game.margin - end) for game in games]) / square
    rest = [(game.margin - end - slope * (game.half - middle)) ** 2 for game in games]
    error = 1.96 * (average(rest) / square / max(1, len(games) - 2)) ** 0.5
    return Estimate(slope, slope - error, slope + error)


def kept(file: Path, kind: Callable[..., T]) -> Iterator[T]:
    """What is there already; a line that was broken off is left out."""
    for text in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        try:
            yield kind(**json.loads(text))
        except ValueError:
            continue


def measured(workers: int, tasks: Sequence[Task], games: Mapping[Task, Game]) -> Iterator[tuple[Game, Line]]:
    """The games as they get done, in so many processes."""
    with worker_pool(workers) as pool:
        for done in as_completed([pool.submit(measure, task, games.get(task)) for task in tasks]):
            yield done.result()


def main(arguments: Sequence[str] | None = None) -> None:
    """Play what is missing, then tell."""
    parser = argparse.ArgumentParser(prog="python -m bench.analysis", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the games are kept")
    parser.add_argument("--games", type=int, default=60, help="games of each bot; default 60")
    parser.add_argument("--blunders", type=int, default=100, help="games with a blunder; default 100")
    parser.add_argument("--editions", nargs="+", default=list(EDITIONS), choices=EDITIONS)
    parser.add_argument("--bots", nargs="*", default=list(LADDER), choices=LADDER)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes; default: cores")
    asked = parser.parse_args(arguments)
    asked.folder.mkdir(parents=True, exist_ok=True)
    played, analysed = asked.folder / "played.jsonl", asked.folder / "games.jsonl"
    games = {game.task: game for game in kept(played, Game)}
    lines = list(kept(analysed, Line))
    known = {Task(line.edition, line.bot, line.seed) for line in lines}
    wanted = [
        Task(name, bot, seed)
        for seed in range(max(asked.games, asked.blunders))
        for name in asked.editions
        for bot, most in (*((bot, asked.games) for bot in asked.bots), (BLUNDER, asked.blunders))
        if seed < most
    ]
    missing = [task for task in wanted if task not in known]
    with played.open("a", encoding="utf-8") as new_games, analysed.open("a", encoding="utf-8") as new_lines:
        for game, line in measured(asked.workers, missing, games):
            lines.append(line)
            if game.task not in games:
                _write(new_games, game)
            _write(new_lines, line)
    tell(lines)


if __name__ == "__main__":
    main()
