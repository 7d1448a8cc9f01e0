"""The time that games go by: it passes while the server runs, and the system's clock cannot step it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

MOST_AT_ONCE = 1.0
"""Seconds that pass at most between two ticks: beyond that the server stood still, and nobody could play."""


class ServerClock:
    """Begins at the system's time; from there on only a steady clock counts."""

    def __init__(
        self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self._wall = wall
        self._steady = steady
        self._now = wall()
        self._at = steady()
        self._most = math.inf
        self._stopped = False
        self.lost = 0.0
        """Seconds during which nobody looked at the clock, which did not pass: the process stood still."""

    def now(self) -> float:
        """Seconds since the epoch, as this server counts them."""
        return self._now if self._stopped else self._now + self._passed()

    def _passed(self) -> float:
        return min(self._steady() - self._at, self._most)

    def tick(self, *, stopped: bool = False) -> None:
        """Something looks at the clock now and then: from the first time on, time passes only while it does.

        While it is `stopped`, no time passes at all.
        """
        self.lost += max(0.0, self._steady() - self._at - self._most)
        self._now, self._at = self.now(), self._steady()
        self._most, self._stopped = MOST_AT_ONCE, stopped

    @property
    def behind(self) -> float:
        """Seconds by which the system's clock is ahead."""
        return self._wall() - self.now()

    def set_right(self) -> None:
        """Take the system's time again. Whatever is due has to move with it."""
        self._now, self._at = self._wall(), self._steady()
