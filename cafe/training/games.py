"""Many games of one sort at once: `cafe.vector` with the inputs and outputs of a network."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeVar

import jax
import jax.numpy as jnp

from cafe.bots.network import MARGIN, Shape, family_vector
from cafe.rules.edition import edition
from cafe.training.config import Sort
from cafe.vector import Batch, Games, Pool
from cafe.vector.step import out_players

OUT: Final = -40
"""Points that who is out counts for in the margin, where the sums say nothing."""

LEAST: Final = -1_000_000
"""Fewer points than anybody can have."""


class Tables(NamedTuple):
    """Games under way, each with its own bag: the row of the pool with its number."""

    pool: Pool
    games: Games


class Game:
    """Games of one edition, player count and variants."""

    def __init__(self, sort: Sort, shape: Shape) -> None:
        self.sort = sort
        self.players = sort.players
        self.open_hands = edition(sort.edition).open_hands
        self._actions = shape.actions
        self._batch = Batch(sort.edition, sort.players, sort.variants)

    def begin(self, key: jax.Array, count: int) -> Tables:
        """So many new games."""
        pool = self._batch.pool(key, count)
        return apart(Tables(pool, self._batch.begin(pool, jnp.arange(count))))

    def step(self, tables: Tables, actions: jax.Array) -> Tables:
        """Every game a step further; what becomes of one that is over means nothing."""
        return apart(tables._replace(games=self._batch.step(tables.pool, tables.games, actions)))

    def see(self, tables: Tables) -> jax.Array:
        """What the players to move see, as the network takes it.

        These are small whole numbers over powers of two, so 16 bit hold them exactly.
        """
        flat = apart(self._batch.observe(tables.games).astype(jnp.float16))
        found: jax.Array = family_vector(jnp, self.sort.edition, flat)
        return found

    def legal(self, tables: Tables) -> jax.Array:
        """Which of the network's actions are legal: those of a variant that is not played never are."""
        mask = self._batch.dense(apart(self._batch.legal(tables.games)))
        return jnp.pad(apart(mask), ((0, 0), (0, self._actions - mask.shape[1])))

    def player(self, tables: Tables) -> jax.Array:
        """Who is to move."""
        found: jax.Array = tables.games.game.player
        return found

    def over(self, tables: Tables) -> jax.Array:
        """Which games have ended."""
        found: jax.Array = tables.games.game.over > 0
        return found

    def scores(self, tables: Tables) -> jax.Array:
        """Points by seat."""
        return jnp.stack(tables.games.game.scores, -1)

    def ends(self, tables: Tables) -> jax.Array:
        """By seat, where a game has ended: the margin over the best other one, and the share of the win."""
        out = jnp.stack(out_players(self._batch.rules, tables.games.game), -1)
        sums = jnp.where(out, OUT, self._batch.sums(tables.games))
        own = jnp.eye(self.players, dtype=bool)
        others = jnp.where(own, LEAST, sums[:, None, :]).max(-1)
        return jnp.stack([(sums - others) / MARGIN, self._batch.shares(tables.games)], -1)


Made = TypeVar("Made")


def apart(made: Made) -> Made:
    """What is made, kept apart from what is made of it.

    The compiler would rather find a thing several times than write it down, and take far longer about it.
    """
    found: Made = jax.lax.optimization_barrier(made)  # type: ignore[no-untyped-call]
    return found


def where(which: jax.Array, yes: Any, no: Any) -> Any:
    """Of two states of many games, for each game the one that `which` says."""

    def one(yes: jax.Array, no: jax.Array) -> jax.Array:
        return jnp.where(which.reshape(-1, *(1,) * (yes.ndim - 1)), yes, no)

    return jax.tree.map(one, yes, no)
