"""The time of a server that is alone with its database: what it stands still is given back to everybody."""

from __future__ import annotations

from cafe.server.rooms.server_parts import ServerParts
from cafe.store import log
from cafe.store.errors import StoreError

TICK_SECONDS = 0.2
SLOW_SECONDS = 1.0
"""After so many seconds of one write the disk stands still, and the clocks with it."""
LOOK_EVERY = 50
"""Ticks between two looks whether the time can be set right."""
MOST_BEHIND = 2.0
"""Seconds by which the server's time may differ from the system's."""


async def keep_time(server: ServerParts) -> None:
    """Let time pass while this process runs and its disk answers."""
    clock, ticks = server.process.clock, 0
    while not server.process.ending.is_set():
        clock.tick(stopped=server.database.writer.seconds_of_write > SLOW_SECONDS)
        ticks += 1
        if ticks % LOOK_EVERY == 0 and abs(clock.behind) > MOST_BEHIND:
            await set_right(server)
        await server.process.wait(TICK_SECONDS)


async def set_right(server: ServerParts) -> None:
    """Take the system's time after a suspension or a step, while nothing is due that would come too soon."""
    try:
        idle = not await server.database.read_inline(log.anything_due)
    except StoreError:
        return
    if idle:
        server.process.log.info("clock set", seconds=round(server.process.clock.behind, 1))
        server.process.clock.set_right()
