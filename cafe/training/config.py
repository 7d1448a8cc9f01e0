"""What a network is trained on and how: one TOML file per network."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, TypeVar

from cafe.bots.runtime import FAMILIES, family_of
from cafe.rules.edition import edition
from cafe.rules.errors import SetupError
from cafe.rules.setup import check_players


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
    """Steps played in every game for one update."""
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
    """The length to which a gradient is limited."""
    short_floats: bool = True
    """Compute in 16 bits (bfloat16); on a CPU that is slower."""
    seed: int = 1


@dataclass(frozen=True)
class Config:
    """All of it."""

    name: str
    version: str
    games: tuple[Sort, ...]
    begin: str = ""
    """The network whose weights it starts from: a released one by name, or a file."""
    network: Sizes = Sizes()
    learning: Learning = Learning()


Made = TypeVar("Made")

SECTIONS: Final[Mapping[type, str]] = {
    Config: "at the top",
    Sizes: "[network]",
    Learning: "[learning]",
    Sort: "[[games]]",
}
"""What a file calls each part."""


def read_config(text: str) -> Config:
    """The configuration that a file's text holds; ConfigError says where what was expected."""
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
    config = _made(Config, {**found, **parts})
    _check_games(config)
    check_batches(config)
    return config


def load_config(name: str) -> Config:
    """The configuration of a released network by its name, or that of a file by its path."""
    stored = files("cafe.training").joinpath("networks", f"{name}.toml")
    if stored.is_file():
        return read_config(stored.read_text(encoding="utf-8"))
    path = Path(name)
    if not path.is_file():
        raise ConfigError("expected a released network or a file with a configuration")
    try:
        return read_config(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise ConfigError("expected TOML; got something that is no text in UTF-8") from None


def check_batches(config: Config) -> None:
    """ConfigError unless the steps of an update can be learned in equal parts."""
    steps, batches = config.learning.steps, config.learning.batches
    games = sum(sort.games for sort in config.games)
    if games * steps % batches:
        raise ConfigError(
            f"[learning]: expected batches that divide the {games * steps} steps of an update "
            f"({steps} in each of {games} games); got {batches}"
        )


def _check_games(config: Config) -> None:
    known = [name for names in FAMILIES.values() for name in names]
    for sort in config.games:
        if sort.edition not in known:
            raise ConfigError(f"[[games]]: expected an edition of {', '.join(known)}; got {sort.edition!r}")
        try:
            check_players(edition(sort.edition, sort.variants), sort.players)
        except SetupError as error:
            raise ConfigError(f"[[games]]: {error}") from None
    if len({family_of(sort.edition) for sort in config.games}) > 1:
        named = ", ".join(sorted({sort.edition for sort in config.games}))
        raise ConfigError(
            f"[[games]]: expected only editions of the board game or only of the card game; got {named}"
        )


def _made(kind: type[Made], found: object) -> Made:
    where = SECTIONS[kind]
    if not isinstance(found, dict):
        raise ConfigError(f"{where}: expected a section with names and values; got {found!r}")
    known = {field.name: field for field in fields(kind)}  # type: ignore[arg-type]
    for name in found:
        if name not in known:
            raise ConfigError(f"{where}: expected {', '.join(sorted(known))}; got {name!r}")
    for name, field in known.items():
        if name not in found and field.default is MISSING:
            raise ConfigError(f"{where}: expected {name}; got none")
    given = {name: _read(f"{where}: {name}", known[name].type, name, it) for name, it in found.items()}
    return kind(**given)


def _read(where: str, kind: object, name: str, found: Any) -> Any:
    if kind not in _KINDS:
        return found  # a section that has been read
    expected, fits = _KINDS[kind]
    if name in _OF_ITS_OWN:
        expected, fits = _OF_ITS_OWN[name]
    if not fits(found):
        raise ConfigError(f"{where}: expected {expected}; got {found!r}")
    return tuple(found) if isinstance(found, list) else found


def _is_number(found: object) -> bool:
    return isinstance(found, int | float) and not isinstance(found, bool)


def _is_whole(found: object, least: int) -> bool:
    return isinstance(found, int) and not isinstance(found, bool) and found >= least


Expected = tuple[str, Callable[[Any], bool]]

_KINDS: Final[Mapping[object, Expected]] = {
    "str": ("text in quotes", lambda found: isinstance(found, str)),
    "int": ("a whole number from 1 on", lambda found: _is_whole(found, 1)),
    "float": ("a number", _is_number),
    "bool": ("true or false", lambda found: isinstance(found, bool)),
    "tuple[float, float]": (
        "two numbers, for the beginning and for the end, such as [5e-3, 1e-3]",
        lambda found: isinstance(found, list) and len(found) == 2 and all(map(_is_number, found)),
    ),
    "tuple[str, ...]": (
        'a list of names, such as ["parties"]',
        lambda found: isinstance(found, list) and all(isinstance(one, str) for one in found),
    ),
}
"""What a field of each type may be, in words and as a question."""
_OF_ITS_OWN: Final[Mapping[str, Expected]] = {
    "name": (
        "text of letters, digits, dots, dashes and underscores",
        lambda found: isinstance(found, str) and re.fullmatch(r"\w[\w.-]*", found) is not None,
    ),
    "blocks": ("a whole number from 0 on", lambda found: _is_whole(found, 0)),
    "seed": ("a whole number from 0 on", lambda found: _is_whole(found, 0)),
}
"""The same for fields that differ from others of their type."""
