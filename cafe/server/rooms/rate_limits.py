"""Rates: so many a second, with some in reserve."""

from __future__ import annotations

from collections import OrderedDict

MOST_KEPT = 50_000
"""Callers remembered at once; the one seen longest ago is forgotten first."""


class Rates:
    """One bucket a caller: it fills with time and each request takes from it."""

    def __init__(self, a_second: float, reserve: float) -> None:
        self._a_second = a_second
        self._reserve = reserve
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, who: str, now: float) -> bool:
        """Whether the caller may go on; a refused request takes nothing."""
        level, at = self._buckets.pop(who, (self._reserve, now))
        level = min(self._reserve, level + max(0.0, now - at) * self._a_second)
        allowed = level >= 1
        self._buckets[who] = (level - 1 if allowed else level, now)
        if len(self._buckets) > MOST_KEPT:
            self._buckets.popitem(last=False)
        return allowed
