"""The game in OpenSpiel passes OpenSpiel's own tests, and its searches play it."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from cafe.encoding import action_code
from cafe.env.open_spiel import NAME
from cafe.rules import determinise, edition, view
from tests.env.setups import SETUPS


def load(name: str, players: int) -> Any:
    """The game with these parameters."""
    return pyspiel.load_game(NAME, {"edition": name, "players": players})


def settle(state: Any, rng: Random) -> None:
    """Draw until a player is to move."""
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        state.apply_action(rng.choices([one for one, _ in outcomes], [share for _, share in outcomes])[0])


def walk(name: str, players: int, seed: int) -> list[Any]:
    """Every state of a random game in which a player is to move, and the last one."""
    rng = Random(seed)
    state = load(name, players).new_initial_state()
    found = []
    while True:
        settle(state, rng)
        found.append(state.clone())
        if state.is_terminal():
            return found
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_its_own_simulations_pass(name: str, players: int) -> None:
    pyspiel.random_sim_test(load(name, players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_draws_are_chance_and_states_are_those_of_the_rules(name: str, players: int) -> None:
    code = action_code(edition(name))
    for state in walk(name, players, 3):
        known = state.node.state
        assert state.legal_actions() == sorted(code.legal(known))
        assert sum(map(len, (*known.hands, *known.hidden, known.bag, known.bar, known.removed))) == (
            len(known.edition.tiles) - sum(who != 255 for who in known.seated)
        )
    assert state.is_terminal()
    assert abs(sum(state.returns())) < 1e-9


@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_information_states_never_leak(name: str, players: int) -> None:
    rng = Random(2)
    for state in walk(name, players, 4)[:-1]:
        for player in range(players):
            other = state.clone()
            other.stand_at(other.node._replace(state=determinise(view(state.node.state, player), rng)))
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)


@pytest.mark.parametrize("name", ["board", "card"])
def test_a_state_resampled_looks_the_same(name: str) -> None:
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    differ = 0
    for state in walk(name, 2, 5)[:-1]:
        player = state.current_player()
        other = state.resample_from_infostate(player, sampler)
        assert other.legal_actions() == state.legal_actions()
        assert other.information_state_string(player) == state.information_state_string(player)
        differ += other.node.state.hands != state.node.state.hands
    assert (differ > 0) == (name == "card")


@pytest.mark.parametrize("variants", ["", "parties"])
def test_a_state_resampled_for_anybody_goes_on(variants: str) -> None:
    """Also in the middle of a turn: a player who owes a partner has one."""
    sampler, rng = pyspiel.UniformProbabilitySampler(0.0, 1.0), Random(1)
    game = pyspiel.load_game(NAME, {"edition": "card", "players": 3, "variants": variants})
    owing = 0
    for _ in range(3):
        state = game.new_initial_state()
        settle(state, rng)
        while not state.is_terminal():
            turn = state.node.state
            if turn.owes is not None or turn.party is not None:
                owing += 1
                assert all(state.resample_from_infostate(one, sampler).legal_actions() for one in range(3))
            state.apply_action(rng.choice(state.legal_actions()))
            settle(state, rng)
    assert owing


@pytest.mark.parametrize("search", ["mcts", "ismcts"])
@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_its_searches_play(name: str, players: int, search: str) -> None:
    game, chance = load(name, players), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    if search == "mcts":
        bot = mcts.MCTSBot(game, 1.4, 4, evaluator, random_state=chance)
    else:
        bot = ismcts.ISMCTSBot(
            game=game, uct_c=1.4, max_simulations=4, evaluator=evaluator, random_state=chance
        )
    state, rng = game.new_initial_state(), Random(1)
    for _ in range(3):
        settle(state, rng)
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_actions_and_draws_have_names() -> None:
    state = load("card", 2).new_initial_state()
    names = [state.action_to_string(outcome) for outcome, _ in state.chance_outcomes()]
    assert names[:2] == ["CFm", "CFf"]
    settle(state, Random(1))
    actions = [state.action_to_string(action) for action in state.legal_actions()]
    assert "draw" in actions


def test_variants_are_one_text_that_is_kept_with_the_game() -> None:
    game = pyspiel.load_game(NAME, {"variants": "parties+exact-swap"})
    assert game.rules is edition("board", ("parties", "exact-swap"))
    assert pyspiel.load_game(str(game)).rules is game.rules
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("outcome", [-2, 26, 500])
def test_what_cannot_be_drawn_is_refused(outcome: int) -> None:
    with pytest.raises(ValueError, match=r"expected one of chance_outcomes\(\); got"):
        load("board", 2).new_initial_state().apply_action(outcome)


@pytest.mark.parametrize(
    "parameters", [{"edition": "chess"}, {"players": 5}, {"variants": "chess"}, {"variants": "parties,chess"}]
)
def test_what_cannot_be_is_refused(parameters: dict[str, object]) -> None:
    with pytest.raises(Exception, match=r"expected|players|has the variants"):
        pyspiel.load_game(NAME, parameters)
