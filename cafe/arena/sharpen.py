"""Weights for looking ahead: `python -m cafe.arena.sharpen` writes `search.json` of `cafe.bots`.

`regular` plays against itself. Now and then two of its turns are compared: both are followed with the same
deal, everybody playing about as `regular`, and the positions they lead to are evaluated. Ridge regression
gives the weights that best predict from the two positions how far one comes out ahead of the other. Most of
what makes games differ is the same for both turns and so cancels out. Where hands are hidden, the guesses get
their weights too. The same seed gives the same file, however many workers play the games.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from cafe.arena.regression import Regression
from cafe.arena.tune import inherited, pick, row
from cafe.arena.workers import worker_pool
from cafe.bots.evaluation import FEATURES, value
from cafe.bots.guess import dealt_hands, guesses
from cafe.bots.offers import forget_cafes
from cafe.bots.regular import Judged, judged
from cafe.bots.reply import best_reply
from cafe.bots.standing import laid
from cafe.bots.weights import SETS, Weights, load_weights, write_weights
from cafe.rules.edition import edition
from cafe.rules.setup import new_game
from cafe.rules.state import Hand, State
from cafe.rules.turns import apply
from cafe.rules.view import determinise, view

OFTEN: Final = 0.5
"""How often two turns are compared."""
AMONG: Final = 6
"""How many turns, after the best one, the second is drawn from."""
OTHERS: Final = 0.3
"""How often the first is not the best one either."""
DEALS: Final = 12
"""Hands dealt to guess the others' replies."""
PULL: Final = 0.3
"""How strongly the weights are pulled towards their previous values."""
TELL_EVERY: Final = 20
"""Games between two progress lines."""


@dataclass(frozen=True)
class Pair:
    """The difference between two turns: of the features after each, and of what each led to."""

    row: list[float]
    gain: float


def compared(weights: Weights, name: str, rounds: int, seed: int) -> list[Pair]:
    """The turns compared in one game."""
    rules, company = name.split("/")
    rng = Random(seed)
    rules_of = edition(rules)
    players = 2 if company == "two" else 3 + int(rng.random() * (rules_of.most_players - 2))
    state = new_game(rules_of, players, seed)
    pairs: list[Pair] = []
    while state.over is None:
        seen = view(state, state.player)
        turns = judged(seen.known, weights)
        two = _two(turns, state.player, rng)
        if two:
            dealt = determinise(seen, Random(rng.random()))
            one, other = (_followed(dealt, turn, weights, rounds) for turn in two)
            afters = [turn.option.after for turn in two]
            pairs.append(Pair(difference(afters, state.player, seed), one - other))
        for action in pick(turns, rng).option.actions:
            state, _ = apply(state, action)
    forget_cafes()
    return pairs


def gathered(weights: Weights, name: str, rounds: int, seeds: range, workers: int) -> list[Pair]:
    """The turns compared in many games, in the order of their seeds."""
    pairs: list[Pair] = []
    with worker_pool(workers) as pool:
        games = pool.map(partial(compared, weights, name, rounds), seeds)
        for played, found in enumerate(games, 1):
            pairs += found
            if played % TELL_EVERY == 0 or played == len(seeds):
                line = f"{name}: game {played} of {len(seeds)}, {len(pairs)} pairs"
                print(line, file=sys.stderr, flush=True)
    return pairs


def _two(turns: Sequence[Judged], player: int, rng: Random) -> tuple[Judged, Judged] | None:
    """Mostly the best turn and one that is not much worse; None where there is nothing to compare."""
    different: dict[tuple[float, Hand], Judged] = {}
    for turn in turns:
        after = turn.option.after
        if after.over is None and player not in after.out and after.player != player:
            different.setdefault((round(turn.value, 6), after.hands[player]), turn)
    found = list(different.values())
    if len(found) < 2 or rng.random() >= OFTEN:
        return None
    one, other = found[0], found[1 + int(rng.random() * min(AMONG, len(found) - 1))]
    if rng.random() < OTHERS:
        one = found[int(rng.random() * min(AMONG + 1, len(found)))]
    return None if one is other else (one, other)


def _followed(state: State, turn: Judged, weights: Weights, rounds: int) -> float:
    """What a turn is worth to its player after this many more turns of that player."""
    player = state.player
    for action in turn.option.actions:
        state, _ = apply(state, action)
    while rounds and state.over is None and player not in state.out:
        mover = state.player
        for action in best_reply(view(state, mover).known, weights, bool).actions:
            state, _ = apply(state, action)
        rounds -= mover == player != state.player
    found = value(view(state, player).known, player, weights)
    return found if state.over is not None else found + laid(state, player)


def difference(two: Sequence[State], player: int, seed: int) -> list[float]:
    """The features of one position minus those of the other, with the guesses last where hands are hidden."""
    found = [row(state, player) for state in two]
    if not two[0].edition.open_hands:
        deals = [dealt_hands(two[0], player, seed + deal) for deal in range(DEALS)]
        found = [numbers + guesses(state, player, deals) for numbers, state in zip(found, two, strict=True)]
    one, other = found
    return [mine - yours for mine, yours in zip(one, other, strict=True)]


def sharpen(weights: Weights, name: str, pairs: Sequence[Pair]) -> Weights:
    """The weights of one set fitted to the turns compared, pulled towards their previous values."""
    early, late = weights.sets[name]
    size = len(FEATURES)
    known = weights.guesses.get(name, (0.0,) * (len(pairs[0].row) - 2 * size))
    regression = Regression([pair.row for pair in pairs], len(pairs[0].row))
    found = tuple(regression.solve([pair.gain for pair in pairs], PULL, (*early, *late, *known)))
    sets = {**weights.sets, name: (found[:size], found[size : 2 * size])}
    return replace(weights, sets=sets, guesses={**weights.guesses, name: found[2 * size :]})


def main(arguments: Sequence[str] | None = None) -> None:
    """Refine the requested sets and write all weights to a file."""
    parser = argparse.ArgumentParser(prog="python -m cafe.arena.sharpen", description=__doc__)
    parser.add_argument("out", type=Path, help="the file to write")
    parser.add_argument("--start", type=Path, help="weights to start from; without it those of `regular`")
    parser.add_argument("--set", required=True, choices=SETS)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument(
        "--rounds", type=int, default=4, help="how many of its own turns the two are followed for"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="games at once")
    parser.add_argument("--version", required=True, help="the version written into the file")
    asked = parser.parse_args(arguments)
    weights = load_weights(asked.start)
    seeds = range(asked.seed, asked.seed + asked.games)
    pairs = gathered(weights, asked.set, asked.rounds, seeds, asked.workers)
    weights = sharpen(weights, asked.set, pairs)
    made = (
        f"sharpened: games {asked.games}, rounds {asked.rounds}, seed {asked.seed}, "
        f"from version {weights.version}"
    )
    found = replace(weights, version=asked.version, origin={**weights.origin, asked.set: made})
    asked.out.write_text(write_weights(inherited(found)), encoding="utf-8")


if __name__ == "__main__":
    main()
