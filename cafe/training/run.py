"""A training run: play and learn, now and then a match and a checkpoint, until updates or time run out."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np

from cafe.bots.network import Shape, shape_of
from cafe.bots.network_file import Network, read_network, stored_network, write_network
from cafe.bots.runtime import family_of
from cafe.training import adam
from cafe.training.adam import Arrays, Moments
from cafe.training.checkpoint import Checkpoint, CheckpointError, load, save
from cafe.training.config import Config, ConfigError
from cafe.training.curves import Entry, page
from cafe.training.evaluation import Evaluation
from cafe.training.games import Game
from cafe.training.ppo import Learner, Weighing

LICENCE: Final = "MIT"


@dataclass(frozen=True)
class Plan:
    """How a run goes: where its files are, how long it may take, how often it looks at itself."""

    folder: Path
    seconds: float = float("inf")
    """Time for this run; when it is used up, the run stops with a checkpoint."""
    fit: bool = False
    """Choose the number of updates so that the time is just enough."""
    resume: bool = False
    matches_every: float = 60.0
    """Seconds between two matches; each is followed by a checkpoint."""
    match_games: int = 512
    match_sorts: int = 2
    """Sorts of games that matches are played in: the first ones, as each takes a while to compile."""
    opponents: tuple[str, ...] = ("grasping",)


class Run:
    """A network in training."""

    def __init__(self, config: Config, plan: Plan, tell: Callable[[str], None] = print) -> None:
        self._begin = time.monotonic()
        self.config = config
        self.plan = plan
        self._tell = tell
        self.shape = shape_of(_family(config), **asdict(config.network))
        games = [Game(sort, self.shape) for sort in config.games]
        self.learner = Learner(self.shape, games, [sort.games for sort in config.games], config.learning)
        self._evaluations = {
            (opponent, str(game.sort)): Evaluation(self.learner, game, opponent, plan.match_games)
            for opponent in plan.opponents
            for game in games[: plan.match_sorts]
        }
        self._key = jax.random.key(config.learning.seed, impl="rbg")
        self.weights = new_weights(self.shape, config.learning.seed)
        if config.begin:
            self.weights = begun_weights(self.shape, config.begin)
        self.moments = adam.rest(self.weights)
        self.update = 0
        self.updates = config.learning.updates
        self._earlier = 0.0
        self.entries: list[Entry] = []
        if plan.resume:
            self._resume()

    def train(self) -> None:
        """Train until the updates or the time are used up; checkpoint, network and curves are left."""
        key, begin = jax.random.split(jax.random.fold_in(self._key, self.update))
        states = self.learner.begin(begin)
        self.learner.compile(self.weights, self.moments, states, self._weighing())
        self._tell(f"compiled after {self._spent():.0f} s")
        last_match = time.monotonic()
        recent: list[dict[str, float]] = []
        started, first = time.monotonic(), self.update
        while self.update < self.updates:
            key, now = jax.random.split(key)
            self.weights, self.moments, states, told = self.learner.update(
                self.weights, self.moments, states, now, self._weighing()
            )
            recent.append({name: float(number) for name, number in told.items()})
            self.update += 1
            if self.update == first + 1:
                started = time.monotonic()
            elif self.plan.fit:
                pace = (time.monotonic() - started) / (self.update - first - 1)
                self.updates = self.update + max(0, int((self.plan.seconds - self._spent()) / pace))
            if self._spent() >= self.plan.seconds:
                break
            if time.monotonic() - last_match >= self.plan.matches_every:
                self._report(recent, key)
                recent.clear()
                last_match = time.monotonic()
        if recent:
            self._report(recent, key)

    def save(self) -> list[Path]:
        """Write the checkpoint, the network, the entries and the curves; the files."""
        folder = self.plan.folder
        arrays: dict[str, Any] = {}
        for part, found in (
            ("weights", self.weights),
            ("mean", self.moments.mean),
            ("square", self.moments.square),
        ):
            arrays |= {f"{part}/{name}": np.asarray(array) for name, array in found.items()}
        facts = {
            "network": self.config.name,
            "version": self.config.version,
            "update": self.update,
            "updates": self.updates,
            "seconds": round(self._seconds(), 1),
            "count": int(self.moments.steps),
            "entries": self.entries,
        }
        paths = save(folder, Checkpoint(arrays, facts))
        network = folder / f"{self.config.name}.npz"
        network.write_bytes(write_network(self.network()))
        curves = folder / f"{self.config.name}.html"
        curves.write_text(
            page(f"{self.config.name} {self.config.version}", self.entries, self._about()), "utf-8"
        )
        return [*paths, network, curves]

    def network(self) -> Network:
        """The network as it is now."""
        weights = {name: np.asarray(array) for name, array in self.weights.items()}
        about = {
            "name": self.config.name,
            "version": self.config.version,
            "origin": f"cafe train {self.config.name}: update {self.update} of {self.updates}, "
            f"seed {self.config.learning.seed}, {self._steps():.4g} steps of self-play",
            "licence": LICENCE,
        }
        return Network(self.shape, weights, about)

    def _resume(self) -> None:
        found = load(self.plan.folder)
        if found.facts["network"] != self.config.name:
            raise CheckpointError(
                f"expected a checkpoint of {self.config.name}; got {found.facts['network']}"
            )

        def part(name: str) -> Arrays:
            return {layer: jnp.asarray(found.arrays[f"{name}/{layer}"]) for layer in self.weights}

        self.weights = part("weights")
        self.moments = Moments(part("mean"), part("square"), jnp.asarray(found.facts["count"], jnp.int32))
        self.update, self.updates = found.facts["update"], found.facts["updates"]
        self._earlier, self.entries = found.facts["seconds"], list(found.facts["entries"])

    def _weighing(self) -> Weighing:
        learning = self.config.learning
        share = min(1.0, self.update / max(1, self.updates))

        def between(pair: tuple[float, float]) -> jax.Array:
            return jnp.asarray(pair[0] + share * (pair[1] - pair[0]), jnp.float32)

        return Weighing(between(learning.rate), between(learning.win), between(learning.entropy))

    def _report(self, recent: list[dict[str, float]], key: jax.Array) -> None:
        told = {name: sum(one[name] for one in recent) / len(recent) for name in recent[0]}
        against: dict[str, dict[str, dict[str, float]]] = {}
        for (opponent, sort), evaluation in self._evaluations.items():
            result = evaluation(self.weights, jax.random.fold_in(key, 1))
            against.setdefault(opponent, {})[sort] = {
                "wins": round(result.wins, 4),
                "margin": round(result.margin, 2),
            }
        entry: Entry = {
            "update": self.update,
            "seconds": round(self._seconds(), 1),
            "steps": self._steps(),
            "bytes": _memory(),
            "told": {name: round(number, 5) for name, number in told.items()},
            "against": against,
        }
        self.entries.append(entry)
        self._tell(json.dumps(entry))
        self.save()

    def _steps(self) -> float:
        return self.update * self.config.learning.steps * sum(sort.games for sort in self.config.games)

    def _spent(self) -> float:
        return time.monotonic() - self._begin

    def _seconds(self) -> float:
        return self._earlier + self._spent()

    def _about(self) -> list[tuple[str, str]]:
        parameters = sum(array.size for array in self.weights.values())
        return [
            ("games", ", ".join(f"{sort.games} x {sort}" for sort in self.config.games)),
            ("parameters", f"{parameters:,}"),
            ("updates", f"{self.update:,} of {self.updates:,}"),
            ("steps", f"{self._steps():,.0f}"),
            ("learning", ", ".join(f"{name} {it}" for name, it in asdict(self.config.learning).items())),
        ]


def new_weights(shape: Shape, seed: int) -> Arrays:
    """Weights that know nothing yet."""
    source = np.random.default_rng(seed)
    return {
        name: jnp.asarray(spread * source.standard_normal(size, np.float32))
        for name, (size, spread) in shape.layers().items()
    }


def begun_weights(shape: Shape, name: str) -> Arrays:
    """The weights of a network that is there already; ConfigError if its shape is another."""
    path = Path(name)
    found = read_network(path.read_bytes()) if path.is_file() else stored_network(name)
    if found.shape != shape:
        raise ConfigError(f"expected a network of {shape} to begin with; {name} is of {found.shape}")
    return {layer: jnp.asarray(array) for layer, array in found.weights.items()}


def _memory() -> int:
    """The most memory that the device had in use, in bytes; 0 where it does not say."""
    told = jax.devices()[0].memory_stats() or {}
    return int(told.get("peak_bytes_in_use", 0))


def scaled(config: Config, factor: float) -> Config:
    """The configuration with so many times as many games at once, learned in so many times as many parts."""
    games = tuple(replace(sort, games=max(1, round(sort.games * factor))) for sort in config.games)
    batches = max(1, round(config.learning.batches * factor))
    return replace(config, games=games, learning=replace(config.learning, batches=batches))


def _family(config: Config) -> str:
    families = {family_of(sort.edition) for sort in config.games}
    if len(families) != 1:
        raise ValueError(f"expected games of one family; got {', '.join(sorted(families))}")
    return families.pop()
