"""Puzzles and answers as they are sent, and a person's stored tries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection

from cafe.protocol.hints import ReasonsForm
from cafe.protocol.puzzles import (
    PuzzleAnswerForm,
    PuzzleEditionForm,
    PuzzleThemeForm,
    PuzzleTryForm,
    SolverForm,
)
from cafe.puzzles.puzzle import Puzzle
from cafe.puzzles.themes import THEMES
from cafe.rules.actions import Action
from cafe.rules.names import action_from_text
from cafe.server.api import puzzle_ratings
from cafe.server.turn.faces import Face
from cafe.server.turn.puzzle_game import game_of, step_of, verdict_on
from cafe.store import puzzles as stored
from cafe.store.puzzles import Rating, Tally, Try


class Given(NamedTuple):
    """The turn with which somebody answers; without actions it asks for the solution."""

    actions: tuple[Action, ...]
    faces: Sequence[Face] = ()


class PuzzleStanding(NamedTuple):
    """A puzzle's rating, and how many people tried and solved it."""

    rating: Rating
    tally: Tally


def puzzle_standing(connection: Connection, puzzle: Puzzle) -> PuzzleStanding:
    """The current standing of a puzzle."""
    rating = stored.puzzle_ratings(connection).get(puzzle.id, puzzle_ratings.unrated(puzzle))
    return PuzzleStanding(rating, stored.tally_of_puzzle(connection, puzzle.id))


def solver_form(connection: Connection, who: str) -> SolverForm | None:
    """A person as a solver, once they have answered something."""
    tally = stored.tally(connection, who)
    if not tally.answered:
        return None
    rating = stored.rating_of(connection, who) or puzzle_ratings.NEWCOMER
    return SolverForm(round(rating.rating), round(rating.deviation), *tally)


def exported_tries(connection: Connection, who: str) -> list[PuzzleTryForm]:
    """Everything that is stored about a person's puzzles."""
    names = PuzzleTryForm.__struct_fields__
    return [PuzzleTryForm(*(getattr(each, name) for name in names)) for each in stored.tries(connection, who)]


def edition_form(edition: str, some: Sequence[Puzzle], tries: Mapping[str, Try]) -> PuzzleEditionForm:
    """The puzzles of an edition, and how many of them somebody answered and solved."""
    mine = [tries[puzzle.id] for puzzle in some if puzzle.id in tries]
    themes = Counter(theme for puzzle in some for theme in puzzle.themes)
    return PuzzleEditionForm(
        edition,
        len(some),
        sum(each.answered is not None for each in mine),
        sum(each.solved is True for each in mine),
        [PuzzleThemeForm(theme, themes[theme]) for theme in THEMES if themes[theme]],
    )


def kept_turn(puzzle: Puzzle, kept: Try, now: Given) -> Given:
    """The turn that was stored; it differs from the one given now if the id was used before."""
    plan = puzzle.view().known.edition.plan
    actions = tuple(action_from_text(plan, text) for text in (kept.actions or "").split())
    return now if actions == tuple(now.actions) else Given(actions)


def loss_of_none(puzzle: Puzzle) -> float:
    """The loss for not answering: that of the worst turn."""
    return round(puzzle.turns[0].value - min(turn.value for turn in puzzle.turns), 2)


def answer_form(puzzle: Puzzle, given: Given, kept: Try | None, standing: PuzzleStanding) -> PuzzleAnswerForm:
    """How a turn compares; `kept` is the solver's first answer, if this is it."""
    game = game_of(puzzle.id)
    shown = not given.actions
    verdict = verdict_on(puzzle.id, puzzle.actions(puzzle.turns[0]) if shown else given.actions)
    if shown:
        result, loss, place = "shown", loss_of_none(puzzle), len(puzzle.turns)
    else:
        equal = "best" if verdict.best == puzzle.turns[0] else "equal"
        result, loss, place = equal if verdict.solved else "worse", verdict.loss, verdict.place
    # Beside an equally good turn, show the first of the best ones, not the same turn again.
    solution = verdict_on(puzzle.id, puzzle.actions(puzzle.turns[0])) if result == "equal" else verdict
    is_rated = kept is not None and kept.rated
    return PuzzleAnswerForm(
        result=result,  # type: ignore[arg-type]
        loss=round(loss, 1),
        order=verdict.order,
        place=place,
        turns=len(puzzle.turns),
        points=0 if shown else int(str(verdict.played["points"])),
        best=list(solution.best.actions),
        best_points=solution.best.points,
        played=None if shown else step_of(game, given.actions, given.faces),
        better=step_of(game, puzzle.actions(solution.best)),
        why=msgspec.convert(solution.why, ReasonsForm),
        themes=list(puzzle.themes),
        rated=is_rated,
        first=kept is not None,
        rating_before=_rounded(kept.rating_before) if kept is not None else None,
        rating=_rounded(kept.rating) if kept is not None else None,
        puzzle_rating=round(standing.rating.rating),
        tried_by=standing.tally.answered,
        solved_by=standing.tally.solved,
        day=None if kept is None else kept.day,
    )


def _rounded(rating: float | None) -> int | None:
    return None if rating is None else round(rating)
