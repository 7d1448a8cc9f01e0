"""Bots with one interface: view in, action out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from cafe.bots.bot import Bot, Budget, Choice
from cafe.bots.chef import ChefBot
from cafe.bots.levels import LEVELS, Level
from cafe.bots.random import RandomBot
from cafe.bots.runtime import missing_library

MAESTRO: Final = "maestro"
BOTS: Final[dict[str, Callable[[], Bot]]] = {
    "random": RandomBot,
    "chef": ChefBot,
    **{
        level.engine: level.bot
        for level in LEVELS.values()
        if level.engine is not None and (level.engine != MAESTRO or missing_library() is None)
    },
    **{name: level.bot for name, level in LEVELS.items()},
}
"""Every bot that can play here, by name; the levels for people are bots too."""


def unknown_bot(name: str, known: Iterable[str] = BOTS) -> str:
    """Why there is no bot of that name: what was expected, or what `maestro` needs."""
    lacks = missing_library() if name == MAESTRO else None
    return lacks or f"expected one of the bots {', '.join(known)}; got {name!r}"


__all__ = ["BOTS", "LEVELS", "MAESTRO", "Bot", "Budget", "Choice", "Level", "unknown_bot"]
