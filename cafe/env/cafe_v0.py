"""The PettingZoo environment: `cafe.env.cafe_v0.env(edition="board", players=2)`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from cafe.env.extra import missing

try:
    import gymnasium
    import numpy as np
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
except ModuleNotFoundError:
    raise missing("PettingZoo", "pettingzoo") from None

from cafe.env.drawing import RENDER_MODES, picture_of, text_of
from cafe.env.game import LEAST, MOST, Game, Mask, Vector, rewards

ILLEGAL: Final = -1.0
"""What an illegal action costs who chose it; the game ends, and the others get nothing."""


def env(
    edition: str = "board",
    players: int = 2,
    variants: Iterable[str] = (),
    render_mode: str | None = None,
) -> CafeEnv:
    """The environment.

    It notices wrong use itself: PettingZoo's wrappers that do so take as long as the rest of a step.
    """
    return CafeEnv(edition, players, variants, render_mode)


class CafeEnv(AECEnv[str, dict[str, Any], int | None]):  # type: ignore[misc]
    """The game, one agent for each player; the agent to move may be the same several times running."""

    metadata: dict[str, Any] = {  # noqa: RUF012  as PettingZoo declares it
        "name": "cafe_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        edition: str = "board",
        players: int = 2,
        variants: Iterable[str] = (),
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"expected a render mode of {', '.join(RENDER_MODES)}; got {render_mode!r}")
        self._game = Game(edition, players, variants)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{player}" for player in range(players)]
        self._player = {agent: player for player, agent in enumerate(self.possible_agents)}
        size = self._game.code.size
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(LEAST, MOST, (self._game.size,), np.float32),
                    "action_mask": gymnasium.spaces.Box(0, 1, (size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: gymnasium.spaces.Discrete(size) for agent in self.possible_agents}
        self._random, _ = seeding.np_random(None)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The same for every agent, an object of its own."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The same for every agent, an object of its own."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Shuffle and deal; the same seed gives the same game, and the same games after it."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self._game.begin(int(self._random.integers(2**32)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"seat": player, **self._game.points()} for player, agent in enumerate(self.agents)
        }
        self.agent_selection = self.possible_agents[self._game.state.player]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Vector | Mask]:
        """What the agent sees of the game, and what it may do now; all 0 where it is not to move."""
        player = self._player[agent]
        mask = self._game.mask(player)
        return {"observation": self._game.observation(player), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the integer of a legal action."""
        if not self.agents:
            raise ValueError("expected reset() before a step: there is no game, or it is over")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        try:
            is_action = action is not None and 0 <= action < self._game.code.size
        except TypeError:
            is_action = False
        if action is None or not is_action:
            raise ValueError(f"expected an action of 0 to {self._game.code.size - 1}; got {action!r}")
        self._cumulative_rewards[agent] = 0.0
        if self._game.is_legal(int(action)):
            self._game.play(int(action))
            state = self._game.state
            points = self._game.points()
            for info in self.infos.values():
                info.update(points)
            if state.over is None:
                self.agent_selection = self.possible_agents[state.player]
            else:
                self._end(dict(zip(self.agents, rewards(state), strict=True)))
        else:
            self.infos[agent]["illegal_action"] = int(action)
            self._end({other: ILLEGAL if other == agent else 0.0 for other in self.agents})
        if self.render_mode == "human":
            self.render()

    def _end(self, won: dict[str, float]) -> None:
        self.rewards = won
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | np.ndarray[Any, Any] | None:
        """The game as text or pixels; `human` prints the text."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() shows nothing without a render_mode")
            return None
        if self.render_mode == "rgb_array":
            return picture_of(self._game.state)
        text = text_of(self._game.state)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is held open."""
