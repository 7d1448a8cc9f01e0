"""How a contestant loses a game without playing it to its end."""

from __future__ import annotations

from enum import StrEnum


class Why(StrEnum):
    """What it did."""

    TIME = "time"
    """No answer within its time."""
    ILLEGAL = "illegal"
    """An action that is not one of the legal ones."""
    ANSWER = "answer"
    """An answer that is not the protocol's."""
    ENDED = "ended"
    """The program ended, or did not start again."""
    ERROR = "error"
    """A bot in Python raised an exception."""


class Forfeit(Exception):
    """The game is lost for the player to move; the text says what was expected and what came."""

    def __init__(self, why: Why, text: str) -> None:
        super().__init__(text)
        self.why = why
