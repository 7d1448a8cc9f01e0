"""Evaluate shipped puzzles again, over more and other deals: how many still qualify? (docs/puzzles.md)

With --play-out the best turn and the next are also played out to the end, by `regular`, and the difference is
set beside the gap that is stored.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from random import Random

from cafe.puzzles.comparing import DEALS, Loss, compare
from cafe.puzzles.evaluations import RegularEvaluation, evaluation_of
from cafe.puzzles.judging import options_of, result_key
from cafe.puzzles.puzzle import EDITIONS, Puzzle, shipped_puzzles


def main() -> None:
    """Check some puzzles at random; the exit status is 1 if more than one in forty do not qualify."""
    parser = argparse.ArgumentParser(prog="python -m cafe.puzzles.check", description=__doc__)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--deals-factor", type=float, default=4.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", choices=EDITIONS, help="of this edition alone")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--play-out", type=int, default=0, metavar="DEALS")
    asked = parser.parse_args()
    puzzles = drawn(asked.count, asked.seed, (asked.edition,) if asked.edition else EDITIONS)
    context = multiprocessing.get_context("spawn")
    failed, expected, played = [], [], []
    with ProcessPoolExecutor(asked.workers, context) as pool:
        tasks = [
            (puzzle, pool.submit(qualifies, puzzle, asked.deals_factor, asked.seed)) for puzzle in puzzles
        ]
        games = [
            (puzzle, pool.submit(played_out, puzzle, asked.play_out, asked.seed))
            for puzzle in puzzles
            if asked.play_out
        ]
        for puzzle, task in tasks:
            if not task.result():
                failed.append(puzzle.id)
        for puzzle, game in games:
            expected.append(puzzle.gap)
            played.append(game.result())
    print(f"{len(puzzles) - len(failed)} of {len(puzzles)} still qualify {' '.join(failed)}".rstrip())
    if played:
        count = len(played)
        error = sqrt(sum(loss.error**2 for loss in played)) / count
        mean = sum(loss.points for loss in played) / count
        print(f"mean gap: stored {sum(expected) / count:.1f}, played out {mean:.1f} ± {error:.1f}")
    raise SystemExit(40 * len(failed) > max(40, len(puzzles)))


def drawn(count: int, seed: int, editions: Sequence[str] = EDITIONS) -> list[Puzzle]:
    """This many shipped puzzles, at random."""
    puzzles = [puzzle for edition in editions for puzzle in shipped_puzzles(edition).values()]
    return Random(seed).sample(puzzles, min(count, len(puzzles)))


def qualifies(puzzle: Puzzle, deals_factor: float, seed: int) -> bool:
    """Whether the best turns are still clearly the best, over other deals and this many times as many."""
    seen = puzzle.view()
    player = seen.known.player
    options = options_of(puzzle, seen.known)
    best = {result_key(player, option.after) for option in options[: puzzle.equal]}
    found = compare(
        seen,
        options,
        evaluation_of(seen.known.edition, puzzle.players),
        Random(f"check/{seed}/{puzzle.id}"),
        [max(2, round(deals_factor * count)) for count in DEALS],
    )
    return found.confirms(lambda option: result_key(player, option.after) in best)


def played_out(puzzle: Puzzle, deals: int, seed: int) -> Loss:
    """How much less the next turn is worth than the best one, played out to the end."""
    seen = puzzle.view()
    options = options_of(puzzle, seen.known)
    turns = [options[0], options[puzzle.equal]]
    rng = Random(f"play out/{seed}/{puzzle.id}")
    found = compare(seen, turns, RegularEvaluation(rounds=None), rng, [deals])
    lines = {id(line.option): line for line in found.lines}
    return lines[id(turns[1])].loss(lines[id(turns[0])])


if __name__ == "__main__":
    main()
