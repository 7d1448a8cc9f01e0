"""What processes tell each other by Redis: that a table changed, never how. Who needs it reads the store."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Literal

import msgspec
import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

CHANNEL = "cafe"
BEAT_SECONDS = 2.0
SILENCE_SECONDS = 5.0
"""A listener that hears nothing for so long, not even its own process, takes the line for dead."""
RETRY_SECONDS = 1.0
MOST_WAITING = 10_000
TROUBLE = (RedisError, OSError, TimeoutError)


class Note(msgspec.Struct, frozen=True, array_like=True):
    """A table changed (`number`: its revision, 0 if unknown), or something was said there (which number)."""

    kind: Literal["changed", "said"]
    game: str
    number: int


_encode = msgspec.json.Encoder().encode
_notes = msgspec.json.Decoder(list[Note])


class News:
    """A line to the other processes. Without Redis nothing is told and nothing is heard."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._log: structlog.stdlib.BoundLogger = structlog.get_logger("cafe")
        self._waiting: deque[Note] = deque(maxlen=MOST_WAITING)
        self._wake = asyncio.Event()
        self.hears = False
        """Whether this process is told what others do."""
        self.turned = asyncio.Event()
        """Set when the line came up or broke: what was told meanwhile is lost."""

    @property
    def state(self) -> str | None:
        """How it is, for who asks whether the server is ready; None without Redis."""
        return None if not self._url else "ok" if self.hears else "does not answer"

    def tell(self, note: Note) -> None:
        """Put a note in line for all other processes."""
        if self._url:
            self._waiting.append(note)
            self._wake.set()

    async def keep(self, heard: Callable[[Note], None]) -> None:
        """Send and listen for ever, whatever happens to Redis."""
        if self._url:
            await asyncio.gather(self._keep_sending(), self._keep_listening(heard))

    def _line(self) -> Redis:
        return Redis.from_url(  # type: ignore[no-any-return,unused-ignore]
            self._url, socket_connect_timeout=SILENCE_SECONDS, socket_timeout=SILENCE_SECONDS
        )

    async def _keep_sending(self) -> None:
        async with self._line() as line:
            while True:
                try:
                    async with asyncio.timeout(BEAT_SECONDS):
                        await self._wake.wait()
                except TimeoutError:
                    pass  # an empty list tells that the line lives
                self._wake.clear()
                notes = list(self._waiting)
                self._waiting.clear()
                try:
                    await line.publish(CHANNEL, _encode(notes))
                except TROUBLE:
                    await asyncio.sleep(RETRY_SECONDS)  # the notes are lost; others look for themselves

    async def _keep_listening(self, heard: Callable[[Note], None]) -> None:
        while True:
            try:
                await self._listen(heard)
            except TROUBLE as error:
                if self.hears:
                    self._log.error("redis does not answer", reason=type(error).__name__)
            self.hears = False
            self.turned.set()
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self, heard: Callable[[Note], None]) -> None:
        async with self._line() as line, line.pubsub(ignore_subscribe_messages=True) as channel:
            await channel.subscribe(CHANNEL)
            await channel.get_message(timeout=SILENCE_SECONDS)
            self.hears = True
            self.turned.set()
            while True:
                async with asyncio.timeout(SILENCE_SECONDS):
                    message = await channel.get_message(timeout=None)
                if message is not None:
                    for note in _notes.decode(message["data"]):
                        heard(note)
