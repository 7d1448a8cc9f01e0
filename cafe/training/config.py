"""What a network is trained on and how: a file a network, in TOML."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar


class ConfigError(ValueError):
    """A configuration that says something unknown, or too little."""


@dataclass(frozen=True)
class Sort:
    """One sort of game, and how many of them are played at once."""

    edition: str
    players: int
    games: int
    variants: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{'+'.join((self.edition, *self.variants))} {self.players}p"


@dataclass(frozen=True)
class Sizes:
    """The network's own sizes."""

    table_width: int = 64
    trunk_width: int = 512
    blocks: int = 3
    pointer_width: int = 64
    value_width: int = 256


@dataclass(frozen=True)
class Learning:
    """How the network learns. Of a pair, the first holds at the beginning, the second at the end."""

    updates: int = 1000
    steps: int = 32
    """Steps of every game that are played for one update."""
    epochs: int = 2
    batches: int = 16
    """Parts that the steps of an update are learned in."""
    rate: tuple[float, float] = (1.5e-3, 3e-5)
    win: tuple[float, float] = (0.3, 0.9)
    """How much winning counts; the rest is the margin."""
    entropy: tuple[float, float] = (0.01, 0.001)
    trace: float = 0.9
    """The lambda of the generalised advantage estimate."""
    clip: float = 0.2
    value: float = 0.5
    longest: float = 1.0
    """Length that a gradient is limited to."""
    short_floats: bool = True
    """Compute with 16 bit (bfloat16); on a CPU that is slower."""
    seed: int = 1


@dataclass(frozen=True)
class Config:
    """All of it."""

    name: str
    version: str
    games: tuple[Sort, ...]
    begin: str = ""
    """The network whose weights it begins with: a released one by name, or a file."""
    network: Sizes = Sizes()
    learning: Learning = Learning()


Made = TypeVar("Made")


def read_config(text: str) -> Config:
    """The configuration that a file's text holds; ConfigError says what was expected."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"expected TOML; {error}") from None
    games = found.pop("games", None)
    if not isinstance(games, list) or not games:
        raise ConfigError("expected at least one [[games]]; got none")
    parts = {
        "games": tuple(_made(Sort, game) for game in games),
        "network": _made(Sizes, found.pop("network", {})),
        "learning": _made(Learning, found.pop("learning", {})),
    }
    return _made(Config, {**found, **parts})


def load_config(name: str) -> Config:
    """The configuration of a released network by its name, or that of a file by its path."""
    stored = files("cafe.training").joinpath("networks", f"{name}.toml")
    if stored.is_file():
        return read_config(stored.read_text(encoding="utf-8"))
    path = Path(name)
    if not path.is_file():
        raise ConfigError(f"expected a released network or a file with a configuration; got {name!r}")
    return read_config(path.read_text(encoding="utf-8"))


def _made(kind: type[Made], found: dict[str, Any]) -> Made:
    known = {field.name for field in fields(kind)}  # type: ignore[arg-type]
    for name in found:
        if name not in known:
            raise ConfigError(f"{kind.__name__.lower()}: expected {', '.join(sorted(known))}; got {name!r}")
    try:
        return kind(**{name: tuple(it) if isinstance(it, list) else it for name, it in found.items()})
    except TypeError as error:
        raise ConfigError(f"{kind.__name__.lower()}: {error}") from None
