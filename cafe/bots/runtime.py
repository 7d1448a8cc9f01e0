"""Which network `maestro` uses for a game, and what is missing where it cannot use one."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import Final

from cafe.rules.edition import Edition

FAMILIES: Final = {"board": ("board", "board-classic"), "card": ("card",)}
"""Editions that one network can be trained for, by the family's name."""
FOR_TWO: Final = {"board": "board-two", "card": "card-two"}
"""Networks that play an edition with two players and without variants; they have learned nothing else."""


def family_of(edition: str) -> str:
    """The family that an edition belongs to: one network can play all of it. KeyError if there is none."""
    for family, editions in FAMILIES.items():
        if edition in editions:
            return family
    raise KeyError(edition)


def network_name(edition: Edition, players: int) -> str:
    """The name of the network that plays this game. KeyError if there is none."""
    if edition.name in FOR_TWO and players == 2 and not edition.variants:
        return FOR_TWO[edition.name]
    return family_of(edition.name)


@cache
def missing_library() -> str | None:
    """What to install before maestro can play; None if nothing is missing."""
    if find_spec("numpy") is None:
        return "maestro needs NumPy to ask its network: pip install 'cafe-international[maestro]'"
    return None


def missing(edition: Edition) -> str | None:
    """Why maestro cannot use a network for this game here; None if it can."""
    if all(edition.name not in names for names in FAMILIES.values()):
        return f"no network has learned {edition.name}"
    return missing_library()
