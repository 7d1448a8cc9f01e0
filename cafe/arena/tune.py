"""Tuning the evaluation by self-play: `python -m cafe.arena.tune` writes the weights of `cafe.bots`.

`regular` plays against itself, now and then choosing a turn that is not its best. Every position after a turn
is a row. Its target is what the lead becomes: partly what the evaluation expects one round later, partly what
it really became (TD with lambda). Ridge regression gives the weights that predict it best, in a few sweeps
over the games of all rounds so far; the next round is played with them. The same seed gives the same file.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import mul
from pathlib import Path
from random import Random
from typing import Final

from cafe.arena.regression import Regression
from cafe.arena.workers import worker_pool
from cafe.bots.evaluation import FEATURES, features, phase
from cafe.bots.offers import unseen_tiles
from cafe.bots.regular import Judged, judged
from cafe.bots.standing import margin
from cafe.bots.weights import SETS, Pair, Weights, load_weights, write_weights
from cafe.rules.edition import edition
from cafe.rules.setup import new_game
from cafe.rules.state import State
from cafe.rules.turns import apply
from cafe.rules.view import view

SURPRISE: Final = 0.12
"""How often a turn other than the best is played; otherwise the regression would never see bad turns."""
AMONG: Final = 6

PARENTS: Final = {
    "board/many": "board/two",
    "board-classic/two": "board/two",
    "board-classic/many": "board-classic/two",
    "card/many": "card/two",
}
"""The set whose weights a set has until it is tuned itself: that of a similar game."""
LAMBDA: Final = 0.75
SWEEPS: Final = 4


@dataclass(frozen=True)
class Course:
    """One player's game: the features after each turn and the margin at the end."""

    rows: list[list[float]]
    margin: float


@dataclass(frozen=True)
class Plan:
    """What is tuned, and for how long."""

    sets: tuple[str, ...]
    rounds: int
    games: int
    seed: int
    workers: int
    pull: float


def self_play(weights: Weights, name: str, seed: int) -> list[Course]:
    """One game of `regular` against itself, as every player's course."""
    rules, company = name.split("/")
    rng = Random(seed)
    rules_of = edition(rules, _variants(rules, rng))
    players = 2 if company == "two" else 3 + int(rng.random() * (rules_of.most_players - 2))
    state = new_game(rules_of, players, seed)
    rows: list[list[list[float]]] = [[] for _ in range(players)]
    while state.over is None:
        player = state.player
        turn = pick(judged(view(state, player).known, weights), rng)
        after = turn.option.after
        if after.over is None and player not in after.out and after.player != player:
            rows[player].append(row(after, player))
        for action in turn.option.actions:
            state, _ = apply(state, action)
    return [Course(path, margin(state, player)) for player, path in enumerate(rows)]


def _variants(rules: str, rng: Random) -> tuple[str, ...]:
    """Mostly the plain game; one in four games with parties."""
    return ("parties",) if rng.random() < 0.25 else ()


def pick(turns: Sequence[Judged], rng: Random) -> Judged:
    """The best turn, or now and then another good one."""
    if rng.random() < SURPRISE:
        return turns[int(rng.random() * min(AMONG, len(turns)))]
    return turns[0]


def row(state: State, player: int) -> list[float]:
    """Every feature twice: multiplied by how much of the game is left, and by how much has been played."""
    left = phase(state)
    found = features(state, player, left, unseen_tiles(state))
    return [number * left for number in found] + [number * (1 - left) for number in found]


def improve(weights: Weights, name: str, paths: Sequence[Course], pull: float) -> Weights:
    """The weights of one set after a round of games, pulled by `pull` towards their previous values."""
    early, late = weights.sets[name]
    prior = (*early, *late)
    found: Sequence[float] = prior
    regression = Regression([row for path in paths for row in path.rows], 2 * len(FEATURES))
    for _ in range(SWEEPS):
        wanted = [target for path in paths for target in targets(path, found)]
        found = regression.solve(wanted, pull, prior)
    half: Pair = tuple(found[: len(FEATURES)]), tuple(found[len(FEATURES) :])
    return replace(weights, sets={**weights.sets, name: half})


def targets(path: Course, weights: Sequence[float]) -> list[float]:
    """What each row should predict: a blend of the next rows' predictions and the final result."""
    found: list[float] = []
    following = path.margin
    for row in reversed(path.rows):
        found.append(following)
        expected = sum(map(mul, row, weights))
        following = (1 - LAMBDA) * expected + LAMBDA * following
    return found[::-1]


def tune(weights: Weights, plan: Plan) -> Iterator[Weights]:
    """Play and learn, set by set; all weights after each set."""
    made = (
        f"rounds {plan.rounds}, games {plan.games}, seed {plan.seed}, pull {plan.pull:g}, "
        f"from version {weights.version}"
    )
    with worker_pool(plan.workers) as pool:
        for name in plan.sets:
            paths: list[Course] = []
            for round_ in range(plan.rounds):
                first = plan.seed + 1_000_000 * SETS.index(name) + round_ * plan.games
                seeds = range(first, first + plan.games)
                games = pool.map(partial(self_play, weights, name), seeds, chunksize=4)
                paths += [path for game in games for path in game]
                weights = improve(weights, name, paths, plan.pull)
                print(f"{name}: round {round_ + 1} of {plan.rounds}", file=sys.stderr, flush=True)
            weights = inherited(replace(weights, origin={**weights.origin, name: made}))
            yield weights


def inherited(weights: Weights) -> Weights:
    """The weights where every set that was never tuned has those of its parent."""
    sets, guesses = dict(weights.sets), dict(weights.guesses)
    for name, parent in PARENTS.items():
        if name not in weights.origin:
            sets[name] = sets[parent]
            if parent in guesses:
                guesses[name] = guesses[parent]
    return replace(weights, sets=sets, guesses=guesses)


def beginning() -> Weights:
    """The simplest weights to start from: a point counts as a point, and tiles in the hand cost points."""
    plain = {"lead": 1.0, "own_combo": 0.4, "next_combo": -0.4, "own_none_cost": -0.5, "next_none_cost": 0.5}
    column = tuple(plain.get(name, 0.0) for name in FEATURES)
    return Weights("0", FEATURES, dict.fromkeys(SETS, (column, column)))


def main(arguments: Sequence[str] | None = None) -> None:
    """Tune the requested sets and write all weights to a file."""
    parser = argparse.ArgumentParser(prog="python -m cafe.arena.tune", description=__doc__)
    parser.add_argument("out", type=Path, help="the file to write")
    parser.add_argument("--start", type=Path, help="weights to start from; by default the simplest ones")
    parser.add_argument("--sets", nargs="+", default=list(SETS), choices=SETS)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=300, help="games per round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument(
        "--pull",
        type=float,
        default=0.01,
        help="how strongly the weights are pulled towards their previous values; 1 or more where they are "
        "good already and the games few",
    )
    parser.add_argument("--version", required=True, help="the version written into the file")
    asked = parser.parse_args(arguments)
    start = beginning() if asked.start is None else load_weights(asked.start)
    plan = Plan(tuple(asked.sets), asked.rounds, asked.games, asked.seed, asked.workers, asked.pull)
    for found in tune(start, plan):
        text = write_weights(replace(found, version=asked.version))
        asked.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
