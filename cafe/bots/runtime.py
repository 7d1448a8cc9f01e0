"""Whether `maestro` can play here: it asks a network of the edition, and NumPy to compute with it."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import Final

FAMILIES: Final = {"board": ("board", "board-classic"), "card": ("card",)}
"""Editions that one network plays, by the network's name."""


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


@cache
def missing(edition: str) -> str | None:
    """Why maestro cannot play an edition here; None if it can."""
    if (library := missing_library()) is not None:
        return library
    known = any(edition in editions for editions in FAMILIES.values())
    if not known or not files("cafe.bots").joinpath("networks", f"{family_of(edition)}.npz").is_file():
        return f"maestro has no network for {edition}"
    return None
