"""A small network learns the card game, is cut short and goes on; its files hold what they should."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from cafe.bots import BOTS, Bot, Budget
from cafe.bots.maestro import MaestroBot
from cafe.bots.network import forward
from cafe.bots.network_file import read_network, stored_network
from cafe.rules.edition import edition
from cafe.rules.seating import legal_actions
from cafe.rules.setup import new_game
from cafe.rules.turns import apply
from cafe.rules.view import view
from cafe.training.checkpoint import HEAD, PART, Checkpoint, CheckpointError, load, save
from cafe.training.config import Config, ConfigError, load_config, read_config
from cafe.training.ppo import Samples, advantages
from cafe.training.run import Plan, Run
from tests.bots.tiny_network import tiny_network

TINY = """
name = "card"
version = "test"

[network]
table_width = 16
trunk_width = 32
blocks = 0
pointer_width = 16
value_width = 16

[learning]
updates = 150
steps = 16
epochs = 2
batches = 4
rate = [5e-3, 1e-3]
win = [0.0, 0.5]
short_floats = false

[[games]]
edition = "card"
players = 2
games = 256
"""


@pytest.fixture
def _compiled_once(tmp_path: Path) -> Iterator[None]:
    """Keep what is compiled, so that going on takes no longer than the training itself."""
    names = ("jax_compilation_cache_dir", "jax_persistent_cache_min_compile_time_secs")
    before = [jax.config.values[name] for name in names]
    for name, value in zip(names, (str(tmp_path / "compiled"), 0.0), strict=True):
        jax.config.update(name, value)  # type: ignore[no-untyped-call]
    yield
    for name, value in zip(names, before, strict=True):
        jax.config.update(name, value)  # type: ignore[no-untyped-call]


@pytest.mark.timeout(600)
@pytest.mark.usefixtures("_compiled_once")
def test_a_network_learns_is_cut_short_and_goes_on(tmp_path: Path) -> None:
    config, folder = read_config(TINY), tmp_path / "run"
    told: list[str] = []
    Run(config, Plan(folder, seconds=0, match_sorts=0), told.append).train()
    second = Run(config, Plan(folder, resume=True, match_sorts=0), told.append)
    assert (second.update, second.updates) == (1, 150)
    second.train()
    assert second.update == 150
    assert second.entries[0]["update"] == 1
    assert "update 150 of 150" in read_network((folder / "card.npz").read_bytes()).about["origin"]
    assert "<svg" in (folder / "card.html").read_text(encoding="utf-8")
    with pytest.raises(
        CheckpointError, match=r"run has one, which --resume continues: choose another folder"
    ):
        Run(config, Plan(folder, match_sorts=0), told.append)
    _check_finished(config, folder)
    third = Run(config, Plan(folder, resume=True, match_sorts=0), told.append)
    assert third.entries == second.entries
    for name, array in second.weights.items():
        assert np.array_equal(third.weights[name], array)
    with pytest.raises(CheckpointError, match="expected a checkpoint of other; got card"):
        Run(replace(config, name="other"), Plan(folder, resume=True, match_sorts=0), told.append)
    assert _share_of_wins(folder / "card.npz", games=60) > 0.65


def _check_finished(config: Config, folder: Path) -> None:
    """A run that is done says so and compiles nothing; more updates than were configured continue it."""
    told: list[str] = []
    Run(config, Plan(folder, resume=True, match_sorts=0), told.append).train()
    assert told == [
        f"finished: the run in {folder} has had all its 150 updates; "
        "a larger number of updates in the configuration continues it"
    ]
    longer = replace(config, learning=replace(config.learning, updates=151))
    more = Run(longer, Plan(folder, resume=True, match_sorts=0), told.append)
    assert told[1:] == ["continuing to 151 updates, as configured now, instead of 150"]
    assert (more.update, more.updates) == (150, 151)


def _share_of_wins(file: Path, games: int) -> float:
    """How much of the wins the network in a file has against `random`, both seats with each bag."""
    network = read_network(file.read_bytes())
    won = 0.0
    for game in range(games):
        state, own, rng = new_game(edition("card"), 2, game // 2), game % 2, Random(game)
        bots: dict[int, Bot] = {own: MaestroBot(network=network), 1 - own: BOTS["random"]()}
        while state.over is None:
            seen, legal = view(state, state.player), legal_actions(state)
            state, _ = apply(state, bots[state.player].choose(seen, legal, rng, Budget(nodes=1)).action)
        won += (own in state.over.winners) / len(state.over.winners)
    return won / games


def test_a_checkpoint_is_in_parts_and_whole_or_refused(tmp_path: Path) -> None:
    source = np.random.default_rng(1)
    arrays: dict[str, np.ndarray[Any, Any]] = {
        "one": source.standard_normal(PART // 4, np.float32),
        "two": np.arange(7),
        "three": np.ones(()),
    }
    files = save(tmp_path, Checkpoint(arrays, {"update": 3}))
    parts = [file for file in files if file.name != HEAD]
    assert len(parts) == 2
    assert max(part.stat().st_size for part in parts) <= PART
    found = load(tmp_path)
    assert found.facts == {"update": 3}
    for name, array in arrays.items():
        assert np.array_equal(found.arrays[name], array)
        assert found.arrays[name].dtype == array.dtype
    parts[1].write_bytes(parts[1].read_bytes()[:-1])
    with pytest.raises(CheckpointError, match=r"expected \d+ bytes in the parts"):
        load(tmp_path)
    parts[1].unlink()
    with pytest.raises(CheckpointError, match=r"there is no .*checkpoint-1.bin"):
        load(tmp_path)


@pytest.mark.parametrize("family", ["board", "card"])
def test_jax_and_numpy_agree(family: str) -> None:
    network = tiny_network(family)
    shape, source = network.shape, np.random.default_rng(2)
    seen = source.random((5, shape.tables * shape.table_features + shape.other_features), np.float32)
    legal = (source.random((5, shape.actions)) < 0.3).astype(np.float32)
    weights = {name: jnp.asarray(array) for name, array in network.weights.items()}
    plain = forward(np, shape, network.weights, seen, legal)
    traced = forward(jnp, shape, weights, jnp.asarray(seen), jnp.asarray(legal))
    for one, other in zip(plain, traced, strict=True):
        assert one.std() > 0.01
        np.testing.assert_allclose(one, other, atol=1e-4)


def test_a_configuration_says_what_is_wrong() -> None:
    for text, said in (
        ("name = 1 =", "expected TOML"),
        ('name = "x"\nversion = "1"', r"expected at least one \[\[games\]\]"),
        (TINY.replace("updates", "upstarts"), r"^\[learning\]: expected .*; got 'upstarts'"),
    ):
        with pytest.raises(ConfigError, match=said):
            read_config(text)
    with pytest.raises(ConfigError, match="expected a released network or a file"):
        load_config("nothing")


@pytest.mark.parametrize("name", ["board", "board-two", "card", "card-two"])
def test_the_released_networks_have_configurations(name: str) -> None:
    config = load_config(name)
    assert config.name == name
    assert config.version == stored_network(name).about["version"]
    total = sum(sort.games for sort in config.games) * config.learning.steps
    assert total % config.learning.batches == 0


def _played(players: list[int], over: list[bool], values: jax.Array, ends: jax.Array) -> Samples:
    """Steps of one game of two players, with what advantages look at."""
    nothing = jnp.zeros((len(players), 1))
    player, is_over = jnp.array(players)[:, None], jnp.array(over)[:, None]
    return Samples(nothing, nothing, nothing, nothing, player, is_over, values, ends)


@pytest.mark.parametrize(("open_hands", "expected"), [(True, 0.8), (False, 0.2)])
def test_a_hidden_hand_is_valued_only_by_who_holds_it(open_hands: bool, expected: float) -> None:
    """Between two steps of the first player the second one moves, who cannot know what the first has kept."""
    by_seat = jnp.array([[0.1, 0.0], [0.9, 0.0], [0.3, 0.0]])
    values = jnp.stack([by_seat, by_seat], -1)[:, None]
    samples = _played([0, 1, 0], [False, False, False], values, jnp.zeros_like(values))
    gains, reached = advantages(samples, jnp.full((1, 2, 2), 0.6), 0.0, open_hands)
    assert gains[0, 0, 0, 0] == pytest.approx(expected)
    assert reached[0, 0, 0, 0] == pytest.approx(0.1 + expected)
    assert reached[2, 0, 0, 0] == pytest.approx(0.6)


def test_a_game_that_ends_is_followed_no_further() -> None:
    ends = jnp.array([0.0, 1.0])[:, None, None, None] * jnp.ones((2, 1, 2, 2))
    samples = _played([0, 1], [False, True], jnp.full((2, 1, 2, 2), 0.25), ends)
    gains, reached = advantages(samples, jnp.full((1, 2, 2), 9.0), 1.0, False)
    assert gains[0, 0, 0, 0] == pytest.approx(0.75)
    assert reached.min() == reached.max() == pytest.approx(1.0)
