"""How well a network plays while it learns: games against plain opponents, many at once.

In every other game the network has the even seats, so that neither side gains by its place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp

from cafe.bots.network import MARGIN
from cafe.training.adam import Arrays
from cafe.training.games import Game, where
from cafe.training.ppo import IMPOSSIBLE, Learner

LONGEST: Final = 1000
"""Steps after which a game that has not ended counts as a tie; no game is so long."""

Chooser = Callable[[Game, Any, jax.Array], jax.Array]


class Result(NamedTuple):
    """What the network did: its share of the wins, where a half is even, and its margin in points."""

    wins: float
    margin: float


def random(game: Game, states: Any, key: jax.Array) -> jax.Array:
    """Any legal action."""
    return jax.random.categorical(key, jnp.where(game.legal(states), 0.0, IMPOSSIBLE))


def grasping(game: Game, states: Any, key: jax.Array) -> jax.Array:
    """The action that pays most at once; it looks no step further, so it is weaker than `greedy`."""
    legal = game.legal(states)
    player = game.player(states)[:, None]
    before = jnp.take_along_axis(game.scores(states), player, 1)[:, 0]

    def gain(action: jax.Array) -> jax.Array:
        after = game.step(states, jnp.full(player.shape[0], action))
        return jnp.take_along_axis(game.scores(after), player, 1)[:, 0] - before

    gains = jax.lax.map(gain, jnp.arange(legal.shape[1]), batch_size=32).T
    noise = jax.random.uniform(key, gains.shape)
    return jnp.argmax(jnp.where(legal, gains.astype(jnp.float32) + 0.5 * noise, IMPOSSIBLE), 1)


OPPONENTS: Final[dict[str, Chooser]] = {"random": random, "grasping": grasping}


class Evaluation:
    """Matches of the network against one opponent in one sort of game."""

    def __init__(self, learner: Learner, game: Game, opponent: str, games: int) -> None:
        self._learner = learner
        self._game = game
        self._opponent = OPPONENTS[opponent]
        self._games = games
        self._play = jax.jit(self._match)

    def __call__(self, weights: Arrays, key: jax.Array) -> Result:
        """Play the match."""
        wins, margin = self._play(weights, key)
        return Result(float(wins), float(margin) * MARGIN)

    def _match(self, weights: Arrays, key: jax.Array) -> tuple[jax.Array, jax.Array]:
        game, count = self._game, self._games
        key, dealing = jax.random.split(key)
        own = (jnp.arange(count)[:, None] + jnp.arange(game.players)) % 2 == 0

        def once(carry: tuple[Any, jax.Array, jax.Array]) -> tuple[Any, jax.Array, jax.Array]:
            states, key, steps = carry
            key, mine, theirs = jax.random.split(key, 3)
            numbers, _ = self._learner.policy(weights, game.see(states), game.legal(states))
            is_own = jnp.take_along_axis(own, game.player(states)[:, None], 1)[:, 0]
            action = jnp.where(
                is_own, jax.random.categorical(mine, numbers), self._opponent(game, states, theirs)
            )
            return where(game.over(states), states, game.step(states, action)), key, steps + 1

        def goes_on(carry: tuple[Any, jax.Array, jax.Array]) -> jax.Array:
            return jnp.any(~game.over(carry[0])) & (carry[2] < LONGEST)

        begin = (game.begin(dealing, count), key, jnp.zeros((), jnp.int32))
        states, _, _ = jax.lax.while_loop(goes_on, once, begin)
        ends = game.ends(states)
        wins = jnp.where(own, ends[..., 1], 0.0).sum() / count
        margin = jnp.where(own, ends[..., 0], 0.0).sum() / own.sum()
        return wins, margin
