"""Four opponents for people: a level, a character, a bot, a short text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cafe.bots.bot import Bot
from cafe.bots.chef import ChefBot
from cafe.bots.easy import EasyBot
from cafe.bots.greedy import GreedyBot
from cafe.bots.regular import RegularBot


@dataclass(frozen=True)
class Level:
    """An opponent for people."""

    level: str
    name: str
    bot: Callable[[], Bot]
    text: str


LEVELS: Final = {
    level.level: level
    for level in (
        Level(
            "easy",
            "Lou",
            EasyBot,
            "Lou is here for the company. Takes what looks good at the tables within sight, forgets that a "
            "chair between two tables pays at both, and holds on to jokers far too long.",
        ),
        Level(
            "medium",
            "Vera",
            GreedyBot,
            "Vera counts well and takes the most points there are, every time. What that leaves to you is "
            "not her concern.",
        ),
        Level(
            "hard",
            "Carlo",
            RegularBot,
            "Carlo has sat here for years. He looks at your hand before he offers you a chair, and saves a "
            "guest for when the bar gets dear.",
        ),
        Level(
            "master",
            "Madame Rosa",
            ChefBot,
            "Madame Rosa runs the café. She thinks of your answer, of hers to that, and of who is still to "
            "come in.",
        ),
    )
}
"""The levels from easy to master, by name."""
