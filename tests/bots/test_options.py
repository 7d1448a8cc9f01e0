"""The different complete turns are those of the rulebook, each once, in its best-paid order."""

from __future__ import annotations

from cafe.bots.combo import best_turn
from cafe.bots.options import options
from cafe.rules.actions import Seat
from cafe.rules.ahead import turns
from cafe.rules.state import State
from cafe.rules.view import view
from tests.bots.corpus import corpus


def _key(after: State, player: int) -> object:
    return after.seated, after.hands[player], after.bar, after.player, after.over is None


def test_options_are_the_turns_of_the_rulebook() -> None:
    for position in corpus():
        known = view(position.state, position.state.player).known
        player = known.player
        best: dict[object, int] = {}
        for turn in turns(known):
            key = _key(turn.after, player)
            best[key] = max(turn.points, best.get(key, turn.points))
        found = {_key(option.after, player): option.points for option in options(known, 10**9)}
        assert found == best, position.name


def test_a_limit_keeps_whole_turns() -> None:
    for position in corpus():
        known = view(position.state, position.state.player).known
        every = {_key(option.after, known.player) for option in options(known, 10**9)}
        few = options(known, 5)
        assert few
        assert {_key(option.after, known.player) for option in few} <= every


def test_a_tick_that_says_no_ends_the_search_with_whole_turns() -> None:
    for position in corpus():
        known = view(position.state, position.state.player).known
        assert options(known, tick=lambda: False)


def test_the_estimated_best_turn_is_mostly_the_best_and_never_far_off() -> None:
    errors = []
    for position in corpus():
        state = position.state
        if state.taken or state.party is not None or state.may_close:
            continue
        points = [turn.points for turn in options(state, 10**9) if isinstance(turn.actions[0], Seat)]
        errors.append(abs(best_turn(state, state.hand) - max(points, default=0)))
    assert errors.count(0) / len(errors) > 0.75
    assert sum(errors) / len(errors) < 1
