"""Every puzzle that comes with the package, played through."""

from __future__ import annotations

from importlib.resources import files

import pytest

from cafe.puzzles.comparing import CHOSEN, DOUBT, EQUAL, MOST_EQUAL, all_turns
from cafe.puzzles.judging import judge, options_of, result_key
from cafe.puzzles.puzzle import EDITIONS, Puzzle, read_puzzle, shipped_puzzles, write_puzzle
from cafe.puzzles.themes import THEMES, themes_of
from cafe.rules.position import write_position
from cafe.rules.trial import is_under_way

LEAST = {"board": 300, "card": 100, "board-classic": 40}
MOST_BYTES = 1_500_000
PUZZLES = [puzzle for edition in EDITIONS for puzzle in shipped_puzzles(edition).values()]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_notation_turns_and_themes_are_right(puzzle: Puzzle) -> None:
    seen = puzzle.view()
    known = seen.known
    assert write_position(seen) == puzzle.position
    assert seen.seat == known.player
    assert not is_under_way(known)
    assert (known.edition.name, known.edition.variants) == (puzzle.edition, puzzle.variants)
    assert known.players == puzzle.players
    options = options_of(puzzle, known)
    assert [option.points for option in options] == [turn.points for turn in puzzle.turns]
    keys = {result_key(known.player, option.after): option.points for option in options}
    assert keys == {result_key(known.player, option.after): option.points for option in all_turns(known)}
    assert len(keys) == len(puzzle.turns)
    assert puzzle.themes == themes_of(known.player, options[0], options[puzzle.equal :])
    assert set(puzzle.themes) <= set(THEMES)
    assert puzzle.themes


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_the_best_turn_is_clear(puzzle: Puzzle) -> None:
    values = [turn.value for turn in puzzle.turns]
    assert 1 <= puzzle.equal <= MOST_EQUAL
    assert all(values[0] - value <= EQUAL + 0.01 for value in values[: puzzle.equal])
    assert puzzle.gap - DOUBT * puzzle.error >= CHOSEN - 0.02
    assert puzzle.deals >= 200
    for turn in puzzle.turns[puzzle.equal :]:
        assert values[0] - turn.value - DOUBT * turn.error >= CHOSEN - 0.04


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_the_best_turns_solve_it_and_the_next_does_not(puzzle: Puzzle) -> None:
    for turn in puzzle.best:
        verdict = judge(puzzle, puzzle.actions(turn))
        assert verdict.solved
        assert verdict.best == turn
    verdict = judge(puzzle, puzzle.actions(puzzle.turns[puzzle.equal]))
    assert not verdict.solved
    assert verdict.loss >= CHOSEN
    assert verdict.best == puzzle.turns[0]


@pytest.mark.parametrize("edition", EDITIONS)
def test_there_are_enough_no_two_of_one_game_and_few_greedy(edition: str) -> None:
    puzzles = list(shipped_puzzles(edition).values())
    least = LEAST[edition]
    assert len(puzzles) >= least, f"the project promises {least} puzzles for {edition}: mine new ones"
    assert len({puzzle.origin.game for puzzle in puzzles}) == len(puzzles)
    assert len({puzzle.position for puzzle in puzzles}) == len(puzzles)
    assert sum(puzzle.pays_most for puzzle in puzzles) <= len(puzzles) / 3
    assert all(read_puzzle(write_puzzle(puzzle)) == puzzle for puzzle in puzzles)


def test_the_files_are_small() -> None:
    data = files("cafe.puzzles").joinpath("data")
    assert sum(len(data.joinpath(f"{edition}.jsonl").read_bytes()) for edition in EDITIONS) < MOST_BYTES
