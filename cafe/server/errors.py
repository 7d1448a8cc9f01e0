"""What the server answers when it does not do what was asked.

Refused         a code, a message, and the HTTP status that goes with the code
└── OverLimit   somebody may do the same again after some seconds; every one of them is counted
"""

from __future__ import annotations

STATUS = {
    "form": 400,
    "who": 401,
    "banned": 403,
    "forbidden": 403,
    "origin": 403,
    "missing": 404,
    "method": 405,
    "slow": 408,
    "state": 409,
    "table.full": 409,
    "turn": 409,
    "version": 409,
    "withheld": 409,
    "size": 413,
    "behind": 422,
    "illegal": 422,
    "names": 422,
    "record": 422,
    "setup": 422,
    "unfinished": 422,
    "rate": 429,
    "full": 503,
    "store": 503,
}
"""Every code of the HTTP interface."""


class Refused(Exception):
    """A request that is not carried out; nothing changed."""

    def __init__(
        self,
        code: str,
        message: str,
        turn: int | None = None,
        retry_after: int | None = None,
        rule: str | None = None,
        step: int | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.turn = turn
        """The turn of a record that goes wrong, from 1."""
        self.retry_after = retry_after
        """Seconds after which the same may be allowed."""
        self.rule = rule
        """The rule that makes an action of a turn illegal."""
        self.step = step
        """The index of that action."""

    @property
    def status(self) -> int:
        """The HTTP status of the code."""
        return STATUS[self.code]


class OverLimit(Refused):
    """A request beyond a limit: `limit` is what it is counted under, with `full` the house has no time."""

    def __init__(self, limit: str, message: str, retry_after: int, *, full: bool = False) -> None:
        super().__init__("full" if full else "rate", message, retry_after=retry_after)
        self.limit = limit
