"""Keeping to a budget: nodes are counted, and the clock is read at each."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from cafe.bots.bot import Budget
from cafe.bots.offers import forget_cafes

MARGIN_MS = 4.0
"""Reserved for what is done between the last reading of the clock and the answer."""


class BudgetSpent(Exception):
    """The budget ran out in the middle of something that is of no use unfinished."""


class Meter:
    """Counts a bot's nodes (a step tried, a position evaluated) and says when its budget is spent.

    With a number of nodes the clock is not read, so that a run can be repeated.
    """

    def __init__(self, budget: Budget) -> None:
        self._clock = budget.clock
        self._begin = budget.clock()
        self._end = self._begin + max(0.0, budget.ms - MARGIN_MS) / 1000
        self._nodes = budget.nodes
        self.used = 0

    def tick(self) -> bool:
        """Count a node; whether there is budget left for another."""
        self.used += 1
        return self.is_left()

    def demand(self) -> bool:
        """Count a node; BudgetSpent if there is no budget left for another."""
        if not self.tick():
            raise BudgetSpent
        return True

    def is_left(self) -> bool:
        """Whether there is budget left."""
        if self._nodes is not None:
            return self.used < self._nodes
        return self._clock() < self._end

    def share(self) -> float:
        """How much of the budget is spent, from 0 to 1 and a little beyond."""
        if self._nodes is not None:
            return self.used / max(1, self._nodes)
        return (self._clock() - self._begin) / max(1e-6, self._end - self._begin)

    def ms(self) -> float:
        """Milliseconds since the beginning."""
        return (self._clock() - self._begin) * 1000


@contextmanager
def undisturbed() -> Iterator[None]:
    """Pause the garbage collector: it can take 20 ms at a stretch, and thinking leaves no cycles behind.

    The cafés encountered are forgotten before it resumes, so that it has little to scan.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        forget_cafes()
        if was_enabled:
            gc.enable()
