"""This process among all that serve one database: its name, its time, its background tasks, its end."""

from __future__ import annotations

import asyncio
import os
import secrets
import time
from collections.abc import Coroutine
from typing import Any

import structlog

from cafe.server.errors import Refused
from cafe.server.rooms.server_clock import ServerClock
from cafe.store.errors import StoreError

AHEAD = float(os.environ.get("CAFE_TEST_SECONDS_AHEAD", "0"))
"""Seconds by which a test puts the whole server's time forward."""


class Process:
    """A running server, perhaps one of many on the same database."""

    def __init__(self) -> None:
        self.name = secrets.token_hex(8)
        """The name by which other processes know this one."""
        self.log: structlog.stdlib.BoundLogger = structlog.get_logger("cafe")
        self.ending = asyncio.Event()
        self.clock = ServerClock()
        self.clock_offset = 0.0
        """Seconds by which the database's clock is ahead of this process's."""
        self.last_heartbeat = time.monotonic()
        """The last moment at which, as the store has noted, this process was running."""
        self._tasks: set[asyncio.Task[None]] = set()

    def now(self) -> float:
        """The database's time: the same one for all processes."""
        return self.clock.now() + self.clock_offset + AHEAD

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something in the background; if the store fails meanwhile, the next check catches up."""

        async def run() -> None:
            try:
                await work
            except (StoreError, Refused) as error:
                self.log.error("not done", reason=str(error))
            except Exception:  # nobody awaits this task, so an error would be lost
                self.log.exception("failed")

        task = asyncio.create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def wait(self, seconds: float | None, event: asyncio.Event | None = None) -> None:
        """Wait this long, or until the event, or until the server ends."""
        waits = [asyncio.create_task(e.wait()) for e in (event, self.ending) if e is not None]
        try:
            await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waits:
                task.cancel()
