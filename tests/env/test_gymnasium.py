"""The Gymnasium environment passes Gymnasium's own checks."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from cafe.arena.contestant import ContestantError
from cafe.bots import Budget
from cafe.bots.registry import UnknownBot
from cafe.encoding import layout
from cafe.rules import Action, SetupError, View
from tests.env.setups import SETUPS

ID = "cafe.env:CafeInternational-v0"


class NoChoose:
    """A bot that lacks its method."""


class Bare:
    """A bot that returns the action itself."""

    def choose(self, view: View, legal: Sequence[Action], rng: Random, budget: Budget) -> Action:
        return legal[0]


@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_its_own_checks_pass(name: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make(ID, edition=name, opponents=["random"] * (players - 1))
    check_env(env.unwrapped)


@pytest.mark.parametrize("name", ["board", "card"])
def test_a_learner_plays_whole_games_against_bots(name: str) -> None:
    env = gymnasium.make(ID, edition=name, opponents=["greedy", "random"], variants=("parties",))
    env.action_space.seed(1)
    seats = set()
    for seed in range(12):
        seen, info = env.reset(seed=seed)
        seats.add(info["seat"])
        over, won, steps = False, 0.0, 0
        while not over:
            assert np.array_equal(seen["action_mask"], env.get_wrapper_attr("action_masks")())
            seen, reward, over, cut, info = env.step(env.action_space.sample(seen["action_mask"]))
            assert not cut
            assert ("final" in info) == over
            won += float(reward)
            assert over or won == 0
            steps += 1
        assert steps > 5
        assert -0.5 <= won <= 1
        assert info["final"].sum() < info["scores"].sum()
    assert seats == {0, 1, 2}


def test_the_same_seed_gives_the_same_game() -> None:
    ends = []
    for _ in range(2):
        env = gymnasium.make(ID, edition="board", opponents=["regular"])
        seen, _ = env.reset(seed=9)
        over = False
        while not over:
            seen, _, over, _, info = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
        ends.append(info["scores"].tolist())
    assert ends[0] == ends[1]


def test_an_illegal_action_loses() -> None:
    env = gymnasium.make(ID)
    seen, _ = env.reset(seed=1)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over, info["illegal_action"]) == (-1, True, wrong)


def test_wrong_use_is_told() -> None:
    env = gymnasium.make(ID, edition="card", opponents=["random"]).unwrapped
    with pytest.raises(ValueError, match=r"expected reset\(\) before a step"):
        env.step(0)
    seen, _ = env.reset(seed=1)
    for wrong in ("x", None):
        with pytest.raises(ValueError, match=f"expected an action of 0 to 65; got {wrong!r}"):
            env.step(wrong)
    over = False
    while not over:
        seen, _, over, _, _ = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    with pytest.raises(ValueError, match="there is no game, or it is over"):
        env.step(0)
    env.reset(seed=1)
    assert env.step(65)[4]["illegal_action"] == 65
    with pytest.raises(ValueError, match="there is no game, or it is over"):
        env.step(0)
    env.reset()


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("tests.env.test_gymnasium:NoChoose", "expected a bot with a method choose; got"),
        ("program:cat", "expected bots in Python; got 'program:cat'"),
    ],
)
def test_an_opponent_that_cannot_play_is_refused_at_once(bot: str, message: str) -> None:
    with pytest.raises((SetupError, ContestantError), match=message):
        gymnasium.make(ID, opponents=[bot])


def test_an_opponent_that_returns_no_choice_is_told_so() -> None:
    env = gymnasium.make(ID, opponents=["tests.env.test_gymnasium:Bare"])
    with pytest.raises(TypeError, match=r"expected a Choice from choose; got Seat\("):
        env.reset(seed=2)  # the bot begins


def test_opponents_are_a_list() -> None:
    with pytest.raises(SetupError, match=r"expected a list of bots, such as \['greedy'\]"):
        gymnasium.make(ID, opponents="greedy")


@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_vectorised(name: str, players: int) -> None:
    opponents = ["random"] * (players - 1)
    envs = gymnasium.make_vec(ID, num_envs=3, vectorization_mode="sync", edition=name, opponents=opponents)
    seen, _ = envs.reset(seed=1)
    for _ in range(60):
        seen, _, _, _, _ = envs.step(
            np.array([np.flatnonzero(mask)[0] if mask.any() else 0 for mask in seen["action_mask"]])
        )
    assert seen["observation"].shape == (3, layout(name).size)
    envs.close()


def test_it_renders(capsys: pytest.CaptureFixture[str]) -> None:
    pictures: dict[str, Any] = {}
    for mode in ("ansi", "rgb_array", "human"):
        env = gymnasium.make(ID, render_mode=mode)
        env.reset(seed=1)
        pictures[mode] = env.render()
    assert "player_1" in pictures["ansi"]
    assert pictures["rgb_array"].shape == (480, 480, 3)
    assert "player_1" in capsys.readouterr().out


def test_an_opponent_that_there_is_not() -> None:
    with pytest.raises(UnknownBot, match="got 'nobody'"):
        gymnasium.make(ID, opponents=["nobody"])
