"""A training run: play and learn, now and then a match and a checkpoint, until updates or time run out."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile

import jax
import jax.numpy as jnp
import numpy as np

from cafe.bots.network import Shape, shape_of
from cafe.bots.network_file import Network, read_network, stored_network, write_network
from cafe.bots.runtime import family_of
from cafe.training import adam
from cafe.training.adam import Arrays, Moments
from cafe.training.checkpoint import Checkpoint, CheckpointError, has_checkpoint, load, save
from cafe.training.config import Config, ConfigError, check_batches, load_config
from cafe.training.curves import Entry, page
from cafe.training.evaluation import Evaluation
from cafe.training.games import Game
from cafe.training.ppo import Learner, Weighing

LICENCE: Final = "MIT"


@dataclass(frozen=True)
class Plan:
    """How a run goes: where its files are, how long it may take, how often it plays matches."""

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
        if not plan.resume and has_checkpoint(plan.folder):
            raise CheckpointError(
                f"expected a folder without a run; {plan.folder} has one, which --resume continues: "
                "choose another folder for a new one"
            )
        self._begin = time.monotonic()
        self.config = config
        self.plan = plan
        self._tell = tell
        self.shape = shape_of(family_of(config.games[0].edition), **asdict(config.network))
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
        self.kept: int | None = None
        """The update of the last checkpoint."""
        self._earlier = 0.0
        self.entries: list[Entry] = []
        if plan.resume:
            self._resume()

    def train(self) -> None:
        """Train until the updates or the time are used up; checkpoint, network and curves are left.

        A run that has had all its updates says so at once and does nothing.
        """
        if self.plan.fit:
            self.updates = max(self.updates, self.update + 2)  # two updates tell how long one takes
        elif self.update >= self.updates:
            self._tell(
                f"finished: the run in {self.plan.folder} has had all its {self.updates:,} updates; "
                "a larger number of updates in the configuration continues it"
            )
            return
        key, begin = jax.random.split(jax.random.fold_in(self._key, self.update))
        states = self.learner.begin(begin)
        self._tell("compiling: about a minute on a GPU; on a processor it can take several")
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
            "configured": self.config.learning.updates,
            "seconds": round(self._seconds(), 1),
            "count": int(self.moments.steps),
            "entries": self.entries,
        }
        paths = save(folder, Checkpoint(arrays, facts))
        self.kept = self.update
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
        self.kept = self.update
        asked = self.config.learning.updates
        if asked > found.facts.get("configured", self.updates):
            self._tell(f"continuing to {asked:,} updates, as configured now, instead of {self.updates:,}")
            self.updates = asked
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
    """The weights of an existing network; ConfigError if there is none, or its sizes are different."""
    expected = "begin: expected a network that comes with the package, or an .npz file that cafe train wrote"
    path = Path(name)
    try:
        found = read_network(path.read_bytes()) if path.is_file() else stored_network(name)
    except FileNotFoundError:
        raise ConfigError(f"{expected}; got {name!r}") from None
    except (OSError, KeyError, ValueError, BadZipFile) as error:
        raise ConfigError(f"{expected}; {name!r}: {error}") from None
    if found.shape != shape:
        sizes, other = asdict(shape), asdict(found.shape)
        differ = ", ".join(
            f"{size} {other[size]} for {sizes[size]}" for size in sizes if sizes[size] != other[size]
        )
        raise ConfigError(f"begin: expected a network of the same game and sizes; {name!r} has {differ}")
    return {layer: jnp.asarray(array) for layer, array in found.weights.items()}


def _memory() -> int:
    """The most memory that the device had in use, in bytes; 0 where it does not say."""
    told = jax.devices()[0].memory_stats() or {}
    return int(told.get("peak_bytes_in_use", 0))


def scaled(config: Config, factor: float) -> Config:
    """The configuration with so many times as many games at once, learned in so many times as many parts."""
    games = tuple(replace(sort, games=max(1, round(sort.games * factor))) for sort in config.games)
    batches = max(1, round(config.learning.batches * factor))
    found = replace(config, games=games, learning=replace(config.learning, batches=batches))
    check_batches(found)
    return found


def started(name: str, scale: float, plan: Plan, tell: Callable[[str], None]) -> Run:
    """The run that a command line asks for; ConfigError names the file, CheckpointError the folder."""
    if plan.fit and plan.seconds == float("inf"):
        raise ConfigError("--fit: expected --seconds, the time to make use of; got none")
    try:
        return Run(scaled(load_config(name), scale), plan, tell)
    except ConfigError as error:
        raise ConfigError(f"{name}: {error}") from None


def kept_text(run: Run) -> str:
    """What is left of a run that was interrupted."""
    if run.kept is None:
        return "stopped before the first match, so nothing was kept; --matches-every sets how soon it comes"
    kept = f"{run.plan.folder} has update {run.kept}, which --resume continues"
    return f"stopped after update {run.update}; {kept}"
