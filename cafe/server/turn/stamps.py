"""The coffee card: a stamp for each thing that a player learns along the way, and what earns it.

A new stamp is one line here, and its words in every language of the browser app.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from cafe.rules.edition import Edition
from cafe.rules.events import Barred, Cleared, Event, Partied, Seated, Swapped
from cafe.server.turn.finished_game import FinishedGame, turn_points

BIG_TURN: Final = 15
COMEBACK: Final = 20
WEEK: Final = 7

Earned = Callable[[FinishedGame], bool]


def _beat(level: str) -> Earned:
    return lambda game: game.is_won and level in game.levels


def _any(fits: Callable[[Event], bool]) -> Earned:
    return lambda game: any(map(fits, game.events()))


def _is_one_nation(event: Event) -> bool:
    return isinstance(event, Seated) and any(each.one_nation and each.guests == 4 for each in event.points)


def _is_at_two_tables(event: Event) -> bool:
    return isinstance(event, Seated) and sum(each.points > 0 for each in event.points) > 1


def _is_classic(edition: Edition) -> bool:
    """By the older sheet, where a player who cannot score may seat a single guest for no points (4.1)."""
    return edition.lone_guest


def _has_paid(event: Event) -> bool:
    return isinstance(event, Barred) and event.points < 0


STAMPS: Final[dict[str, Earned | None]] = {
    "lesson": None,
    "replay": None,
    "review": None,
    "puzzles": None,
    "two-tables": _any(_is_at_two_tables),
    "one-nation": _any(_is_one_nation),
    "joker": _any(lambda event: isinstance(event, Swapped)),
    "party": _any(lambda event: isinstance(event, Partied)),
    "cleared": _any(lambda event: isinstance(event, Cleared)),
    "big-turn": lambda game: any(turn_points(turn) >= BIG_TURN for turn in game.turns),
    "lou": _beat("easy"),
    "vera": _beat("medium"),
    "carlo": _beat("hard"),
    "rosa": _beat("master"),
    "card": lambda game: game.is_won and game.edition.table_cards,
    "classic": lambda game: game.is_won and _is_classic(game.edition),
    "four": lambda game: game.is_won and game.players >= 4,
    "friends": lambda game: game.result is not None and game.others > 0,
    "one-screen": lambda game: game.on_one_screen,
    "dry": lambda game: (
        game.is_won and bool(game.edition.bar_points) and not any(map(_has_paid, game.events()))
    ),
    "comeback": lambda game: game.is_won and game.most_behind >= COMEBACK,
    "daily": lambda game: game.streak >= 1,
    "daily-win": lambda game: game.streak >= 1 and game.is_won,
    "week": lambda game: game.streak >= WEEK,
}
"""What earns each stamp, in the order of the card. None: no game does."""

NEEDS: Final = {
    "review": "reviews",
    "puzzles": "puzzles",
    "daily": "daily",
    "daily-win": "daily",
    "week": "daily",
}
"""Stamps that can be earned only where the host has switched these parts on."""
TOLD: Final = frozenset(("lesson", "replay"))
"""Stamps for what only the browser knows about and reports."""
REVIEW: Final = "review"
"""For anybody who is shown a review."""
PUZZLES: Final = "puzzles"
"""For people who have solved MANY_PUZZLES."""
MANY_PUZZLES: Final = 10


def stamps_of(game: FinishedGame, missing: Iterable[str]) -> list[str]:
    """Those of these stamps that a game earns."""
    return [name for name in missing if (earned := STAMPS[name]) is not None and earned(game)]
