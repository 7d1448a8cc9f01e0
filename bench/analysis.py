"""Whether `cafe analyse` is right: `python -m bench.analysis FOLDER` plays, analyses and tells.

Games of each bot of the ladder against itself, and games of `chef` in which one turn was replaced by a
blunder. A line of the folder's file holds each game; the same command goes on where it stopped. It needs
Python and NumPy alone.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from bench.report import heading
from cafe.analysis.analysis import Analysis, analyse
from cafe.arena.statistics import Estimate, average, bootstrap
from cafe.arena.workers import worker_pool
from cafe.bots import BOTS, Budget
from cafe.bots.regular import judged
from cafe.bots.reply import best_reply
from cafe.bots.weights import stored_weights
from cafe.rules.actions import Action
from cafe.rules.edition import edition
from cafe.rules.record import make_record
from cafe.rules.seating import legal_actions
from cafe.rules.setup import new_game
from cafe.rules.state import State
from cafe.rules.trial import is_under_way
from cafe.rules.turns import apply
from cafe.rules.view import determinise, view

LADDER: Final = ("random", "easy", "greedy", "regular", "chef")
EDITIONS: Final = ("board", "card")
NODES: Final = 3000
"""What a bot may think about an action. `chef` needs 2 to 5 s of processor time for a game with it."""
COST: Final = 15.0
"""Points that a blunder costs at least, by games played out."""
DEALS: Final = (4, 8, 24)
"""Games played out to know what a turn costs, with it and with the one it replaces: a turn that cannot be a
blunder is dropped after the first few."""
TRIES: Final = 4
"""Turns that are tried for a blunder in one position."""
BLUNDER: Final = "blunder"
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


class Task(NamedTuple):
    """A game to be played and analysed."""

    edition: str
    bot: str
    seed: int


def play(bot: str, state: State, rng: Random) -> list[Action]:
    """What the bot does until the game is over, in every seat."""
    seats = [BOTS[bot]() for _ in range(state.players)]
    found: list[Action] = []
    while state.over is None:
        seen, legal = view(state, state.player), legal_actions(state)
        found.append(seats[state.player].choose(seen, legal, rng, Budget(nodes=NODES)).action)
        state, _ = apply(state, found[-1])
    return found


def measured(name: str, bot: str, seed: int, start: State, actions: list[Action]) -> tuple[Line, Analysis]:
    """A game, analysed."""
    record = make_record(start, actions, tuple(f"{bot} {place}" for place in range(start.players)))
    begin = time.process_time()
    found = analyse(record, seed)
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
        edition=name,
        bot=bot,
        seed=seed,
        seconds=round(seconds, 2),
        residual=max(residuals),
        loss=average([turn.loss for turn in found.turns]),
        luck=average([turn.luck[turn.player] for turn in found.turns]),
        half=found.turns[len(found.turns) // 2].value[0],
        margin=found.margin[0],
    )
    return line, found


def measure(task: Task) -> Line:
    """Play and analyse one game."""
    return blunder_game(task.edition, task.seed) if task.bot == BLUNDER else ladder_game(*task)


def ladder_game(name: str, bot: str, seed: int) -> Line:
    """A game of a bot against itself."""
    start = new_game(edition(name), 2, seed)
    return measured(name, bot, seed, start, play(bot, start, Random(f"{bot}/{seed}")))[0]


def blunder_game(name: str, seed: int) -> Line:
    """A game of `chef` with a blunder in it; other bags are taken until there is one."""
    rng = Random(f"{BLUNDER}/{seed}")
    while True:
        start = new_game(edition(name), 2, int(rng.random() * 2**31))
        actions = play("chef", start, rng)
        states = [start]
        for action in actions:
            states.append(apply(states[-1], action)[0])
        turns = [at for at, state in enumerate(states[:-1]) if not is_under_way(state)]
        order = sorted(range(len(turns) // 5, len(turns) * 4 // 5), key=lambda _: rng.random())
        blunders = ((n, _blunder(states[turns[n]], actions[turns[n] : turns[n + 1]], rng)) for n in order)
        number, wrong = next(((n, wrong) for n, wrong in blunders if wrong is not None), (0, None))
        if wrong is None:
            continue
        at = turns[number]
        after = states[at]
        for action in wrong:
            after, _ = apply(after, action)
        game = [*actions[:at], *wrong, *play("chef", after, rng)]
        line, found = measured(name, BLUNDER, seed, start, game)
        own = [turn for turn in found.turns if turn.player == states[at].player]
        worst = max(own, key=lambda turn: turn.loss)
        return replace(line, found=worst.number == number + 1)


def _blunder(state: State, played: Sequence[Action], rng: Random) -> tuple[Action, ...] | None:
    """A complete turn that costs enough against the one played, in every doubt; None if none was found."""
    seen, weights = view(state, state.player), stored_weights()
    turns = judged(seen.known, weights)
    # Only turns that `regular` itself thinks this bad are played out; that says what they cost.
    bad = [turn.option for turn in turns if turn.value <= turns[0].value - COST]
    bad = [option for option in bad if not is_under_way(option.after)]
    for option in sorted(bad, key=lambda _: rng.random())[:TRIES]:
        gaps: list[float] = []
        for count in DEALS:
            for deal in (determinise(seen, rng) for _ in range(count - len(gaps))):
                good = _played_out(deal, played, state.player)
                gaps.append(good - _played_out(deal, option.actions, state.player))
            if bootstrap(gaps, middle=0.9).high < COST:
                break
        if len(gaps) == DEALS[-1] and bootstrap(gaps, middle=0.9).low >= COST:
            return option.actions
    return None


def _played_out(state: State, actions: Sequence[Action], player: int) -> float:
    """The margin if the game goes on as `regular` plays it."""
    for action in actions:
        if action not in legal_actions(state):
            break  # another deal showed something else in the middle of the turn
        state, _ = apply(state, action)
    while state.over is None:
        for action in best_reply(view(state, state.player).known, stored_weights(), bool).actions:
            state, _ = apply(state, action)
    final = state.over.final
    return float(final[player] - final[1 - player])


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


def kept(file: Path) -> Iterator[Line]:
    """The games that are there already; a line that was broken off is left out."""
    for text in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        try:
            yield Line(**json.loads(text))
        except ValueError:
            continue


def measured_by(workers: int, tasks: Sequence[Task]) -> Iterable[Line]:
    """The games as they get done, in so many processes."""
    with worker_pool(workers) as pool:
        for done in as_completed([pool.submit(measure, task) for task in tasks]):
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
    file = asked.folder / "games.jsonl"
    lines = list(kept(file))
    known = {Task(line.edition, line.bot, line.seed) for line in lines}
    wanted = [
        Task(name, bot, seed)
        for seed in range(max(asked.games, asked.blunders))
        for name in asked.editions
        for bot, most in (*((bot, asked.games) for bot in asked.bots), (BLUNDER, asked.blunders))
        if seed < most
    ]
    with file.open("a", encoding="utf-8") as out:
        for line in measured_by(asked.workers, [task for task in wanted if task not in known]):
            lines.append(line)
            out.write(json.dumps(asdict(line)) + "\n")
            out.flush()
    tell(lines)


if __name__ == "__main__":
    main()
