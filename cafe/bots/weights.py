"""The weights of the evaluation: versioned data, a set for each edition and number of players."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from cafe.rules.edition import EDITIONS, Edition, Terms
from cafe.rules.state import State

FORMAT: Final = 1
"""The form of the file; the weights' own version is inside it."""
COMPANIES: Final = ("two", "many")
SETS: Final = tuple(f"{edition}/{company}" for edition in EDITIONS for company in COMPANIES)
"""The sets that can be tuned; a game without its own is played with that of the most similar game."""

Pair = tuple[tuple[float, ...], tuple[float, ...]]


@dataclass(frozen=True)
class Weights:
    """Weights by set: one number per feature for the beginning of the game and one for its end."""

    version: str
    features: tuple[str, ...]
    sets: dict[str, Pair]
    origin: dict[str, Any] = field(default_factory=dict)
    """How each set was made: command, seed, games."""
    guesses: dict[str, tuple[float, ...]] = field(default_factory=dict)
    """Weights of the guesses by set, where hands are hidden; `regular` has none."""

    def of(self, state: State) -> Pair:
        """The weights for this game."""
        return self.sets.get(set_name(state)) or self.sets[_likest(state, self.sets)]

    def guesses_of(self, state: State) -> tuple[float, ...]:
        """The weights of the guesses for this game."""
        return self.guesses.get(set_name(state)) or self.guesses[_likest(state, self.guesses)]


def set_name(state: State) -> str:
    """The name of a game's own set of weights."""
    return f"{state.edition.name}/{_company(state)}"


def _company(state: State) -> str:
    return "two" if state.players == 2 else "many"


def _likest(state: State, sets: Iterable[str]) -> str:
    """The set, for as many players, of the most similar edition."""
    company = _company(state)
    names = (name.removesuffix(f"/{company}") for name in sets if name.endswith(f"/{company}"))
    return f"{_likest_edition(state.edition, tuple(names))}/{company}"


@cache
def _likest_edition(edition: Edition, names: tuple[str, ...]) -> str:
    def likeness(name: str) -> tuple[bool, bool, int]:
        """Hidden hands and table cards change a game most; every other term counts the same."""
        other = EDITIONS[name]
        same = sum(getattr(edition, term) == getattr(other, term) for term in Terms.__match_args__)
        return edition.open_hands == other.open_hands, edition.table_cards == other.table_cards, same

    return max((name for name in names if name in EDITIONS), key=likeness)


def read_weights(text: str) -> Weights:
    """The weights in a file's text; a ValueError says what was expected."""
    found = json.loads(text)
    if found.get("format") != FORMAT:
        raise ValueError(f"expected weights of format {FORMAT}; got {found.get('format')!r}")
    names = tuple(found["features"])
    sets: dict[str, Pair] = {}
    for name, parts in found["sets"].items():
        if name.partition("/")[2] not in COMPANIES:
            raise ValueError(f"expected sets such as {SETS[0]} or {SETS[1]}; got {name}")
        early, late = (tuple(map(float, parts[part])) for part in ("early", "late"))
        if len(early) != len(names) or len(late) != len(names):
            raise ValueError(f"expected {len(names)} weights in {name}; got {len(early)} and {len(late)}")
        sets[name] = early, late
    guesses = {name: tuple(map(float, numbers)) for name, numbers in found.get("guesses", {}).items()}
    return Weights(found["version"], names, sets, found.get("origin", {}), guesses)


def write_weights(weights: Weights) -> str:
    """The weights as the text of a file."""
    lines = {
        name: {"early": [round(w, 4) for w in early], "late": [round(w, 4) for w in late]}
        for name, (early, late) in weights.sets.items()
    }
    found = {
        "format": FORMAT,
        "version": weights.version,
        "features": weights.features,
        "origin": weights.origin,
        "sets": lines,
        "guesses": {name: [round(w, 4) for w in numbers] for name, numbers in weights.guesses.items()},
    }
    return json.dumps(found, indent=1) + "\n"


@cache
def stored_weights(name: str = "weights.json") -> Weights:
    """The weights that come with the package: those of `regular`, or with `search.json` those of `chef`."""
    return read_weights(files("cafe.bots").joinpath(name).read_text(encoding="utf-8"))


def load_weights(path: Path | None) -> Weights:
    """The weights in a file, or by default the package's."""
    return stored_weights() if path is None else read_weights(path.read_text(encoding="utf-8"))
