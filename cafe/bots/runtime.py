"""Where `maestro` plays by a network: NumPy must be there, and a network that is stronger than `chef`."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import Final

FAMILIES: Final = {"board": ("board", "board-classic"), "card": ("card",)}
"""Editions that one network can be trained for, by the network's name."""
PLAYED: Final = frozenset({("board", 2)})
"""Editions and numbers of players in which a network comes with the package: measured, it is stronger there
than `chef`. Everywhere else maestro plays as chef."""


def family_of(edition: str) -> str:
    """The family that an edition belongs to: one network plays all of it. KeyError if it has none."""
    for family, editions in FAMILIES.items():
        if edition in editions:
            return family
    raise KeyError(edition)


@cache
def missing_library() -> str | None:
    """What to install before maestro can play; None if nothing is missing."""
    if find_spec("numpy") is None:
        return "maestro needs NumPy to ask its network: pip install 'cafe-international[maestro]'"
    return None


def missing(edition: str, players: int) -> str | None:
    """Why maestro does not play this game by a network here; None if it does."""
    if (edition, players) not in PLAYED:
        return f"no network is stronger than chef in {edition} with {players} players yet"
    return missing_library()
