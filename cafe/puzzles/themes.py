"""What a puzzle is about, found from its position and its turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cafe.bots.options import Option
from cafe.bots.reasons import left_to_next
from cafe.rules.actions import Bar, Party, Seat, Swap
from cafe.rules.events import Seated, TablePoints
from cafe.rules.guests import JOKERS

THEMES: Final = ("two-tables", "one-nation", "joker", "deny", "bar", "end", "party", "wait")
"""A guest who scores at two tables; a full one-nation table; a joker seated or fetched; leaving the next
player much less than another turn that pays as much; a guest sent to the bar; ending the game, or not; a
party; seating fewer guests, or none, than in the turn that pays most."""
FULL: Final = 4
"""Guests at a full table."""
DENIED: Final = 6
"""How many points less the next player must be left."""


def themes_of(player: int, best: Option, others: Sequence[Option]) -> tuple[str, ...]:
    """The themes of a position in which this turn is best for the player, and these are worse."""
    first = best.actions[0]
    seats = _seats(best)
    richest = max([best, *others], key=lambda option: option.points)
    found = {
        "two-tables": any(sum(paid.points > 0 for paid in points) > 1 for points in _paid(best)),
        "one-nation": any(
            paid.one_nation and paid.guests == FULL for points in _paid(best) for paid in points
        ),
        "joker": isinstance(first, Swap) or any(seat.guest >= JOKERS for seat in seats),
        "deny": _denies(player, best, others),
        "bar": isinstance(first, Bar),
        "end": _ends(best) or _ends(richest),
        "party": isinstance(first, Party),
        "wait": not isinstance(first, Bar | Swap) and len(seats) < len(_seats(richest)),
    }
    return tuple(theme for theme in THEMES if found[theme])


def _seats(option: Option) -> list[Seat]:
    return [action for action in option.actions if isinstance(action, Seat)]


def _paid(option: Option) -> Iterator[tuple[TablePoints, ...]]:
    for event in option.events:
        if isinstance(event, Seated):
            yield event.points


def _denies(player: int, best: Option, others: Sequence[Option]) -> bool:
    """Whether some turn that pays at least as much leaves the next player much more."""
    mine = left_to_next(best, player)
    if mine is None:
        return False
    rich = [left_to_next(other, player) for other in others if other.points >= best.points]
    return any(theirs is not None and theirs >= mine + DENIED for theirs in rich)


def _ends(option: Option) -> bool:
    return option.after.over is not None
