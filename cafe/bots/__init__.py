"""Bots on one interface: view in, action out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cafe.bots.bot import Bot, Budget, Choice
from cafe.bots.greedy import GreedyBot
from cafe.bots.random import RandomBot

BOTS: Final[dict[str, Callable[[], Bot]]] = {"random": RandomBot, "greedy": GreedyBot}
"""Every bot there is, by name."""

__all__ = ["BOTS", "Bot", "Budget", "Choice"]
