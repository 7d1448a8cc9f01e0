"""Learning by self-play: proximal policy optimisation over many games at once.

All players of a game are the network. Every position is valued for every player, so that what a step was
worth to its player is seen in the very next position, whoever moves there: no sign is flipped, and two
players are no special case. The margin and the chance to win are valued apart; how much each counts may
change while the network learns.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp

from cafe.bots.network import Shape, forward
from cafe.training.adam import Arrays, Moments, step
from cafe.training.config import Learning
from cafe.training.games import Game, where

IMPOSSIBLE: Final = -1e9
"""The policy's number for an action that is not legal."""
EXACT: Final = "trunk.rest"
"""The layer that reads scores: these need more digits than bfloat16 has."""

States = tuple[Any, ...]
"""The games under way, an entry a sort of game."""


class Samples(NamedTuple):
    """Steps played: [steps, games, ...]; values and ends by seat."""

    seen: jax.Array
    legal: jax.Array
    action: jax.Array
    chance: jax.Array
    """The logarithm of the chance that the policy gave the action."""
    player: jax.Array
    over: jax.Array
    values: jax.Array
    ends: jax.Array


class Weighing(NamedTuple):
    """What changes while the network learns."""

    rate: jax.Array
    win: jax.Array
    entropy: jax.Array


class Learner:
    """Games of several sorts played by one network, and the network learning from them."""

    def __init__(
        self, shape: Shape, games: Sequence[Game], counts: Sequence[int], learning: Learning
    ) -> None:
        self.shape = shape
        self.games = tuple(games)
        self.counts = tuple(counts)
        self.learning = learning
        self.open_hands = all(game.open_hands for game in games)
        self.players = jnp.concatenate(
            [jnp.full((count,), game.players) for game, count in zip(games, counts, strict=True)]
        )
        total = sum(counts) * learning.steps
        if total % learning.batches:
            raise ValueError(f"expected batches that part {total} steps evenly; got {learning.batches}")
        self._plays = [
            jax.jit(partial(self._play, game, count), donate_argnums=1)
            for game, count in zip(self.games, self.counts, strict=True)
        ]
        self._learns = jax.jit(self._learn, donate_argnums=(0, 1))

    def compile(self, weights: Arrays, moments: Moments, states: States, weighing: Weighing) -> None:
        """Compile everything at once: each sort of game takes a processor half a minute or more."""
        key = jax.random.key(0, impl="rbg")
        played = [
            jax.eval_shape(play, weights, state, key) for play, state in zip(self._plays, states, strict=True)
        ]
        samples, lasts = tuple(one[1] for one in played), tuple(one[2] for one in played)
        calls: list[tuple[Any, tuple[Any, ...]]] = [
            (play, (weights, state, key)) for play, state in zip(self._plays, states, strict=True)
        ]
        calls.append((self._learns, (weights, moments, samples, lasts, key, weighing)))
        with ThreadPoolExecutor(len(calls)) as threads:
            *self._plays, self._learns = threads.map(lambda call: call[0].lower(*call[1]).compile(), calls)

    def update(
        self, weights: Arrays, moments: Moments, states: States, key: jax.Array, weighing: Weighing
    ) -> tuple[Arrays, Moments, States, dict[str, jax.Array]]:
        """Play some steps of every game and learn from them."""
        learning, *playing = jax.random.split(key, len(self.games) + 1)
        played = [
            play(weights, state, one) for play, state, one in zip(self._plays, states, playing, strict=True)
        ]
        samples, lasts = tuple(one[1] for one in played), tuple(one[2] for one in played)
        weights, moments, told = self._learns(weights, moments, samples, lasts, learning, weighing)
        return weights, moments, tuple(one[0] for one in played), told

    def begin(self, key: jax.Array) -> States:
        """New games."""
        keys = jax.random.split(key, len(self.games))
        return tuple(
            game.begin(one, count) for game, one, count in zip(self.games, keys, self.counts, strict=True)
        )

    def policy(self, weights: Arrays, seen: jax.Array, legal: jax.Array) -> tuple[jax.Array, jax.Array]:
        """The policy's number for each action, and what the observer and the players after may expect."""
        kind = jnp.bfloat16 if self.learning.short_floats else jnp.float32
        short = {name: array if name == EXACT else array.astype(kind) for name, array in weights.items()}
        numbers, values = forward(jnp, self.shape, short, seen, legal)
        return jnp.where(legal, numbers.astype(jnp.float32), IMPOSSIBLE), values.astype(jnp.float32)

    def _play(
        self, game: Game, count: int, weights: Arrays, state: Any, key: jax.Array
    ) -> tuple[Any, Samples, jax.Array]:
        """Play some steps of every game; where one ends, another begins. Also the values where it stops.

        For these one step more is played, which nobody learns from: to look at the games in a second place
        would take twice the time to compile.
        """
        dealing, choosing = jax.random.split(key)
        fresh = game.begin(dealing, count)
        players = jnp.full((count,), game.players)

        def once(state: Any, key: jax.Array) -> tuple[Any, Samples]:
            seen, legal, player = game.see(state), game.legal(state), game.player(state)
            numbers, values = self.policy(weights, seen, legal)
            action = jax.random.categorical(key, numbers)
            chance = _chance(numbers, action)
            after = game.step(state, action)
            over = game.over(after)
            ends = jnp.where(over[:, None, None], _padded(game.ends(after), self.shape.players), 0.0)
            by_seat = by_seats(expected(values), player, players)
            return where(over, fresh, after), Samples(
                seen, legal, action, chance, player, over, by_seat, ends
            )

        state, samples = jax.lax.scan(once, state, jax.random.split(choosing, self.learning.steps + 1))
        return state, jax.tree.map(lambda array: array[:-1], samples), samples.values[-1]

    def _learn(
        self,
        weights: Arrays,
        moments: Moments,
        of_sorts: tuple[Samples, ...],
        lasts: tuple[jax.Array, ...],
        key: jax.Array,
        weighing: Weighing,
    ) -> tuple[Arrays, Moments, dict[str, jax.Array]]:
        samples: Samples = jax.tree.map(lambda *parts: jnp.concatenate(parts, 1), *of_sorts)
        gains, reached = advantages(samples, jnp.concatenate(lasts), self.learning.trace, self.open_hands)
        finished = samples.over.astype(jnp.float32).sum(0).sum()
        targets = by_order(reached, samples.player, self.players)
        own = jnp.take_along_axis(gains, samples.player[..., None, None], 2)[:, :, 0]
        worth = (1 - weighing.win) * own[..., 0] + weighing.win * 2 * own[..., 1]
        worth = (worth - worth.mean()) / (worth.std() + 1e-6)
        players = jnp.broadcast_to(self.players, samples.player.shape)
        rows = jax.tree.map(
            lambda array: array.reshape(-1, *array.shape[2:]),
            (samples.seen, samples.legal, samples.action, samples.chance, worth, targets, players),
        )

        def one(
            carry: tuple[Arrays, Moments], index: jax.Array
        ) -> tuple[tuple[Arrays, Moments], dict[str, jax.Array]]:
            weights, moments = carry
            part = jax.tree.map(lambda array: array[index], rows)
            slopes, told = jax.grad(self._loss, has_aux=True)(weights, part, weighing)
            return step(weights, slopes, moments, weighing.rate, self.learning.longest), told

        total = len(rows[0])
        orders = [
            jax.random.permutation(one_key, total).reshape(self.learning.batches, -1)
            for one_key in jax.random.split(key, self.learning.epochs)
        ]
        (weights, moments), told = jax.lax.scan(one, (weights, moments), jnp.concatenate(orders))
        return weights, moments, {**jax.tree.map(jnp.mean, told), "games": finished}

    def _loss(
        self, weights: Arrays, part: tuple[jax.Array, ...], weighing: Weighing
    ) -> tuple[jax.Array, dict[str, jax.Array]]:
        seen, legal, action, before, worth, targets, players = part
        numbers, values = self.policy(weights, seen, legal)
        change = _chance(numbers, action) - before
        ratio = jnp.exp(change)
        clip = self.learning.clip
        policy = -jnp.minimum(ratio * worth, jnp.clip(ratio, 1 - clip, 1 + clip) * worth).mean()
        chances = jax.nn.log_softmax(numbers)
        entropy = -jnp.where(legal, jnp.exp(chances) * chances, 0.0).sum(-1).mean()
        at_table = (jnp.arange(self.shape.players) < players[:, None]).astype(jnp.float32)
        margin = jnp.square(values[..., 0] - targets[..., 0])
        odds = values[..., 1]
        win = jax.nn.softplus(odds) - odds * targets[..., 1]
        value = ((margin + win) * at_table).sum() / at_table.sum()
        loss = policy + self.learning.value * value - weighing.entropy * entropy
        told = {
            "policy": policy,
            "entropy": entropy,
            "margin": (margin * at_table).sum() / at_table.sum(),
            "win": (win * at_table).sum() / at_table.sum(),
            "change": (ratio - 1 - change).mean(),
        }
        return loss, told


def advantages(
    samples: Samples, last: jax.Array, trace: float, open_hands: bool
) -> tuple[jax.Array, jax.Array]:
    """For every seat how much better than expected it went from each step on, and what it came to.

    The generalised advantage estimate, without discount. Where hands are hidden, only values from the seat's
    own view count: the others do not see its hand, so what they expect for it says nothing of what it kept.
    """
    seats = jnp.arange(samples.values.shape[2])
    known = jnp.full_like(samples.over[..., None], open_hands) | (samples.player[..., None] == seats)

    def back(
        carry: tuple[jax.Array, jax.Array], step: tuple[jax.Array, ...]
    ) -> tuple[tuple[jax.Array, jax.Array], tuple[jax.Array, jax.Array]]:
        gain, following = carry
        values, ends, over, known = step
        goes_on = 1.0 - over[:, None, None].astype(jnp.float32)
        gain, following = goes_on * gain, ends + goes_on * following
        gain = jnp.where(known[..., None], following + trace * gain - values, gain)
        following = jnp.where(known[..., None], values, following)
        return (gain, following), (gain, following + gain)

    steps = (samples.values, samples.ends, samples.over, known)
    _, found = jax.lax.scan(back, (jnp.zeros_like(last), last), steps, reverse=True)
    return found


def expected(values: jax.Array) -> jax.Array:
    """Values with the chance to win in place of its log-odds."""
    return jnp.stack([values[..., 0], jax.nn.sigmoid(values[..., 1])], -1)


def by_seats(values: jax.Array, player: jax.Array, players: jax.Array) -> jax.Array:
    """Values that begin with the player to move, as values that begin with seat 0."""
    seats = jnp.arange(values.shape[-2])
    count = players[:, None]
    places = jnp.where(seats < count, (seats - player[..., None]) % count, seats)
    return jnp.take_along_axis(values, places[..., None], -2)


def by_order(values: jax.Array, player: jax.Array, players: jax.Array) -> jax.Array:
    """Values that begin with seat 0, as values that begin with the player to move."""
    seats = jnp.arange(values.shape[-2])
    count = players[:, None]
    places = jnp.where(seats < count, (seats + player[..., None]) % count, seats)
    return jnp.take_along_axis(values, places[..., None], -2)


def _chance(numbers: jax.Array, action: jax.Array) -> jax.Array:
    return jnp.take_along_axis(jax.nn.log_softmax(numbers), action[:, None], -1)[:, 0]


def _padded(ends: jax.Array, players: int) -> jax.Array:
    return jnp.pad(ends, ((0, 0), (0, players - ends.shape[1]), (0, 0)))
