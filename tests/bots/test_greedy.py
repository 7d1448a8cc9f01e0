"""`greedy` takes the most points, keeps in the game and sheds tiles when the end is near."""

from __future__ import annotations

from random import Random

from cafe.bots.bot import Budget
from cafe.bots.greedy import GreedyBot
from cafe.bots.options import options
from cafe.rules.ahead import turns
from cafe.rules.edition import edition
from cafe.rules.seating import legal_actions
from cafe.rules.setup import new_game
from cafe.rules.turns import apply
from cafe.rules.view import view
from tests.bots.corpus import corpus


def test_takes_the_most_points_far_from_the_end() -> None:
    for seed in range(5):
        state = new_game(edition("board"), 2, seed)
        rng = Random(seed)
        for _ in range(12):
            best = max(turn.points for turn in turns(state))
            legal = legal_actions(state)
            choice = GreedyBot().choose(view(state, state.player), legal, rng, Budget(nodes=100_000))
            if len(legal) > 1:
                assert choice.info["points"] == best
            state, _ = apply(state, choice.action)


def test_does_not_go_out_where_it_can_stay_in() -> None:
    avoidable = 0
    for position in corpus():
        state = position.state
        outcomes = {state.player in option.after.out for option in options(state, 10**9)}
        if outcomes == {True, False}:
            avoidable += 1
            legal = legal_actions(state)
            action = (
                GreedyBot().choose(view(state, state.player), legal, Random(1), Budget(nodes=100_000)).action
            )
            assert state.player not in apply(state, action)[0].out, position.name
    assert avoidable


def test_same_seed_same_action() -> None:
    for position in corpus():
        state = position.state
        actions = {
            GreedyBot()
            .choose(view(state, state.player), legal_actions(state), Random(7), Budget(nodes=100_000))
            .action
            for _ in range(3)
        }
        assert len(actions) == 1
