"""A queue that serves people in turn, however much each of them asks for."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque


class FairQueue:
    """Places that are taken and given back; urgent requests come first."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._urgent: deque[asyncio.Future[None]] = deque()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self.waiting = 0
        """How many are waiting."""

    async def take(self, who: str, *, urgent: bool = False) -> None:
        """Wait for a place, on this person's account."""
        if self._free:
            self._free -= 1
            return
        place = asyncio.get_running_loop().create_future()
        line = self._urgent if urgent else self._waiting.setdefault(who, deque())
        line.append(place)
        self.waiting += 1
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self.give_back()
            raise
        finally:
            self.waiting -= 1

    def give_back(self) -> None:
        """Give a place to the next in turn."""
        while (place := self._next()) is not None:
            if not place.done():  # those who no longer wait are skipped
                place.set_result(None)
                return
        self._free += 1

    def _next(self) -> asyncio.Future[None] | None:
        if self._urgent:
            return self._urgent.popleft()
        if not self._waiting:
            return None
        who, line = self._waiting.popitem(last=False)
        place = line.popleft()
        if line:
            self._waiting[who] = line
        return place
