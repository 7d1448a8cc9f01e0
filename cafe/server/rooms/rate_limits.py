"""Rates: so many a second, with some in reserve."""

from __future__ import annotations

from collections import OrderedDict

from cafe.server.settings import Settings

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


class Limits:
    """Every rate that is limited: requests and commands have three seconds' worth in reserve."""

    def __init__(self, settings: Settings) -> None:
        self.requests = Rates(settings.requests_a_second, 3 * settings.requests_a_second)
        self.commands = Rates(settings.commands_a_second, 3 * settings.commands_a_second)
        self.new_people = Rates(settings.people_an_hour / 3600, settings.people_an_hour)
        self.talk = Rates(0.5, 5)
