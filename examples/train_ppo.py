"""An off-the-shelf learner at the café: MaskablePPO through the Gymnasium environment, on a processor alone.

pip install 'cafe-international[arena,gymnasium]' sb3-contrib
python train_ppo.py --seconds 3600
cafe arena learned=train_ppo:LearnedBot greedy --nodes 200 --bags 100
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

try:
    import gymnasium
    import numpy as np
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.env_util import make_vec_env
except ModuleNotFoundError as missing:
    sys.exit(
        f"expected the package {missing.name}: "
        "pip install 'cafe-international[arena,gymnasium]' sb3-contrib, which brings torch"
    )

from cafe.bots.bot import Budget, Choice
from cafe.encoding import action_code
from cafe.encoding.observation import observer
from cafe.rules import Action, View, edition

NAME = "cafe.env:CafeInternational-v0"
FILE = Path(__file__).with_name("learned.zip")


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
    """Stops the training when the process has used so much processor time."""

    def __init__(self, end: float) -> None:
        super().__init__()
        self._end = end

    def _on_step(self) -> bool:
        return time.process_time() < self._end


def main() -> None:
    """Train against `greedy` for a while, and keep what was learned."""
    options = argparse.ArgumentParser()
    options.add_argument("--seconds", type=float, default=3600, help="of processor time")
    seconds = options.parse_args().seconds
    torch.set_num_threads(1)
    end = time.process_time() + seconds
    room = make_vec_env(NAME, 32, seed=1, wrapper_class=Points, env_kwargs={"opponents": ["greedy"]})
    model = MaskablePPO(
        "MlpPolicy",
        room,
        learning_rate=lambda _: max(1e-5, 1e-3 * (end - time.process_time()) / seconds),
        n_steps=128,
        batch_size=1024,
        n_epochs=3,
        gamma=0.998,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]},
        seed=1,
    )
    begun = time.process_time()
    try:
        model.learn(10**9, callback=Until(end))
    except KeyboardInterrupt:
        print("stopped; what was learned until now is kept")
    model.save(FILE)
    spent = time.process_time() - begun
    print(f"{FILE}: {model.num_timesteps:,} steps in {spent:.0f} s of processor time")


class LearnedBot:
    """Takes the action that the network likes best; two-player `board` only, which it was trained on."""

    def __init__(self) -> None:
        torch.set_num_threads(1)
        self._model = MaskablePPO.load(FILE, device="cpu")
        self._code = action_code(edition("board"))
        self._observer = observer(edition("board"))

    def choose(self, view: View, legal: Sequence[Action], rng: Random, budget: Budget) -> Choice:
        """The bot's side of `Bot`."""
        integers = self._code.integers(view.known, legal)
        mask = np.zeros(self._code.size, bool)
        mask[integers] = True
        answer, _ = self._model.predict(self._observer.flat(view), action_masks=mask, deterministic=True)
        return Choice(legal[list(integers).index(int(answer))])


if __name__ == "__main__":
    main()
