"""The environment is one of pgx's kind, and games in batches go on for ever."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, get_args
from xml.etree import ElementTree

import jax
import jax.numpy as jnp
import numpy as np
import pgx
import pgx._src.api_test as pgx_test
import pytest

from cafe.encoding import action_code
from cafe.rules import apply, edition, legal_actions, new_game
from cafe.vector import Batch, make


def act_randomly(key: jax.Array, mask: jax.Array) -> jax.Array:
    """A legal action for each game."""
    return jax.random.categorical(key, jnp.log(mask.astype(jnp.float32)), axis=-1)


@pytest.mark.parametrize(
    ("name", "players", "variants"), [("board", 2, ()), ("board-classic", 3, ("parties",)), ("card", 4, ())]
)
def test_pgx_accepts_it(
    name: str, players: int, variants: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    env = make(name, players=players, variants=variants)
    # Its test knows the games of pgx alone, and its random player fails on a single game with JAX 0.10, with
    # pgx's own games, too; everything else in it is as it comes.
    known = Literal[(*get_args(pgx.EnvId), env.id)]  # type: ignore[valid-type]
    monkeypatch.setattr(pgx_test, "EnvId", known)
    monkeypatch.setattr(pgx_test, "act_randomly", jax.jit(act_randomly))
    pgx_test.api_test(env, num=1)


def test_states_come_and_go() -> None:
    env = make("board", players=3)
    state = new_game(edition("board"), 3, 5)
    found = env.from_state(state)
    assert env.to_state(found) == state
    action = legal_actions(state)[3]
    after, _ = apply(state, action)
    assert env.to_state(env.step(found, action_code(edition("board")).integer(state, action))) == after
    with pytest.raises(ValueError, match="expected a game of cafe-board for 3 players"):
        env.from_state(new_game(edition("board"), 2, 5))


@pytest.mark.parametrize(("players", "rewards"), [(2, [-1, 1]), (3, [-1, 2, 2])])
def test_an_illegal_action_ends_the_game(players: int, rewards: list[int]) -> None:
    """The rewards are those that pgx gives: each of the others gets one for every player but one."""
    env = make("board", players=players)
    state = env.init(jax.random.key(1))
    illegal = int(np.flatnonzero(~np.asarray(state.legal_action_mask))[0])
    after = env.step(state, illegal)
    assert bool(after.terminated)
    assert list(np.asarray(after.rewards)) == rewards
    assert bool(after.legal_action_mask.all())
    again = env.step(after, 0)
    assert not np.asarray(again.rewards).any()
    assert env.to_state(again) == env.to_state(state)


def test_a_batch_goes_on_and_its_choice_is_even() -> None:
    batch = Batch("board", players=2)
    pool = batch.pool(jax.random.key(3), rows=512)
    size, steps = 256, 200

    def turn(carried: tuple[object, jax.Array], key: jax.Array) -> tuple[tuple[object, jax.Array], jax.Array]:
        games, ended = carried
        words = batch.legal(games)  # type: ignore[arg-type]
        action = batch.pick(words, jax.random.bits(key, (size,)))
        legal = jnp.take_along_axis(batch.dense(words), action[:, None], axis=1)[:, 0]
        games = batch.step(pool, games, action)  # type: ignore[arg-type]
        return (batch.renew(pool, games), ended + (games.game.over > 0)), legal.all()

    start = batch.begin(pool, jnp.arange(size)), jnp.zeros(size, jnp.int32)
    (games, ended), legal = jax.jit(
        lambda start: jax.lax.scan(turn, start, jax.random.split(jax.random.key(4), steps))
    )(start)
    assert bool(legal.all())
    assert int(ended.min()) >= 1
    states = batch.to_states(pool, games)
    assert all(state.over is None and legal_actions(state) for state in states)
    words = batch.legal(batch.begin(pool, jnp.zeros(60_000, jnp.int32)))
    actions = np.asarray(batch.pick(words, jax.random.bits(jax.random.key(5), (60_000,))))
    wanted = action_code(edition("board")).legal(batch.to_states(pool, batch.begin(pool, jnp.arange(1)))[0])
    counts = np.bincount(actions, minlength=601)
    assert set(np.flatnonzero(counts)) == set(wanted)
    even = 60_000 / len(wanted)
    assert abs(counts[wanted] - even).max() < 6 * even**0.5


def test_the_picture_is_one(tmp_path: Path) -> None:
    state = make("card", players=2).init(jax.random.key(1))
    state.save_svg(tmp_path / "cafe.svg", color_theme="dark")
    root = ElementTree.parse(tmp_path / "cafe.svg").getroot()
    assert len([part for part in root if part.tag.endswith("rect")]) == 1 + 5 + 12
