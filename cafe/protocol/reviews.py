"""What the server says about a finished game that was looked through, turn by turn."""

from __future__ import annotations

from typing import Literal

from cafe.protocol.forms import Form
from cafe.protocol.hints import Label, ReasonsForm
from cafe.protocol.replays import ReplayForm, ReplayStepForm

ReviewState = Literal["off", "none", "waiting", "running", "done", "failed"]
"""`off`: this server makes none; `none`: nobody has asked for it yet."""


class ReviewPlayerForm(Form, frozen=True):
    """A player over the whole game, in points to one decimal: start - loss + gain + luck = margin."""

    start: float
    loss: float
    """What the own turns gave away."""
    gain: float
    """What the others' turns gave away to this player."""
    luck: float
    margin: float
    turns: int
    good_turns: int
    """The best ones, and those that were equally good."""


class ReviewTurnForm(Form, frozen=True, omit_defaults=False):
    """A turn, by its number in the replay, from 1. Turns are in the notation."""

    number: int
    player: int
    label: Label
    loss: float
    """What it cost its player, in points to one decimal."""
    luck: float
    """What the draws after it did for its player."""
    points: int
    best: list[str]
    best_points: int
    win: list[float]
    """Each player's chance to win before the turn."""
    better: ReplayStepForm | None
    """The best turn on top of the view before it, as a replay tells a turn; null where it was played."""
    why: ReasonsForm
    """What speaks for the best turn."""


class GameReviewForm(Form, frozen=True):
    """A whole game looked through; players and turns in the order of its replay."""

    version: str
    """Of the analysis."""
    players: list[ReviewPlayerForm]
    turns: list[ReviewTurnForm]
    win: list[float]
    """Each player's share of the win in the end."""
    turning_points: list[int]
    """The turns that cost most, the worst first."""


class ReviewForm(Form, frozen=True, omit_defaults=False):
    """The review of a game, or how far it is."""

    state: ReviewState
    place: int | None = None
    """While it waits: 1 for the one that comes next."""
    done: int = 0
    steps: int = 0
    """While it is made: how much of how much has been looked at."""
    review: GameReviewForm | None = None
    shareable: bool = False
    """Whether the asker played, and may show the review to others by a link."""
    link: str | None = None
    """The asker's link, if there is one."""


class ReviewLinkForm(Form, frozen=True):
    """A link that shows a review to whoever has it."""

    link: str


class SharedReviewForm(Form, frozen=True):
    """A review behind a link, with the replay it is about; of people, only who shares it is named."""

    replay: ReplayForm
    review: GameReviewForm
