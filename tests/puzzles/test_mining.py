"""How puzzles are found, chosen and evaluated again."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from cafe.bots.options import Option
from cafe.puzzles.check import drawn, qualifies
from cafe.puzzles.comparing import Comparison, Line
from cafe.puzzles.gather import choose
from cafe.puzzles.mine import line_of, mine, puzzle_lines
from cafe.puzzles.puzzle import Puzzle, read_puzzle, shipped_puzzles, write_puzzle
from cafe.rules.edition import edition
from cafe.rules.setup import new_game
from tests.scale import scaled


def test_some_are_evaluated_anew_and_still_qualify() -> None:
    """With CAFE_TEST_SCALE=20 these are forty, over four times the deals."""
    count = scaled(2)
    puzzles = drawn(count, seed=count)
    failed = [puzzle.id for puzzle in puzzles if not qualifies(puzzle, 4.0 if count >= 40 else 0.5, seed=2)]
    assert len(failed) <= max(1, count // 40), failed


def test_mining_goes_on_where_it_was_killed(tmp_path: Path) -> None:
    file = tmp_path / "card.jsonl"
    mine(file, "card", seed=0, workers=1, seconds=0)
    first = file.read_text()
    file.write_text(first + '{"ga')
    mine(file, "card", seed=0, workers=1, seconds=0)
    lines = file.read_text().splitlines()
    assert len(lines) == 2
    assert lines[0] == line_of("card", 0)
    assert '"game": 1' in lines[1] or '"id":"c1"' in lines[1]
    assert puzzle_lines(file) == [line for line in lines if "position" in json.loads(line)]


def test_mining_needs_nothing_but_numpy() -> None:
    missing = "sys.modules.update(msgspec=None, rich=None, typer=None)"
    code = f"import sys; {missing}; import cafe.puzzles.mine, cafe.puzzles.gather, cafe.puzzles.check"
    subprocess.run([sys.executable, "-c", code], check=True)


def some(themes: tuple[str, ...], gap: float, pays_most: bool, game: int) -> Puzzle:
    """A puzzle that differs from a real one in what choosing looks at."""
    puzzle = next(iter(shipped_puzzles("board").values()))
    best = replace(puzzle.turns[0], points=99 if pays_most else -99)
    origin = replace(puzzle.origin, game=game)
    turns = (best, *puzzle.turns[1:])
    return replace(puzzle, id=f"b{game}", equal=1, turns=turns, themes=themes, gap=gap, origin=origin)


def test_themes_are_chosen_alike_and_few_that_pay_most() -> None:
    bars = [some(("bar",), 9.0, False, game) for game in range(10)]
    ends = [some(("end",), 5.0, False, game) for game in range(10, 14)]
    paying = [some(("party",), 8.0, True, game) for game in range(14, 24)]
    chosen = choose([*bars, *ends, *paying, some((), 50.0, False, 30)], 10)
    assert len(chosen) == 10
    assert sum(puzzle.themes == ("end",) for puzzle in chosen) >= 3
    assert 2 <= sum(puzzle.pays_most for puzzle in chosen) <= 3
    assert [puzzle.origin.game for puzzle in chosen] == sorted(puzzle.origin.game for puzzle in chosen)
    assert all(puzzle.themes for puzzle in chosen)


def compared(*values: list[float]) -> Comparison:
    """Turns that were worth so much in each deal."""
    after = new_game(edition("board"), 2, 1)
    lines = [Line(Option((), place, (), after), found) for place, found in enumerate(values)]
    return Comparison(lines, [line.loss(lines[0]) for line in lines], len(values[0]))


def test_a_gap_counts_beyond_doubt_and_over_the_deals_that_both_had() -> None:
    found = compared([10.0, 12.0, 14.0, 16.0], [10.0, 12.0, 13.0, 15.0], [4.0, 6.0], [-4.0, 13.0, 0.0, 15.0])
    assert found.equal == 2
    assert found.losses[2] == (6.0, 0.0)
    assert found.losses[3].points == 7.0
    assert found.gap == found.losses[3]
    assert found.gap.least < 4 < found.losses[2].least
    assert not found.confirms(lambda option: option.points < 2)
    clear = compared([10.0, 12.0], [10.0, 11.0], [6.0, 8.0])
    assert clear.confirms(lambda option: option.points < 2)
    assert not clear.confirms(lambda option: option.points == 0)


def test_a_puzzle_is_read_as_it_was_written() -> None:
    for puzzle in shipped_puzzles("card").values():
        assert read_puzzle(write_puzzle(puzzle)) == puzzle
