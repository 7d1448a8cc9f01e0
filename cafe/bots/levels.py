"""Opponents for people: five levels, each with a character, a bot and names for several of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cafe.bots.beginner import BeginnerBot
from cafe.bots.bot import Bot
from cafe.bots.easy import EasyBot
from cafe.bots.greedy import GreedyBot
from cafe.bots.maestro import MaestroBot
from cafe.bots.regular import RegularBot


@dataclass(frozen=True)
class Level:
    """An opponent for people."""

    level: str
    name: str
    """The character that plays at this level."""
    bot: Callable[[], Bot]
    character: str
    house: tuple[str, ...]
    """Further names, for a game with several bots of this level."""
    engine: str | None = None
    """What the arena calls the same bot."""

    @property
    def names(self) -> tuple[str, ...]:
        """The character and the others, in the order in which they sit down."""
        return self.name, *self.house


LEVELS: Final = {
    level.level: level
    for level in (
        Level(
            "beginner",
            "Toni",
            BeginnerBot,
            "Toni has just learned the game. Looks at a few tables, is happy with the first nice chair, and "
            "never minds losing.",
            ("Mila", "Nils", "Zoé", "Amir"),
        ),
        Level(
            "easy",
            "Lou",
            EasyBot,
            "Lou is here for the company. Takes what looks good at the tables within sight, forgets that a "
            "chair between two tables scores at both, and holds on to jokers far too long.",
            ("Paulette", "Basil", "Nela", "Tadeo"),
        ),
        Level(
            "medium",
            "Vera",
            GreedyBot,
            "Vera counts well and takes the most points there are, every time. What that leaves for you is "
            "not her concern.",
            ("Anselm", "Odile", "Marek", "Giulia"),
            engine="greedy",
        ),
        Level(
            "hard",
            "Carlo",
            RegularBot,
            "Carlo has sat here for years. He looks at your hand before he offers you a chair, and saves a "
            "guest for when the bar gets expensive.",
            ("Henriette", "Stavros", "Ingrid", "Ferenc"),
            engine="regular",
        ),
        Level(
            "master",
            "Madame Rosa",
            MaestroBot,
            "Madame Rosa runs the café. She thinks of your answer, of hers to that, and of who is still to "
            "come in. If you run short of points, she leaves you nothing but the bar.",
            ("Monsieur Blanchard", "Signora Bellini", "Herr Lindner", "Kyria Eleni"),
            engine="maestro",
        ),
    )
}
"""The levels from beginner to master, by their ids."""
