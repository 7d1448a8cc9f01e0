"""Bots on one interface: view in, action out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cafe.bots.bot import Bot, Budget, Choice
from cafe.bots.levels import LEVELS, Level
from cafe.bots.random import RandomBot

BOTS: Final[dict[str, Callable[[], Bot]]] = {
    "random": RandomBot,
    **{level.engine: level.bot for level in LEVELS.values() if level.engine is not None},
    **{name: level.bot for name, level in LEVELS.items()},
}
"""Every bot there is, by name; the levels for people are bots too."""

__all__ = ["BOTS", "LEVELS", "Bot", "Budget", "Choice", "Level"]
