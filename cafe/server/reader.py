"""One open socket at a table: who reads it, what it has been told, what waits to be sent."""

from __future__ import annotations

import asyncio
from collections import deque

from cafe.store.people import Person

MOST_WAITING = 256
"""Messages that may wait for a slow client before it is sent away to come back for the whole view."""


class Reader:
    """A socket's outgoing side. Sending never waits, so a slow client never slows others."""

    def __init__(self, person: Person, blocked: frozenset[str] = frozenset()) -> None:
        self.person = person
        self.blocked = blocked
        self.version: int | None = None
        """The version of the view that the client has; None before the first one."""
        self.player: int | None = None
        self.too_slow = asyncio.Event()
        """Set when the client has fallen so far behind that it is sent away."""
        self.ended = False
        self._waiting: deque[bytes] = deque()
        self._wake = asyncio.Event()

    def send(self, message: bytes) -> None:
        """Put a message in line; too many of them end the socket."""
        if len(self._waiting) >= MOST_WAITING:
            self.too_slow.set()
            self._waiting.clear()
        if not self.too_slow.is_set():
            self._waiting.append(message)
            self._wake.set()

    def end(self) -> None:
        """Let the socket close after what waits has been sent."""
        self.ended = True
        self._wake.set()

    async def next(self) -> bytes | None:
        """The next message to send; None when the socket shall close."""
        while not self._waiting:
            if self.ended:
                return None
            self._wake.clear()
            await self._wake.wait()
        return self._waiting.popleft()
