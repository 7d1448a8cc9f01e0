"""How the ratings of solvers and puzzles move, which puzzle fits a solver, which one is the day's."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from datetime import date
from functools import lru_cache
from typing import Final

from cafe.puzzles.puzzle import Puzzle
from cafe.store.puzzles import Rating, Try

NEWCOMER: Final = Rating(1200.0, 350.0)
"""Of who has answered no rated puzzle."""
UNTRIED: Final = 150.0
"""How uncertain the rating is that a puzzle comes with."""
BETA: Final = 200.0
"""What a solver's play varies by; a solver who is so much above a puzzle solves about three of four."""
TAU: Final = 5.0
"""What is added to the uncertainty with every answer: nobody's rating ever stands still."""
CLOSEST: Final = 8
"""Puzzles from which the next one is drawn."""
KEPT_DAYS: Final = 30
"""The puzzles of so many days to come are shown to nobody before, if there are enough others."""


def rate(solver: Rating, puzzle: Rating, solved: bool) -> tuple[Rating, Rating]:
    """Both ratings after a solver met a puzzle: whoever solves it has won."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(mu=NEWCOMER.rating, sigma=NEWCOMER.deviation, beta=BETA, tau=TAU)
    teams = [[model.rating(mu=each.rating, sigma=each.deviation)] for each in (solver, puzzle)]
    rated = model.rate(teams, ranks=[0, 1] if solved else [1, 0])
    after, moved = (Rating(each.mu, each.sigma) for [each] in rated)
    return after, moved


def unrated(puzzle: Puzzle) -> Rating:
    """The rating that a puzzle comes with."""
    return Rating(float(puzzle.rating), UNTRIED)


def closest(puzzles: Iterable[Puzzle], ratings: Mapping[str, Rating], mine: Rating) -> list[Puzzle]:
    """The puzzles that fit a solver best, a few of them, so that not everybody meets them in one order."""

    def distance(puzzle: Puzzle) -> tuple[float, str]:
        return abs(ratings.get(puzzle.id, unrated(puzzle)).rating - mine.rating), puzzle.id

    return sorted(puzzles, key=distance)[:CLOSEST]


def to_repeat(puzzles: Iterable[Puzzle], tries: Mapping[str, Try]) -> Puzzle | None:
    """What was answered longest ago."""
    answered = [puzzle for puzzle in puzzles if puzzle.id in tries and tries[puzzle.id].answered is not None]
    return min(answered, key=lambda puzzle: (tries[puzzle.id].answered or 0, puzzle.id), default=None)


def puzzle_of_day(names: Iterable[str], day: str) -> str:
    """The puzzle of a day among these: each one comes once before one comes again."""
    order = _order(tuple(names))
    return order[date.fromisoformat(day).toordinal() % len(order)]


def kept_for_days(names: Iterable[str], today: str) -> set[str]:
    """The puzzles of today and of the days to come."""
    order = _order(tuple(names))
    days = min(KEPT_DAYS, max(1, len(order) // 4))
    first = date.fromisoformat(today).toordinal()
    return {order[(first + ahead) % len(order)] for ahead in range(days)}


@lru_cache(4)
def _order(names: tuple[str, ...]) -> list[str]:
    """An order that nobody chose, the same on every server that has these puzzles."""
    return sorted(names, key=lambda name: hashlib.sha256(name.encode()).digest())
