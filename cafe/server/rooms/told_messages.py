"""Which messages have been sent here, so that none is sent twice."""

from __future__ import annotations

from collections import OrderedDict

MOST_KNOWN = 2000


class ToldMessages:
    """The numbers of the last messages that were sent."""

    def __init__(self) -> None:
        self._numbers: OrderedDict[int, None] = OrderedDict()

    def __contains__(self, number: int) -> bool:
        return number in self._numbers

    def is_new(self, number: int) -> bool:
        """Whether a message has not been sent here yet; from now on it counts as sent."""
        if number in self._numbers:
            return False
        self._numbers[number] = None
        if len(self._numbers) > MOST_KNOWN:
            self._numbers.popitem(last=False)
        return True
