"""The vectorised rules' speed, random games with automatic reset, beside pgx's backgammon in the same run.

`python -m bench.vector [--batch N ...] [--steps N] [EDITION ...]` needs JAX and NumPy only, and compares with
pgx where that can be imported. A step is one decision in one game: legal actions, the choice, the action, and
a new game where one ended. Three ways to choose are measured: from the words; from the words, with the dense
mask written out besides; by `jax.random.categorical` over the dense mask, as pgx's games are played here.
"""

from __future__ import annotations

import argparse
import importlib.util
import statistics
import time
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

from cafe.rules import EDITIONS
from cafe.vector import Batch

ROUNDS = 5
ROWS = 1 << 16
"""Bags in the pool."""

Run = Callable[[Any, Any], Any]


def random_games(name: str, size: int, steps: int, choice: str) -> tuple[Run, Any]:
    """A compiled loop of so many steps of a batch, and its beginning."""
    batch = Batch(name, players=2)
    pool = jax.jit(lambda key: batch.pool(key, ROWS))(jax.random.key(0))

    def turn(pool: Any, carried: Any, key: Any) -> tuple[Any, None]:
        games, ended, mask = carried
        words = batch.legal(games)
        if choice == "words":
            action = batch.pick(words, jax.random.bits(key, (size,)))
        elif choice == "dense":
            mask = batch.dense(words)
            action = batch.pick(words, jax.random.bits(key, (size,)))
        else:
            logits = jnp.where(batch.dense(words), 0.0, -jnp.inf)
            action = jax.random.categorical(key, logits, axis=-1)
        games = batch.step(pool, games, action)
        # Counted game by game: a sum over the batch in here would slow the whole step down.
        ended = ended + (games.game.over > 0)
        return (batch.renew(pool, games), ended, mask), None

    def run(carried: Any, key: Any) -> Any:
        return jax.lax.scan(lambda c, k: turn(pool, c, k), carried, jax.random.split(key, steps))[0]

    mask = jnp.zeros((size, batch.rules.code.size if choice == "dense" else 1), bool)
    start = batch.begin(pool, jnp.arange(size) % ROWS), jnp.zeros(size, jnp.int32), mask
    return jax.jit(run), start


def pgx_games(name: str, size: int, steps: int) -> tuple[Run, Any]:
    """The same of a game of pgx, by its own step and reset."""
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    def turn(carried: Any, key: Any) -> tuple[Any, None]:
        state, ended = carried
        choose, go = jax.random.split(key)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        action = jax.random.categorical(choose, logits, axis=-1)
        state = step(state, action, jax.random.split(go, size))
        return (state, ended + state.terminated), None

    def run(carried: Any, key: Any) -> Any:
        return jax.lax.scan(turn, carried, jax.random.split(key, steps))[0]

    start = jax.jit(init)(jax.random.split(jax.random.key(0), size)), jnp.zeros(size, jnp.int32)
    return jax.jit(run), start


def measure(made: tuple[Run, Any], size: int, steps: int) -> tuple[list[float], float]:
    """Steps a second of several rounds, and the steps of a game."""
    run, carried = made
    carried = jax.block_until_ready(run(carried, jax.random.key(1)))  # type: ignore[no-untyped-call]
    before = int(carried[1].sum())
    found = []
    for round_ in range(ROUNDS):
        start = time.perf_counter()
        carried = run(carried, jax.random.key(2 + round_))
        jax.block_until_ready(carried)  # type: ignore[no-untyped-call]
        found.append(size * steps / (time.perf_counter() - start))
    ended = int(carried[1].sum()) - before
    return found, ROUNDS * size * steps / max(ended, 1)


def show(what: str, size: int, measured: tuple[list[float], float]) -> None:
    """One line."""
    speeds, length = measured
    middle, low, high = (f(speeds) / 1e6 for f in (statistics.median, min, max))
    speed = f"{middle:>10,.2f} M steps/s ({low:,.2f} to {high:,.2f})"
    print(f"{what:40} {size:>9,} {speed}  {length:6.1f} steps a game", flush=True)


def main() -> None:
    """Measure what the command line asks for."""
    gpu = jax.default_backend() != "cpu"
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("editions", nargs="*", default=["board", "card"], metavar="EDITION")
    asked.add_argument(
        "--batch", type=int, nargs="+", default=[16_384, 131_072, 1_048_576] if gpu else [4096]
    )
    asked.add_argument("--steps", type=int, default=256 if gpu else 64)
    asked.add_argument("--choice", nargs="+", default=["words", "dense", "categorical"])
    asked.add_argument("--pgx-batch", type=int, nargs="+", default=[16_384, 131_072] if gpu else [4096])
    given = asked.parse_args()
    for name in given.editions:
        if name not in EDITIONS:
            asked.error(f"expected editions of {', '.join(EDITIONS)}; got {name!r}")
    print(f"\n== vectorised rules, {jax.devices()[0].device_kind}, jax {jax.__version__}")
    if importlib.util.find_spec("pgx"):
        for size in given.pgx_batch:
            show(
                "pgx backgammon, categorical",
                size,
                measure(pgx_games("backgammon", size, given.steps), size, given.steps),
            )
    for name in given.editions:
        for choice in given.choice:
            for size in given.batch:
                start = time.perf_counter()
                measured = measure(random_games(name, size, given.steps, choice), size, given.steps)
                show(f"{name}, two players, {choice}", size, measured)
                print(f"{'':40} {time.perf_counter() - start:>9.1f} s with compiling", flush=True)


if __name__ == "__main__":
    main()
