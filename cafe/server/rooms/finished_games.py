"""What finished games answer, kept as it goes over the line: nothing of it changes but names."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable

MOST_BYTES = 16 * 1024 * 1024
"""Bytes of all answers that are kept; those asked for longest ago are forgotten first."""

Key = tuple[str, int, str]
"""A room, its revision, and what is asked of it."""


class FinishedGames:
    """The answers about finished games that were asked for last."""

    def __init__(self) -> None:
        self._answers: OrderedDict[Key, bytes] = OrderedDict()
        self._size = 0

    async def answer(self, key: Key, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """The answer that is kept, or a new one."""
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
