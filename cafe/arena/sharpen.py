"""Weights for looking ahead: `python -m cafe.arena.sharpen` writes `search.json` of `cafe.bots`.

`regular` plays against itself. Now and then two of its turns are compared: both are followed with the same
deal, everybody playing as `regular`, and what they come to is evaluated. Ridge regression gives the weights
that tell best from the two positions how far one comes out ahead of the other. Most of what makes games
differ is the same for both turns and so does not disturb. The same seed gives the same file.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Final

from cafe.arena.regression import Regression
from cafe.arena.tune import inherited, pick, row
from cafe.bots.evaluation import FEATURES, value
from cafe.bots.market import forget_cafes
from cafe.bots.regular import Judged, judged
from cafe.bots.weights import SETS, Weights, load_weights, write_weights
from cafe.rules.edition import edition
from cafe.rules.setup import new_game
from cafe.rules.state import State
from cafe.rules.turns import apply
from cafe.rules.view import View, determinise, view

OFTEN: Final = 0.3
"""How often two turns are compared."""
AMONG: Final = 7
"""The turns, after the best one, of which the second is drawn."""
WIDTH: Final = 10
"""Turns that are evaluated of a position on the way."""
PULL: Final = 0.3
"""How strongly the weights are held to what they were."""


@dataclass(frozen=True)
class Pair:
    """The difference between two turns: of the features after each, and of what they came to."""

    row: list[float]
    gain: float


def compared(weights: Weights, name: str, seed: int, rounds: int) -> Iterator[Pair]:
    """The turns compared in one game."""
    rules, company = name.split("/")
    rng = Random(seed)
    players = 2 if company == "two" else 3 + int(rng.random() * 2)
    state = new_game(edition(rules), players, seed)
    while state.over is None:
        seen = view(state, state.player)
        turns = judged(seen.known, weights)
        two = _two(turns, state.player, rng)
        if two:
            dealt = determinise(seen, Random(rng.random()))
            one, other = (_followed(dealt, turn, weights, rounds) for turn in two)
            yield Pair(_difference(seen, two), one - other)
        for action in pick(turns, rng).option.actions:
            state, _ = apply(state, action)
    forget_cafes()


def _two(turns: Sequence[Judged], player: int, rng: Random) -> tuple[Judged, Judged] | None:
    """Mostly the best turn and one that is not much worse; None where there is nothing to compare."""
    different: dict[float, Judged] = {}
    for turn in turns:
        after = turn.option.after
        if after.over is None and player not in after.out and after.player != player:
            different.setdefault(round(turn.value, 6), turn)
    found = list(different.values())
    if len(found) < 2 or rng.random() >= OFTEN:
        return None
    one, other = found[0], found[1 + int(rng.random() * min(AMONG, len(found) - 1))]
    if rng.random() < OFTEN:
        one = found[int(rng.random() * min(AMONG + 1, len(found)))]
    return None if one is other else (one, other)


def _followed(state: State, turn: Judged, weights: Weights, rounds: int) -> float:
    """What a turn comes to for its player after so many more turns of that player."""
    player = state.player
    for action in turn.option.actions:
        state, _ = apply(state, action)
    while rounds and state.over is None and player not in state.out:
        mover = state.player
        for action in judged(view(state, mover).known, weights, width=WIDTH)[0].option.actions:
            state, _ = apply(state, action)
        rounds -= mover == player != state.player
    return value(view(state, player).known, player, weights)


def _difference(seen: View, two: tuple[Judged, Judged]) -> list[float]:
    rows = [row(turn.option.after, seen.known.player) for turn in two]
    return [one - other for one, other in zip(*rows, strict=True)]


def sharpen(weights: Weights, name: str, pairs: Sequence[Pair]) -> Weights:
    """The weights of one set by the turns compared, held to what they were."""
    early, late = weights.sets[name]
    regression = Regression([pair.row for pair in pairs], 2 * len(FEATURES))
    found = regression.solve([pair.gain for pair in pairs], PULL, (*early, *late))
    half = tuple(found[: len(FEATURES)]), tuple(found[len(FEATURES) :])
    return replace(weights, sets={**weights.sets, name: half})


def main(arguments: Sequence[str] | None = None) -> None:
    """Sharpen the sets asked for and write all weights to a file."""
    parser = argparse.ArgumentParser(prog="python -m cafe.arena.sharpen", description=__doc__)
    parser.add_argument("out", type=Path, help="the file to write")
    parser.add_argument("--start", type=Path, help="weights to start from; without it those of `regular`")
    parser.add_argument("--set", required=True, choices=SETS)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=4, help="own turns that the two are followed for")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--version", required=True, help="the version written into the file")
    asked = parser.parse_args(arguments)
    weights = load_weights(asked.start)
    pairs: list[Pair] = []
    for seed in range(asked.seed, asked.seed + asked.games):
        pairs += compared(weights, asked.set, seed, asked.rounds)
    print(f"{asked.set}: {len(pairs)} pairs", file=sys.stderr)
    weights = sharpen(weights, asked.set, pairs)
    made = (
        f"sharpened: games {asked.games}, rounds {asked.rounds}, seed {asked.seed}, "
        f"from version {weights.version}"
    )
    found = replace(weights, version=asked.version, origin={**weights.origin, asked.set: made})
    asked.out.write_text(write_weights(inherited(found)), encoding="utf-8")


if __name__ == "__main__":
    main()
