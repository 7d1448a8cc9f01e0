"""How a contestant loses a game without playing it to the end."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from traceback import extract_tb

HERE = Path(__file__).parent


class Why(StrEnum):
    """What the contestant did."""

    TIME = "time"
    """No answer within its time."""
    ILLEGAL = "illegal"
    """An action that is not one of the legal ones."""
    ANSWER = "answer"
    """An answer that does not follow the protocol."""
    ENDED = "ended"
    """The program ended, or did not start again."""
    ERROR = "error"
    """A bot in Python raised an exception."""


def raised_text(error: Exception) -> str:
    """What a bot raised, and in which line of which file, unless it was raised by the arena's own code."""
    frames = [frame for frame in extract_tb(error.__traceback__) if Path(frame.filename).parent != HERE]
    where = f" in {Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else ""
    return repr(error)[:200] + where


class Forfeit(Exception):
    """The player to move loses the game; the text says what was expected and what came instead."""

    def __init__(self, why: Why, text: str) -> None:
        super().__init__(text)
        self.why = why
