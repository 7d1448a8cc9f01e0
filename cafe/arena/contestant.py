"""Who can play in the arena, as given on the command line: `greedy`, `mine=program:./bot`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.metadata import entry_points
from typing import Final

import msgspec

from cafe.arena.forfeit import raised_text
from cafe.bots import BOTS, Choice
from cafe.bots.registry import PLUGINS, UnknownBot, bot_maker
from cafe.rules.actions import Action

PROGRAM: Final = "program:"
"""The prefix of an outside program; its command line follows."""
_NAMED: Final = r"([A-Za-z0-9][\w.-]{0,39})=(.*)"
_LETTERS: Final = (
    "at most 40 letters, digits, dots, dashes and underscores, the first a letter from A to Z or a digit,"
)


class ContestantError(ValueError):
    """A contestant that does not exist, or a program that does not follow the protocol."""


def hidden_plugins() -> list[str]:
    """The names of plug-ins that nobody can ask for, since bots of this package have them."""
    return sorted(entry_points(group=PLUGINS).names & BOTS.keys())


def check_bot(plays: str) -> None:
    """Raises ContestantError if a bot from outside this package cannot be made, or has no method choose."""
    if plays in BOTS:
        return
    maker = bot_maker(plays)
    try:
        bot = maker()
    except Exception as error:
        raise ContestantError(f"{plays}: expected a bot that can be made; {raised_text(error)}") from None
    if not callable(getattr(bot, "choose", None)):
        raise ContestantError(f"{plays}: expected a bot with a method choose; got {repr(bot)[:200]}")


def action_in(choice: Choice) -> Action:
    """The action that a bot chose; a TypeError says so if it returned something else than a Choice."""
    try:
        return choice.action
    except AttributeError:
        raise TypeError(f"expected a Choice from choose; got {repr(choice)[:200]}") from None


class Contestant(msgspec.Struct, frozen=True):
    """A name for the report, what plays under it, and its own thinking time, if it has one."""

    name: str
    plays: str
    """A bot as `bot_maker` knows it, or `program:` with a command line."""
    ms: float | None = None

    @property
    def command(self) -> str | None:
        """The command line, if this is an outside program."""
        return self.plays.removeprefix(PROGRAM) if self.plays.startswith(PROGRAM) else None

    def check(self) -> None:
        """Raises ContestantError unless a bot has this name or a command line is given."""
        if self.command is None:
            try:
                bot_maker(self.plays)
            except UnknownBot as error:
                raise ContestantError(f"{error}; an outside program is {PROGRAM}COMMAND") from None
        elif not self.command.strip():
            raise ContestantError(f"expected a command line after {PROGRAM!r}; got nothing")


def lineup(texts: Sequence[str], times: Sequence[str] = ()) -> tuple[Contestant, ...]:
    """The contestants that a command line names; `times` are their own thinking times, as in `mine=500`.

    A contestant without a name is named after what plays, with a number if that name is taken.
    """
    found: dict[str, str] = {}
    for text in texts:
        named = re.fullmatch(_NAMED, text, re.DOTALL)
        if named is None and "=" in text.partition(":")[0]:
            raise ContestantError(f"expected a name of {_LETTERS} before the =; got {text!r}")
        name, plays = (named[1], named[2]) if named else (_unused(text, found), text)
        if name in found:
            raise ContestantError(f"expected each name once; got {name!r} twice")
        found[name] = plays
    ms: dict[str, float] = {}
    for time in times:
        name, _, given = time.rpartition("=")
        if name not in found:
            raise ContestantError(
                f"expected a time for one of {', '.join(found)}, as in {next(iter(found), 'greedy')}=500; "
                f"got {time!r}"
            )
        ms[name] = read_ms(given)
    return tuple(Contestant(name, plays, ms.get(name)) for name, plays in found.items())


def read_ms(text: str) -> float:
    """Milliseconds given on the command line, from 1 to an hour."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 1 <= found <= 3_600_000:
        raise ContestantError(f"expected 1 to 3600000 milliseconds; got {text!r}")
    return found


def _unused(name: str, names: dict[str, str]) -> str:
    if name not in names:
        return name
    return next(other for number in range(2, 1000) if (other := f"{name}-{number}") not in names)
