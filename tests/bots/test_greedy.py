"""`greedy` takes the most points, keeps in the game and sheds tiles when the end is near."""

from __future__ import annotations

from random import Random

from cafe.bots.bot import Budget
from cafe.bots.greedy import GreedyBot
from cafe.bots.options import options
from cafe.rules.actions import Bar
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
            choice = GreedyBot().choose(view(state, state.player), legal_actions(state), rng, Budget())
            assert choice.info.get("points", best) == best
            state, _ = apply(state, choice.action)


def test_goes_out_only_where_everything_else_does_too() -> None:
    for position in corpus():
        state = position.state
        action = (
            GreedyBot().choose(view(state, state.player), legal_actions(state), Random(1), Budget()).action
        )
        if isinstance(action, Bar) and state.player in apply(state, action)[0].out:
            assert all(state.player in option.after.out for option in options(state, 10**9))


def test_same_seed_same_action() -> None:
    for position in corpus():
        state = position.state
        actions = {
            GreedyBot().choose(view(state, state.player), legal_actions(state), Random(7), Budget()).action
            for _ in range(3)
        }
        assert len(actions) == 1
