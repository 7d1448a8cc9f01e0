"""Numbers of action sequences for fixed bags: a rule that changes by accident shows here first."""

from __future__ import annotations

import msgspec
import pytest

from cafe.protocol.convert import state_form
from cafe.rules.ahead import perft, turns
from cafe.rules.state import State
from tests import literal
from tests.rules.games import Setup

KEPT = [
    (Setup("board", 2, ()), [1, 45, 183, 2995, 17066]),
    (Setup("board", 4, ("parties", "bar-stepped", "exact-swap")), [1, 45, 183, 2645, 25879]),
    (Setup("board-classic", 3, ()), [1, 29, 143, 1853, 17941]),
    (Setup("board-classic", 2, ("parties",)), [1, 29, 143, 1808, 19049]),
    (Setup("card", 2, ()), [1, 13, 51, 153, 693, 2639]),
    (Setup("card", 5, ("parties",)), [1, 13, 51, 137, 633, 2205]),
]


@pytest.mark.parametrize(("setup", "counts"), KEPT, ids=str)
def test_perft_counts(setup: Setup, counts: list[int]) -> None:
    state = setup.new(seed=1)
    assert [perft(state, depth) for depth in range(len(counts))] == counts


def literal_perft(state: dict[str, object], depth: int) -> int:
    """The same count by the literal rulebook."""
    if depth == 0 or state["over"] is not None:
        return 1
    return sum(literal_perft(literal.step(state, action)[0], depth - 1) for action in literal.legal(state))


@pytest.mark.parametrize(("setup", "counts"), KEPT, ids=str)
def test_the_literal_rulebook_counts_the_same(setup: Setup, counts: list[int]) -> None:
    state: State = setup.new(seed=1)
    assert literal_perft(msgspec.to_builtins(state_form(state)), 2) == counts[2]


@pytest.mark.parametrize(("setup", "_"), KEPT, ids=str)
def test_turns_are_distinct_and_end_the_turn(setup: Setup, _: list[int]) -> None:
    state = setup.new(seed=1)
    found = list(turns(state))
    assert len({turn.actions for turn in found}) == len(found)
    for turn in found:
        after = turn.after
        assert after.player != state.player or after.over is not None or after.pile != state.pile
        assert after.scores[state.player] - state.scores[state.player] == turn.points


def test_a_finished_game_counts_one() -> None:
    state = Setup("card", 2, ()).new(seed=1)
    over = state.but(over=object())
    assert perft(over, 5) == 1
    assert perft(state, 0) == 1
    assert list(turns(over)) == []
