"""The calibration of `cafe analyse`: `python -m cafe.arena.calibrate` writes its `calibration.json`.

Bots of every strength play against themselves. For some positions of each game, ridge regression finds the
weights that turn what the evaluation says into the final margin. The weights are then adjusted until, on
average, the value of a position equals that of the best turn in it: otherwise the draws would seem lucky or
unlucky for everybody. The same seed gives the same file.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, astuple, replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from cafe.analysis.decision import decide
from cafe.analysis.valuation import Calibration, Valuation, Values, Weights, calibration, margins
from cafe.arena.regression import Regression
from cafe.arena.statistics import Estimate, bootstrap
from cafe.arena.workers import worker_pool
from cafe.bots import BOTS, Budget
from cafe.bots.evaluation import phase
from cafe.bots.offers import forget_cafes
from cafe.bots.weights import COMPANIES
from cafe.rules.edition import EDITIONS, edition
from cafe.rules.seating import legal_actions
from cafe.rules.setup import new_game
from cafe.rules.state import State
from cafe.rules.trial import is_under_way
from cafe.rules.turns import apply
from cafe.rules.view import view

LADDER: Final = ("random", "easy", "greedy", "regular", "chef")
NODES: Final = 400
"""A bot's budget for one action."""
OFTEN: Final = 0.25
"""The share of positions that become samples."""
VALUED: Final = 0.2
"""The share of samples whose best turn is searched for."""
ROUNDS: Final = 3
PULL: Final = 0.02
"""How strongly the weights are pulled towards the unchanged evaluation, because results are noisy."""


class Sample(NamedTuple):
    """A position, and how its game ended."""

    state: State
    margins: tuple[float, ...]


def samples(name: str, players: int, bot: str, seed: int) -> list[Sample]:
    """Some positions of a game of a bot against itself."""
    rng = Random(f"{bot}/{seed}")
    state = new_game(edition(name), players, seed)
    seats = [BOTS[bot]() for _ in range(players)]
    found: list[State] = []
    while state.over is None:
        if not is_under_way(state) and rng.random() < OFTEN:
            found.append(state)
        seen, legal = view(state, state.player), legal_actions(state)
        state, _ = apply(state, seats[state.player].choose(seen, legal, rng, Budget(nodes=NODES)).action)
    forget_cafes()
    return [Sample(position, margins(state.over)) for position in found]


def fitted(valuation: Valuation, found: Sequence[Sample]) -> dict[str, Weights]:
    """The weights that predict the margins best."""
    rows: dict[str, list[list[float]]] = defaultdict(list)
    targets: dict[str, list[float]] = defaultdict(list)
    for sample in found:
        asked = [(sample.state, player) for player in valuation.asked(sample.state)]
        left = phase(sample.state)
        for (state, player), said in zip(asked, valuation.evaluation.margins(asked), strict=True):
            name = valuation.set_name(state, player)
            rows[name].append([said.own, left, 1 - left, said.others])
            targets[name].append(sample.margins[player])
    prior = astuple(valuation.plain)
    return {name: Weights(*Regression(rows[name], 4).solve(targets[name], PULL, prior)) for name in rows}


class ValuedPosition(NamedTuple):
    """A position, its value V, and what the best turn in it is worth."""

    state: State
    value: Values
    best: Values


def value_position(state: State, sets: Mapping[str, Weights], seed: str) -> ValuedPosition:
    """Value a position, and find what the best turn in it is worth."""
    valuation = Valuation(state.edition, sets)
    found = decide(valuation, state, None, Random(seed))
    return ValuedPosition(state, found.said, found.reached)


def adjusted(valuation: Valuation, found: Sequence[ValuedPosition]) -> tuple[dict[str, Weights], Estimate]:
    """The adjusted weights, and how much more than V the best turn was worth to its player.

    They are adjusted by half of it, because the other player moves next: what is added here is lost there.
    """
    rows: dict[str, list[list[float]]] = defaultdict(list)
    targets: dict[str, list[float]] = defaultdict(list)
    own: list[float] = []
    for state, value, best in found:
        left = phase(state)
        own.append(best[state.player] - value[state.player])
        for player in valuation.asked(state):
            name = valuation.set_name(state, player)
            rows[name].append([left, 1 - left])
            targets[name].append((best[player] - value[player]) / 2)
    sets = dict(valuation.sets)
    for name in rows:
        early, late = Regression(rows[name], 2).solve(targets[name], 0.0, (0.0, 0.0))
        old = valuation.sets[name]
        sets[name] = replace(old, early=old.early + early, late=old.late + late)
    return sets, bootstrap(own)


def calibrated(pool: Executor, name: str, company: str, games: int, seed: int) -> dict[str, Weights]:
    """The sets of weights of an edition for two players, or for more."""
    rules = edition(name)
    counts = [2] if company == "two" else range(3, rules.most_players + 1)
    played = [
        pool.submit(samples, name, counts[number % len(counts)], bot, seed + number)
        for number in range(games)
        for bot in LADDER
    ]
    found = [sample for game in played for sample in game.result()]
    sets = fitted(Valuation(rules), found)
    rng = Random(seed)
    for round_ in range(ROUNDS):
        valued = [
            pool.submit(value_position, sample.state, sets, f"{seed}/{round_}/{number}")
            for number, sample in enumerate(found)
            if rng.random() < VALUED
        ]
        sets, gap = adjusted(Valuation(rules, sets), [each.result() for each in valued])
        line = f"{name}, {company}: {len(found)} positions, best turn {gap.mean:+.2f}"
        print(f"{line} ({gap.low:+.2f} to {gap.high:+.2f})", file=sys.stderr, flush=True)
    return sets


def main(arguments: Sequence[str] | None = None) -> None:
    """Calibrate the games asked for and write all sets to a file."""
    parser = argparse.ArgumentParser(prog="python -m cafe.arena.calibrate", description=__doc__)
    parser.add_argument("out", type=Path, help="the file to write")
    parser.add_argument("--editions", nargs="+", default=list(EDITIONS), choices=list(EDITIONS))
    parser.add_argument("--company", nargs="+", default=list(COMPANIES), choices=COMPANIES)
    parser.add_argument("--games", type=int, default=100, help="games of each bot")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--version", required=True, help="the version written into the file")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes; default: cores")
    asked = parser.parse_args(arguments)
    known = calibration()
    sets, origin = dict(known.sets), dict(known.origin)
    with worker_pool(asked.workers) as pool:
        for name, company in product(asked.editions, asked.company):
            found = calibrated(pool, name, company, asked.games, asked.seed)
            sets |= found
            origin |= dict.fromkeys(found, f"games {asked.games}, seed {asked.seed}")
            content = json.dumps(asdict(Calibration(asked.version, origin, _rounded(sets))), indent=1)
            asked.out.write_text(content + "\n", encoding="utf-8")


def _rounded(sets: Mapping[str, Weights]) -> dict[str, Weights]:
    return {
        name: Weights(*(round(number, 4) for number in astuple(found)))
        for name, found in sorted(sets.items())
    }


if __name__ == "__main__":
    main()
