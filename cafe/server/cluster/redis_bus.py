"""The bus between processes, on a Redis channel."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

import msgspec
import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from cafe.server.rooms.bus import Bus, Notice

CHANNEL = "cafe"
BEAT_SECONDS = 2.0
SILENCE_SECONDS = 5.0
"""A listener that receives nothing for this long, not even its own beats, assumes a dead connection."""
RETRY_SECONDS = 1.0
MOST_WAITING = 10_000
TROUBLE = (RedisError, OSError, TimeoutError)

_encode = msgspec.json.Encoder().encode
_notes = msgspec.json.Decoder(list[Notice])


class RedisBus(Bus):
    """Publishes and listens on a Redis channel. What is published while Redis is unavailable is lost."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url
        self._log: structlog.stdlib.BoundLogger = structlog.get_logger("cafe")
        self._waiting: deque[Notice] = deque(maxlen=MOST_WAITING)
        self._wake = asyncio.Event()

    @property
    def state(self) -> str | None:
        """The state of the connection, for `/readyz`."""
        return "ok" if self.connected else "does not answer"

    def publish(self, notice: Notice) -> None:
        """Queue a notice for all other processes."""
        self._waiting.append(notice)
        self._wake.set()

    async def run(self, on_notice: Callable[[Notice], None]) -> None:
        """Send and listen for ever, whatever happens to Redis."""
        await asyncio.gather(self._keep_sending(), self._keep_listening(on_notice))

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
                    pass  # an empty list shows that the connection is alive
                self._wake.clear()
                notices = list(self._waiting)
                self._waiting.clear()
                try:
                    await redis.publish(CHANNEL, _encode(notices))
                except TROUBLE:
                    await asyncio.sleep(RETRY_SECONDS)  # the notices are lost; others check for themselves

    async def _keep_listening(self, on_notice: Callable[[Notice], None]) -> None:
        while True:
            try:
                await self._listen(on_notice)
            except TROUBLE as error:
                if self.connected:
                    self._log.error("redis does not answer", reason=type(error).__name__)
            self.connected = False
            self.connection_changed.set()
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self, on_notice: Callable[[Notice], None]) -> None:
        async with self._connection() as redis, redis.pubsub() as channel:
            await channel.subscribe(CHANNEL)
            while True:
                async with asyncio.timeout(SILENCE_SECONDS):
                    message = await channel.get_message(timeout=None)
                if message is None:
                    continue
                if message["type"] == "subscribe":
                    self.connected = True
                    self.connection_changed.set()
                elif message["type"] == "message":
                    for notice in _read(message["data"]):
                        on_notice(notice)


def _read(data: bytes) -> list[Notice]:
    """The notices in a message; none if another program sent it."""
    try:
        return _notes.decode(data)
    except msgspec.MsgspecError:
        return []
