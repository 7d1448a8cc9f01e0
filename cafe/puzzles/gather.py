"""Choose the puzzles that come with the package from mined files (docs/puzzles.md).

Takes files or folders of `python -m cafe.puzzles.mine` and rewrites the package's data for the editions
that are in them.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from cafe.puzzles.mine import puzzle_lines
from cafe.puzzles.puzzle import EDITIONS, Puzzle, read_puzzles, write_puzzle
from cafe.puzzles.themes import THEMES

DATA: Final = Path(__file__).parent / "data"
WANTED: Final = {"board": 360, "card": 130, "board-classic": 60}
"""How many are chosen of each edition, if there are that many."""
PAYING: Final = 0.33
"""In how many of them at most the best turn may be simply the one that pays most."""


def main() -> None:
    """Choose, write and say what was chosen."""
    parser = argparse.ArgumentParser(prog="python -m cafe.puzzles.gather", description=__doc__)
    parser.add_argument("mined", type=Path, nargs="+", help="files, or folders of them")
    parser.add_argument("--data", type=Path, default=DATA, help="the folder to write to")
    asked = parser.parse_args()
    mined = [
        puzzle
        for path in asked.mined
        for file in (sorted(path.glob("*.jsonl")) if path.is_dir() else [path])
        for puzzle in read_puzzles(puzzle_lines(file)).values()
    ]
    for edition in EDITIONS:
        found = {puzzle.id: puzzle for puzzle in mined if puzzle.edition == edition}
        if found:
            chosen = choose(found.values(), WANTED[edition])
            lines = [write_puzzle(puzzle) + "\n" for puzzle in chosen]
            asked.data.joinpath(f"{edition}.jsonl").write_text("".join(lines), "utf-8")
            print(summary(edition, chosen, len(found)))


def choose(puzzles: Iterable[Puzzle], most: int) -> list[Puzzle]:
    """At most so many of them, every theme alike as far as there are any, by their numbers.

    Those without a theme are left out.
    """
    left = sorted(puzzles, key=lambda puzzle: -(puzzle.gap - 2 * puzzle.error))
    chosen: list[Puzzle] = []
    count: Counter[str] = Counter()
    paying = 0
    while len(chosen) < most:
        for theme in sorted(THEMES, key=lambda theme: count[theme]):
            fitting = [
                puzzle
                for puzzle in left
                if theme in puzzle.themes
                and (not puzzle.pays_most or paying + 1 <= PAYING * (len(chosen) + 1))
            ]
            if fitting:
                break
        else:
            break
        puzzle = fitting[0]
        left.remove(puzzle)
        chosen.append(puzzle)
        count.update(puzzle.themes)
        paying += puzzle.pays_most
    return sorted(chosen, key=lambda puzzle: puzzle.origin.game)


def summary(edition: str, chosen: Sequence[Puzzle], mined: int) -> str:
    """What was chosen, on one line."""
    count = Counter(theme for puzzle in chosen for theme in puzzle.themes)
    themes = ", ".join(f"{theme} {count[theme]}" for theme in THEMES)
    paying = sum(puzzle.pays_most for puzzle in chosen)
    return f"{edition}: {len(chosen)} of {mined}; pays most {paying}; {themes}"


if __name__ == "__main__":
    main()
