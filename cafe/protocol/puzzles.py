"""What the server's HTTP interface says and hears about puzzles, to the field name."""

from __future__ import annotations

from typing import Literal

import msgspec

from cafe.protocol.commands import Actions, ChosenFaces, CommandId, Explain, Preview
from cafe.protocol.forms import Form
from cafe.protocol.hints import ReasonsForm
from cafe.protocol.messages import Explained, Previewed, Refused, View
from cafe.protocol.replays import ReplayStepForm
from cafe.protocol.tables import Ask, PlanForm, TraitsForm, Word

PuzzleResult = Literal["best", "equal", "worse", "shown"]
"""`equal`: another turn than the first of the best ones; `shown`: the solver wanted to see the solution."""
Difficulty = Literal["easy", "medium", "hard"]
"""Of the puzzle of the day, by its rating; that itself is told to nobody who has not answered."""
PuzzleDraft = Preview | Explain
"""The socket's commands about a draft, which a puzzle answers, too; its version is 0."""
PuzzleDrafted = Previewed | Explained | Refused


class NextPuzzle(Ask, frozen=True):
    """Ask for a puzzle of an edition that fits one's rating; with a theme it is practice, and not rated."""

    edition: Word
    theme: Word | None = None


class AnswerPuzzle(Ask, frozen=True):
    """A whole turn, or no action to be shown the solution. The same `id` again gets the first answer."""

    id: CommandId
    actions: Actions
    faces: ChosenFaces = msgspec.field(default_factory=list)


class SolverForm(Form, frozen=True):
    """A solver: the rating, how uncertain it is, and how many puzzles were answered and solved."""

    rating: int
    deviation: int
    answered: int
    solved: int


class PuzzleThemeForm(Form, frozen=True):
    """Puzzles of one theme."""

    theme: str
    count: int


class PuzzleEditionForm(Form, frozen=True):
    """Puzzles of an edition: how many there are, and how many of them the reader has answered and solved."""

    edition: str
    count: int
    answered: int
    solved: int
    themes: list[PuzzleThemeForm]


class DailyPuzzleForm(Form, frozen=True, omit_defaults=False):
    """The puzzle of the day, the same for everybody on this server."""

    day: str
    now: float
    """The server's time."""
    ends: float
    """When the day is over: 0:00 UTC."""
    puzzle: str
    edition: str
    difficulty: Difficulty
    solved: bool | None = None
    """Null until the reader has answered it."""


class PuzzlesForm(Form, frozen=True, omit_defaults=False):
    """The puzzles of a server and what the reader made of them; none where the host has switched them off."""

    editions: list[PuzzleEditionForm]
    daily: DailyPuzzleForm | None = None
    solver: SolverForm | None = None


class PuzzleAnswerForm(Form, frozen=True, omit_defaults=False, kw_only=True):
    """How an answer compares, and the solution. Turns are in the notation."""

    result: PuzzleResult
    loss: float
    """Points that the turn is worth less than the best one, to one decimal."""
    order: int
    """Points that the same actions score more in another order; part of the loss."""
    place: int
    """Of the turn among all there are, from 1; the best ones share the first."""
    turns: int
    """How many there are."""
    points: int
    """What the turn scores at once."""
    best: list[str]
    best_points: int
    played: ReplayStepForm | None
    """The turn on top of the puzzle's view; null where the solution was shown."""
    better: ReplayStepForm
    """The best turn, the first of several; the one that was played, where only its order was not the best."""
    why: ReasonsForm
    """What speaks for it."""
    themes: list[str]
    rated: bool
    """Whether this answer moved the ratings."""
    first: bool
    """Whether it is the solver's first answer to this puzzle."""
    rating_before: int | None = None
    rating: int | None = None
    """The solver's, where it moved."""
    puzzle_rating: int
    """The puzzle's, as it is now."""
    tried_by: int
    solved_by: int
    """How many rated answers there were, and how many of them solved it."""
    day: str | None = None
    """The day on which it was answered as the puzzle of the day."""


class PuzzleForm(Form, frozen=True, omit_defaults=False, kw_only=True):
    """A position in which the reader is to find the best turn; nothing in it tells which that is."""

    id: str
    edition: str
    variants: list[str]
    traits: TraitsForm
    plan: PlanForm
    view: View
    """Through the mover's eyes; the version is 0, and there are no clocks."""
    rated: bool
    """Whether the reader's answer will move the ratings."""
    theme: str | None = None
    """What is practised."""
    day: str | None = None
    """Today, if it is the puzzle of the day."""
    tried: PuzzleAnswerForm | None = None
    """The reader's first answer, once it is given."""


class PuzzleTryForm(Form, frozen=True, omit_defaults=False):
    """A puzzle among all that is known of a person."""

    puzzle: str
    edition: str
    shown: float
    rated: bool
    day: str | None
    answered: float | None
    actions: str | None
    solved: bool | None
    loss: float | None
    rating_before: float | None
    rating: float | None
    """The solver's after it: the latest is what it is now."""
    deviation: float | None
