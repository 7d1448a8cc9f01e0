"""A solver's turn compared with the best one."""

from __future__ import annotations

from itertools import permutations

import pytest

from cafe.puzzles.judging import judge
from cafe.puzzles.puzzle import EDITIONS, Puzzle, shipped_puzzles
from cafe.rules.actions import Action, Bar, Seat
from cafe.rules.ahead import turns
from cafe.rules.errors import TurnError
from cafe.rules.trial import try_actions

PUZZLES = [puzzle for edition in EDITIONS for puzzle in list(shipped_puzzles(edition).values())[:4]]


def orders(puzzle: Puzzle, actions: tuple[Action, ...]) -> list[tuple[Action, ...]]:
    """The other orders in which the actions are a complete turn."""
    known, found = puzzle.view().known, []
    for order in permutations(actions):
        try:
            trial = try_actions(known, order)
        except TurnError:
            continue
        if order != actions and (trial.ends or trial.reveals):
            found.append(order)
    return found


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_every_legal_turn_gets_a_verdict_and_the_loss_is_honest(puzzle: Puzzle) -> None:
    for found in turns(puzzle.view().known):
        verdict = judge(puzzle, found.actions)
        assert verdict.solved == (verdict.loss == 0)
        assert verdict.played["points"] == found.points
        assert verdict.order >= 0
        assert verdict.loss >= verdict.order
        assert 1 <= verdict.place <= len(puzzle.turns)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_the_order_of_sitting_down_matters_only_by_its_points(puzzle: Puzzle) -> None:
    for turn in puzzle.turns:
        actions = puzzle.actions(turn)
        first = judge(puzzle, actions)
        for order in orders(puzzle, actions):
            other = judge(puzzle, order)
            assert other.loss == pytest.approx(first.loss + other.order)
            assert other.solved == (first.solved and not other.order)


def test_what_is_no_complete_turn_is_refused() -> None:
    puzzle = PUZZLES[0]
    known = puzzle.view().known
    with pytest.raises(TurnError, match="expected a complete turn"):
        judge(puzzle, [])
    seats = next(found.actions for found in turns(known) if len(found.actions) > 1)
    assert isinstance(seats[0], Seat)
    with pytest.raises(TurnError, match="expected a complete turn"):
        judge(puzzle, seats[:1])
    with pytest.raises(TurnError, match=r"expected \d+ actions?, after which .*; got more"):
        judge(puzzle, [*seats, Bar(known.hand[0])])
    with pytest.raises(TurnError) as refused:
        judge(puzzle, [Seat(known.hand[0], 0), seats[-1]])
    assert refused.value.refusal is not None
