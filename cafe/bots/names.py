"""What bots are called in a game and in a record, so that nobody has to know their ids."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from cafe.bots.levels import LEVELS

STRANGERS: Final = ("Ninon", "Balthasar", "Colette", "Emil", "Dorothea")
"""Names for bots of no level."""
_NAMES: Final = {
    "chef": LEVELS["master"].names,
    **{level.engine: level.names for level in LEVELS.values() if level.engine is not None},
    **{level.level: level.names for level in LEVELS.values()},
}
_LEVELS: Final = {name: level.level for level in LEVELS.values() for name in level.names}
_IN_RECORD: Final = re.compile(r"(.+) \(bot(?:: ([\w-]+))?\)")


def house_names(bots: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
    """The names of these bots in one game, in seat order: no name appears twice."""
    used = list(taken)
    found: list[str] = []
    for bot in bots:
        names = _NAMES.get(bot, STRANGERS)
        name = next((name for name in names if name not in used), names[0])
        used.append(name)
        found.append(name)
    return found


def bots_called(name: str) -> tuple[tuple[str, ...], int]:
    """The bots that can have this name, in whatever case, and how many of them a game has if one does."""
    wanted = name.casefold()
    groups: dict[tuple[str, ...], tuple[str, ...]] = {STRANGERS: ("random",)}
    for bot, names in _NAMES.items():
        groups[names] = (*groups.get(names, ()), bot)
    for names, bots in groups.items():
        for place, each in enumerate(names, 1):
            if each.casefold() == wanted:
                return bots, place
    return (), 1


def is_house_name(name: str, bot: str) -> bool:
    """Whether this is a name that a bot can have."""
    return name in _NAMES.get(bot, STRANGERS)


def record_name(name: str, bot: str) -> str:
    """How a record names a bot: `Vera (bot)`, or `Ninon (bot: random)` if the name does not say which."""
    return f"{name} (bot)" if _LEVELS.get(name) == bot else f"{name} (bot: {bot})"


def account_name(name: str, author: str) -> str:
    """How a record names somebody's program that played on a server: `Rosalind (bot by Ada)`."""
    return f"{name} (bot by {author})"


def read_record_names(texts: Sequence[str]) -> list[tuple[str, str | None]]:
    """A record's players by name, each with its bot, if it is one.

    Records of earlier versions name a bot by its id alone, `greedy (bot)`, or with it, `Vera (bot: medium)`.
    """
    players: list[tuple[str, str | None]] = []
    for text in texts:
        found = _IN_RECORD.fullmatch(text)
        if found is None:
            players.append((text, None))
        elif found[2] is not None or found[1] in _LEVELS:
            players.append((found[1], found[2] or _LEVELS[found[1]]))
        else:
            taken = [*texts, *(name for name, _ in players)]
            players.append((house_names([found[1]], taken)[0], found[1]))
    return players
