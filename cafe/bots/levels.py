"""Four opponents for people: a level, a character, a bot with its settings, a short text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from cafe.bots.bot import Bot, Budget, Choice
from cafe.bots.chef import ChefBot
from cafe.bots.greedy import GreedyBot
from cafe.bots.options import Option, options
from cafe.bots.reasons import reasons
from cafe.bots.regular import RegularBot
from cafe.rules.actions import Action
from cafe.rules.events import Seated
from cafe.rules.view import View

OVERLOOKS: Final = 0.9
"""How often the easy opponent does not look further than one guest at one table."""


class EasyBot:
    """Takes the most points it sees.

    In nine of ten decisions it overlooks the second table of shared chairs and what a second guest could
    add: it counts the first guest who scores, at the better table.
    """

    def __init__(self, overlooks: float = OVERLOOKS) -> None:
        self._overlooks = overlooks

    def choose(self, view: View, legal: Sequence[Action], rng: Random, budget: Budget) -> Choice:
        """The first action of the turn that seems to pay most."""
        overlooks = rng.random() < self._overlooks
        lot = rng.random()
        if len(legal) == 1:
            return Choice(legal[0])
        allowed = frozenset(legal)
        turns = [option for option in options(view.known) if option.actions[0] in allowed]
        if not turns:
            return Choice(legal[int(lot * len(legal))])
        in_sight = [option for option in turns if view.known.player not in option.after.out] or turns
        most = max(_seen(option, overlooks) for option in in_sight)
        best = [option for option in in_sight if _seen(option, overlooks) == most]
        option = best[int(lot * len(best))]
        return Choice(option.actions[0], {"reasons": reasons(view.known, option), "overlooks": overlooks})


def _seen(option: Option, overlooks: bool) -> int:
    """The points of a turn as the easy opponent counts them."""
    if not overlooks:
        return option.points
    for event in option.events:
        if isinstance(event, Seated):
            best = max((table.points for table in event.points), default=0)
            if best:
                return best
    return option.points


@dataclass(frozen=True)
class Level:
    """An opponent for people."""

    level: str
    name: str
    bot: Callable[[], Bot]
    settings: dict[str, object]
    text: str


LEVELS: Final = {
    level.level: level
    for level in (
        Level(
            "easy",
            "Lou",
            EasyBot,
            {"overlooks": OVERLOOKS},
            "Lou is here for the company. Takes what looks good, and often forgets that a chair between two "
            "tables pays at both.",
        ),
        Level(
            "medium",
            "Vera",
            GreedyBot,
            {},
            "Vera counts well and takes the most points there are, every time. What that leaves to you is "
            "not her concern.",
        ),
        Level(
            "hard",
            "Carlo",
            RegularBot,
            {},
            "Carlo has sat here for years. He looks at your hand before he offers you a chair, and saves a "
            "guest for when the bar gets dear.",
        ),
        Level(
            "master",
            "Madame Rosa",
            ChefBot,
            {},
            "Madame Rosa runs the café. She thinks of your answer, of hers to that, and of who is still to "
            "come in.",
        ),
    )
}
"""The levels from easy to master, by name."""
