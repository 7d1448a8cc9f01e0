"""The line to the other processes by Redis."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

import msgspec
import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from cafe.server.rooms.bus import News, Note

CHANNEL = "cafe"
BEAT_SECONDS = 2.0
SILENCE_SECONDS = 5.0
"""A listener that hears nothing for so long, not even its own process, takes the line for dead."""
RETRY_SECONDS = 1.0
MOST_WAITING = 10_000
TROUBLE = (RedisError, OSError, TimeoutError)

_encode = msgspec.json.Encoder().encode
_notes = msgspec.json.Decoder(list[Note])


class Line(News):
    """Tells and hears by a channel of Redis. What is told while it is away is lost."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url
        self._log: structlog.stdlib.BoundLogger = structlog.get_logger("cafe")
        self._waiting: deque[Note] = deque(maxlen=MOST_WAITING)
        self._wake = asyncio.Event()

    @property
    def state(self) -> str | None:
        """How the line is, for who asks whether the server is ready."""
        return "ok" if self.hears else "does not answer"

    def tell(self, note: Note) -> None:
        """Put a note in line for all other processes."""
        self._waiting.append(note)
        self._wake.set()

    async def keep(self, heard: Callable[[Note], None]) -> None:
        """Send and listen for ever, whatever happens to Redis."""
        await asyncio.gather(self._keep_sending(), self._keep_listening(heard))

    def _connection(self) -> Redis:
        return Redis.from_url(
            self._url, socket_connect_timeout=SILENCE_SECONDS, socket_timeout=SILENCE_SECONDS
        )

    async def _keep_sending(self) -> None:
        async with self._connection() as redis:
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
                    await redis.publish(CHANNEL, _encode(notes))
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
        async with self._connection() as redis, redis.pubsub() as channel:
            await channel.subscribe(CHANNEL)
            while True:
                async with asyncio.timeout(SILENCE_SECONDS):
                    message = await channel.get_message(timeout=None)
                if message is None:
                    continue
                if message["type"] == "subscribe":
                    self.hears = True
                    self.turned.set()
                elif message["type"] == "message":
                    for note in _read(message["data"]):
                        heard(note)


def _read(data: bytes) -> list[Note]:
    """The notes of a message; none of one that another program sent."""
    try:
        return _notes.decode(data)
    except msgspec.MsgspecError:
        return []
