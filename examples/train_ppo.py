"""An off-the-shelf learner at the café: MaskablePPO through the Gymnasium environment, on a processor alone.

pip install 'cafe-international[gymnasium]' sb3-contrib
python examples/train_ppo.py --seconds 3600 --games 400
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env

NAME = "cafe.env:CafeInternational-v0"


class Points(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Rewards every change of the lead, fifty points as much as the game itself."""

    def reset(self, **more: Any) -> tuple[Any, dict[str, Any]]:
        """Begin; the lead is what the bots before us made of it."""
        seen, info = self.env.reset(**more)
        self._lead = lead(info)
        return seen["observation"], info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play, and count what the lead has changed by."""
        seen, reward, over, cut, info = self.env.step(action)
        before, self._lead = self._lead, lead(info)
        return seen["observation"], float(reward) + (self._lead - before) / 50, over, cut, info

    @property
    def observation_space(self) -> gymnasium.Space[Any]:
        """The vector alone: the learner asks for the mask by itself."""
        space = self.env.observation_space
        assert isinstance(space, gymnasium.spaces.Dict)
        return space["observation"]

    def action_masks(self) -> Any:
        """What is legal now."""
        return self.env.get_wrapper_attr("action_masks")()


def lead(info: dict[str, Any]) -> float:
    """Our points less the best of the others'."""
    scores, seat = info["scores"], info["seat"]
    return float(scores[seat] - np.delete(scores, seat).max())


class Until(BaseCallback):
    """Stops the training after so many seconds of processor time."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._end = time.process_time() + seconds

    def _on_step(self) -> bool:
        return time.process_time() < self._end


def share_of_wins(model: MaskablePPO, opponent: str, games: int) -> float:
    """How many games the learner wins against a bot; a tie counts half."""
    env = Points(gymnasium.make(NAME, opponents=[opponent]))
    won = 0.0
    for seed in range(games):
        seen, info = env.reset(seed=1_000_000 + seed)
        over = False
        while not over:
            action, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=True)
            seen, _, over, _, info = env.step(action)
        won += 0.5 + 0.5 * np.sign(lead(info))
    return won / games


def main() -> None:
    """Train against `greedy` for a while, then play against the ladder."""
    options = argparse.ArgumentParser()
    options.add_argument("--seconds", type=float, default=3600)
    options.add_argument("--games", type=int, default=400)
    asked = options.parse_args()
    torch.set_num_threads(1)
    room = make_vec_env(NAME, 8, seed=1, wrapper_class=Points, env_kwargs={"opponents": ["greedy"]})
    model = MaskablePPO(
        "MlpPolicy",
        room,
        n_steps=256,
        batch_size=512,
        n_epochs=4,
        gamma=0.998,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]},
        seed=1,
    )
    model.learn(10**9, callback=Until(asked.seconds))
    print(f"{model.num_timesteps:,} steps in {asked.seconds:.0f} s of processor time")
    for opponent in ("random", "greedy", "regular", "chef"):
        share = share_of_wins(model, opponent, asked.games)
        spread = 1.96 * (share * (1 - share) / asked.games) ** 0.5
        print(f"{opponent}: {share:.1%} ± {spread:.1%} of {asked.games} games", flush=True)


if __name__ == "__main__":
    main()
