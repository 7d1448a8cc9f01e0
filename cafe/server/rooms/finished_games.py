"""Answers about finished games, cached as they are sent: only names in them can change."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable

MOST_BYTES = 16 * 1024 * 1024
"""The most bytes of cached answers; the least recently used are dropped first."""

Key = tuple[str, int, str]
"""A room, its revision, and what is asked about it."""


class FinishedGames:
    """The most recently requested answers about finished games."""

    def __init__(self) -> None:
        self._answers: OrderedDict[Key, bytes] = OrderedDict()
        self._size = 0

    async def answer(self, key: Key, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """The cached answer, or a new one."""
        found = self._answers.get(key)
        if found is not None:
            self._answers.move_to_end(key)
            return found
        made = await make()
        if key not in self._answers:
            self._answers[key] = made
            self._size += len(made)
        while self._size > MOST_BYTES:
            _, oldest = self._answers.popitem(last=False)
            self._size -= len(oldest)
        return made
