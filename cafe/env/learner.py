"""The Gymnasium environment: one learner against bots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Final

from cafe.env.extra import missing

try:
    import gymnasium
    import numpy as np
except ModuleNotFoundError:
    raise missing("Gymnasium", "gymnasium") from None

from cafe.arena.contestant import PROGRAM, action_in, check_bot
from cafe.bots import Bot, Budget
from cafe.bots.registry import bot_maker
from cafe.env.drawing import RENDER_MODES, picture_of, text_of
from cafe.env.game import LEAST, MOST, Game, Mask, rewards
from cafe.rules.errors import SetupError, quoted

NODES: Final = 200
"""What a bot may think about an action: counted, not timed, so that the same seed gives the same game."""
ILLEGAL: Final = -1.0
"""What an illegal action costs; the game ends."""

Observation = dict[str, Any]


class LearnerEnv(gymnasium.Env[Observation, np.int64]):
    """The learner sits on a seat that the seed decides; the bots play until it is to move."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        edition: str = "board",
        opponents: Sequence[str] = ("greedy",),
        variants: Iterable[str] = (),
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"expected a render mode of {', '.join(RENDER_MODES)}; got {render_mode!r}")
        if isinstance(opponents, str):
            raise SetupError(f"expected a list of bots, such as ['greedy']; got the text {quoted(opponents)}")
        self._game = Game(edition, len(opponents) + 1, variants)
        for name in opponents:
            if name.startswith(PROGRAM):
                raise SetupError(
                    f"expected bots in Python; got {quoted(name)}: outside programs play in the arena only"
                )
            check_bot(name)
        self._makers = [bot_maker(name) for name in opponents]
        self.render_mode = render_mode
        size = self._game.code.size
        self.observation_space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(LEAST, MOST, (self._game.size,), np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (size,), np.int8),
            }
        )
        self.action_space = gymnasium.spaces.Discrete(size)
        self._seat = 0
        self._bots: dict[int, Bot] = {}
        self._rng = Random(0)
        self._is_running = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Shuffle, deal, choose the learner's seat, and let the bots before it play."""
        super().reset(seed=seed)
        self._seat = int(self.np_random.integers(self._game.players))
        self._rng = Random(int(self.np_random.integers(2**32)))
        others = [player for player in range(self._game.players) if player != self._seat]
        self._bots = {player: make() for player, make in zip(others, self._makers, strict=True)}
        self._game.begin(int(self.np_random.integers(2**32)))
        self._bots_play()
        self._is_running = self._game.state.over is None
        return self._observe(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play the integer of a legal action; the bots answer until the learner is to move again."""
        if not self._is_running:
            raise ValueError("expected reset() before a step: there is no game, or it is over")
        try:
            chosen = int(action)
        except (TypeError, ValueError):
            most = self._game.code.size - 1
            raise ValueError(f"expected an action of 0 to {most}; got {action!r}") from None
        if not self._game.is_legal(chosen):
            self._is_running = False
            info = {**self._info(), "illegal_action": chosen}
            return self._observe(), ILLEGAL, True, False, info
        self._game.play(chosen)
        self._bots_play()
        state = self._game.state
        self._is_running = state.over is None
        return self._observe(), rewards(state)[self._seat], not self._is_running, False, self._info()

    def action_masks(self) -> Mask:
        """What the learner may do now, under the name that learners with masks ask for."""
        return self._game.mask(self._seat)

    def render(self) -> Any:
        """The game as text or pixels; `human` prints the text."""
        if self.render_mode == "rgb_array":
            return picture_of(self._game.state)
        if self.render_mode is None:
            return None
        text = text_of(self._game.state)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def _bots_play(self) -> None:
        """Let the bots move while it is their turn; a learner who is out watches to the end."""
        game = self._game
        while game.state.over is None and game.state.player != self._seat:
            player = game.state.player
            choice = self._bots[player].choose(game.view(player), game.legal, self._rng, Budget(nodes=NODES))
            game.act(action_in(choice))
        if self.render_mode == "human":
            self.render()

    def _observe(self) -> Observation:
        mask = self._game.mask(self._seat)
        return {"observation": self._game.observation(self._seat), "action_mask": mask}

    def _info(self) -> dict[str, Any]:
        points = {name: np.array(found) for name, found in self._game.points().items()}
        return {"seat": self._seat, **points}
