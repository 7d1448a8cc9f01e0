"""The PettingZoo environment passes PettingZoo's own tests."""

from __future__ import annotations

import sys
from functools import partial
from itertools import count
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

from cafe.encoding import action_code
from cafe.env import cafe_v0
from cafe.rules import edition
from cafe.rules.errors import SetupError
from tests.env.setups import SETUPS

ITS_OWN_DICTS = (
    "ignore:(Observation is not a NumPy array|Observation space for each agent probably):UserWarning"
)
"""PettingZoo warns about every observation with a mask in environments other than its own."""
NO_ACTIONS = "ignore:Action mask numpy array is all zeros:UserWarning"
"""The warning is about the mask of an agent who is not to move."""


@pytest.mark.filterwarnings(ITS_OWN_DICTS, NO_ACTIONS)
@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_its_own_tests_pass(name: str, players: int) -> None:
    make = partial(cafe_v0.env, edition=name, players=players)
    api_test(make(), num_cycles=150)
    seed_test(make, num_cycles=150)


@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_it_renders(name: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(cafe_v0.env, edition=name, players=players))
    assert f"player_{players - 1}" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_its_benchmark_runs(
    name: str, players: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a clock that goes on by 20 ms whenever it is asked: the benchmark goes by five seconds of it."""
    clock = SimpleNamespace(time=partial(next, count(0, 0.02)))
    monkeypatch.setattr(sys.modules[performance_benchmark.__module__], "time", clock)
    performance_benchmark(cafe_v0.env(edition=name, players=players))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_rewards_are_of_the_winners_and_sum_to_nothing(name: str, players: int) -> None:
    env = cafe_v0.env(edition=name, players=players, variants=("parties",))
    rng = np.random.default_rng(1)
    env.reset(seed=5)
    won = dict.fromkeys(env.possible_agents, 0.0)
    moves = 0
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        won[agent] += reward
        assert seen is not None
        env.step(None if over else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        moves += 1
    assert moves > 30
    assert abs(sum(won.values())) < 1e-9
    assert max(won.values()) > 0 or not any(won.values())
    assert env.agents == []


def test_an_illegal_action_loses() -> None:
    env = cafe_v0.env()
    env.reset(seed=1)
    seen = env.observe("player_0")
    assert seen is not None
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    env.step(wrong)
    assert env.infos["player_0"]["illegal_action"] == wrong
    assert "illegal_action" not in env.infos["player_1"]
    assert env.rewards == {"player_0": -1.0, "player_1": 0.0}
    assert all(env.terminations.values())


def test_infos_tell_seat_and_scores() -> None:
    env = cafe_v0.env(edition="card", players=3)
    env.reset(seed=1)
    assert [env.infos[agent]["seat"] for agent in env.agents] == [0, 1, 2]
    assert env.infos["player_2"]["scores"] == (0, 0, 0)
    for _ in env.agent_iter():
        seen, _, over, _, info = env.last()
        assert seen is not None
        if over:
            break
        assert "final" not in info
        env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert any(info["scores"])
    ended = env._game.state.over
    assert ended is not None
    assert any(ended.penalties)
    assert info["final"] == ended.final == tuple(np.subtract(info["scores"], ended.penalties))


def test_wrong_use_is_told() -> None:
    env = cafe_v0.env()
    with pytest.raises(ValueError, match=r"expected reset\(\) before a step"):
        env.step(0)
    env.reset(seed=1)
    for wrong in (None, -1, 601, "x"):
        with pytest.raises(ValueError, match="expected an action of 0 to 600"):
            env.step(wrong)  # type: ignore[arg-type]


def test_the_same_seed_goes_on_with_the_same_games() -> None:
    first, second = cafe_v0.env(), cafe_v0.env()
    first.reset(seed=3)
    second.reset(seed=3)
    begun = []
    for env in (first, second):
        for _ in range(2):
            env.reset()
            begun.append(env.observe("player_0")["observation"])
    assert np.array_equal(begun[0], begun[2])
    assert np.array_equal(begun[1], begun[3])
    assert not np.array_equal(begun[0], begun[1])


def test_the_mask_is_that_of_the_encoding() -> None:
    env = cafe_v0.env(edition="card", players=4)
    env.reset(seed=1)
    masks = [env.observe(agent)["action_mask"] for agent in env.agents]
    assert [bool(mask.any()) for mask in masks] == [True, False, False, False]
    assert bytes(masks[0]) == bytes(action_code(edition("card")).mask(env._game.state))


@pytest.mark.parametrize(
    "wrong", [{"players": 5}, {"players": "2"}, {"edition": "chess"}, {"variants": ("cheating",)}]
)
def test_what_cannot_be_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(SetupError):
        cafe_v0.env(**wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="expected a render mode"):
        cafe_v0.env(render_mode="dream")
