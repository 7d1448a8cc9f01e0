"""How the ratings of solvers and puzzles change, which puzzle suits a solver, which one is the day's."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from datetime import date
from functools import lru_cache
from typing import Final

from cafe.protocol.puzzles import Difficulty
from cafe.puzzles.puzzle import Puzzle
from cafe.store.puzzles import Rating, Try

NEWCOMER: Final = Rating(1200.0, 350.0)
"""The rating of people who have answered no rated puzzle."""
UNTRIED: Final = 150.0
"""The uncertainty of a puzzle's initial rating."""
BETA: Final = 200.0
"""How much a solver's play varies; a solver this far above a puzzle solves about three in four."""
TAU: Final = 5.0
"""What is added to the uncertainty with every answer, so that ratings never freeze."""
MEDIUM: Final = 1250
HARD: Final = 1650
"""Ratings from which a puzzle is called so. A newcomer solves about every second easy one, or more."""
CLOSEST: Final = 8
"""From how many puzzles the next one is drawn."""
KEPT_DAYS: Final = 30
"""For how many days ahead the puzzles of the day are not shown otherwise, if there are enough others."""


def rate(solver: Rating, puzzle: Rating, solved: bool) -> tuple[Rating, Rating]:
    """Both ratings after a solver's answer to a puzzle; solving it counts as a win."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(mu=NEWCOMER.rating, sigma=NEWCOMER.deviation, beta=BETA, tau=TAU)
    teams = [[model.rating(mu=each.rating, sigma=each.deviation)] for each in (solver, puzzle)]
    rated = model.rate(teams, ranks=[0, 1] if solved else [1, 0])
    after, moved = (Rating(each.mu, each.sigma) for [each] in rated)
    return after, moved


def unrated(puzzle: Puzzle) -> Rating:
    """A puzzle's initial rating."""
    return Rating(float(puzzle.rating), UNTRIED)


def difficulty(puzzle: Puzzle) -> Difficulty:
    """A puzzle's initial rating in a word, which answers to it do not change."""
    return "easy" if puzzle.rating < MEDIUM else "medium" if puzzle.rating < HARD else "hard"


def closest(puzzles: Iterable[Puzzle], ratings: Mapping[str, Rating], mine: Rating) -> list[Puzzle]:
    """The few puzzles that suit a solver best, so that not everybody gets them in the same order."""

    def distance(puzzle: Puzzle) -> tuple[float, str]:
        return abs(ratings.get(puzzle.id, unrated(puzzle)).rating - mine.rating), puzzle.id

    return sorted(puzzles, key=distance)[:CLOSEST]


def to_repeat(puzzles: Iterable[Puzzle], tries: Mapping[str, Try]) -> Puzzle | None:
    """The puzzles that were answered longest ago."""
    answered = [puzzle for puzzle in puzzles if puzzle.id in tries and tries[puzzle.id].answered is not None]
    return min(answered, key=lambda puzzle: (tries[puzzle.id].answered or 0, puzzle.id), default=None)


def puzzle_of_day(names: Iterable[str], day: str) -> str:
    """The puzzle of a day among these: each one comes up once before any comes up again."""
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
