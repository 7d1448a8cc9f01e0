"""Look for puzzles in games between bots (docs/puzzles.md).

OUT/EDITION.jsonl gets one line for each game: its puzzle, or {"game": N} where it has none. The same command
goes on where it stopped. It needs only the standard library and NumPy.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import time
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from itertools import count
from pathlib import Path
from typing import Final

from cafe.puzzles.finding import find_puzzle
from cafe.puzzles.puzzle import EDITIONS, write_puzzle

GAMES_A_SEED: Final = 100_000
"""The games of a seed are numbered from this times the seed."""


def main() -> None:
    """Look for puzzles until the time is up."""
    parser = argparse.ArgumentParser(prog="python -m cafe.puzzles.mine", description=__doc__)
    parser.add_argument("out", type=Path, help="a folder")
    parser.add_argument("--edition", choices=EDITIONS, required=True)
    parser.add_argument("--seed", type=int, default=1, help="another seed means other games")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=480.0, help="no game is begun after that")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    file = asked.out / f"{asked.edition}.jsonl"
    mine(file, asked.edition, asked.seed, asked.workers, asked.seconds)
    print(f"{file}: {len(puzzle_lines(file))} puzzles in {len(_games_in(file))} games")


def mine(file: Path, edition: str, seed: int, workers: int, seconds: float) -> None:
    """Add a line for each game until the time is up; every worker goes through at least one."""
    end = time.monotonic() + seconds
    done = _games_in(file)
    games = (game for game in count(seed * GAMES_A_SEED) if game not in done)
    context = multiprocessing.get_context("spawn")
    with file.open("a", encoding="utf-8") as out, ProcessPoolExecutor(workers, context) as pool:
        pending = {pool.submit(line_of, edition, next(games)) for _ in range(workers)}
        while pending:
            finished, pending = wait(pending, return_when=FIRST_COMPLETED)
            for one in finished:
                out.write(one.result() + "\n")
                out.flush()
                if time.monotonic() < end:
                    pending.add(pool.submit(line_of, edition, next(games)))


def line_of(edition: str, game: int) -> str:
    """The line of a game."""
    puzzle = find_puzzle(edition, game)
    return json.dumps({"game": game}) if puzzle is None else write_puzzle(puzzle)


def puzzle_lines(file: Path) -> list[str]:
    """The lines of a file that hold a puzzle."""
    return [line for line in _whole_lines(file) if "position" in json.loads(line)]


def _games_in(file: Path) -> set[int]:
    found = [json.loads(line) for line in _whole_lines(file)]
    return {one["game"] if "game" in one else one["origin"][0] for one in found}


def _whole_lines(file: Path) -> list[str]:
    """The lines of a file; one that was not finished, because the run was killed, is cut off."""
    if not file.exists():
        return []
    text = file.read_text("utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        file.write_text(whole, "utf-8")
    return whole.splitlines()


if __name__ == "__main__":
    main()
