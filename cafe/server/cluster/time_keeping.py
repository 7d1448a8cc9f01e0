"""The time of a process: when it stalls, that time is given back to everybody who plays through it."""

from __future__ import annotations

from cafe.server.rooms.server_parts import ServerParts
from cafe.store import processes
from cafe.store.errors import StoreError

TICK_SECONDS = 0.2
SLOW_SECONDS = 1.0
"""When one write has taken this many seconds, the disk has stalled, and the clocks stop with it."""
LOOK_EVERY = 50
"""Ticks between two checks whether the time can be corrected."""
MOST_BEHIND = 2.0
"""Seconds by which the server's time may differ from the system's."""


async def keep_time(server: ServerParts) -> None:
    """Let time pass while this process runs and its database answers.

    Among others it takes the database's time with every heartbeat; a process that is alone corrects its own.
    """
    clock, ticks, alone = server.process.clock, 0, not server.database.shared
    while not server.process.ending.is_set():
        clock.tick(stopped=server.database.writer.seconds_of_write > SLOW_SECONDS)
        ticks += 1
        if alone and ticks % LOOK_EVERY == 0 and abs(clock.behind) > MOST_BEHIND:
            await set_right(server)
        await server.process.wait(TICK_SECONDS)


async def set_right(server: ServerParts) -> None:
    """Take the system's time after a suspension or a step; whatever is due moves with it."""
    behind = server.process.clock.behind
    try:
        moved = await server.database.write(lambda c: processes.move_time(c, behind))
    except StoreError:
        return
    server.process.clock.set_right()
    server.rooms.move_time(behind)
    server.rooms.reread_later(moved)
    server.rooms.due_soon.set()
    server.process.log.info("clock set", seconds=round(behind, 1))
