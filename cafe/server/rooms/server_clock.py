"""The time for games: it passes while the server runs, and steps of the system's clock do not affect it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

MOST_AT_ONCE = 1.0
"""The most seconds that pass between two ticks: beyond that the server had stalled, and nobody could play."""


class ServerClock:
    """Starts at the system's time; from then on only a monotonic clock counts."""

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
        """Seconds that did not pass because nothing ticked: the process had stalled."""
        self.waited = 0.0
        """Seconds for which it was stopped."""

    def now(self) -> float:
        """Seconds since the epoch, as this server counts them."""
        return self._now if self._stopped else self._now + self._passed()

    def _passed(self) -> float:
        return min(self._steady() - self._at, self._most)

    def tick(self, *, stopped: bool = False) -> None:
        """Let time pass. From the first tick on, time passes only while ticks go on.

        While it is `stopped`, no time passes at all.
        """
        passed = self._steady() - self._at
        over = max(0.0, passed - self._most)
        self.lost += over
        self.waited += passed - over if self._stopped else 0.0
        self._now, self._at = self.now(), self._steady()
        self._most, self._stopped = MOST_AT_ONCE, stopped

    @property
    def behind(self) -> float:
        """Seconds by which the system's clock is ahead."""
        return self._wall() - self.now()

    def set_right(self) -> None:
        """Set the clock to the system's time. Whatever is due has to move with it."""
        self._now, self._at = self._wall(), self._steady()
