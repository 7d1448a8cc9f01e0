"""What a process stores so that the others know it is running."""

from __future__ import annotations

import time

from sqlalchemy import Connection

from cafe.server.rooms.server_parts import ServerParts
from cafe.store import log, processes
from cafe.store.errors import StoreError

BEAT_SECONDS = 1.0
DEAD_SECONDS = 5.0
"""A process that was silent for this long is dead: others do what it had taken."""
BEAT_SECONDS_ALONE = 10.0
SOON = 3600.0
"""If something is due within this many seconds, every second counts, should this process be killed."""


async def send_heartbeats(server: ServerParts) -> None:
    """Note every second that this process is running; less often if it is alone with nothing due soon."""
    silent = 0.0
    while not server.process.ending.is_set():
        await server.process.wait(BEAT_SECONDS)
        silent += BEAT_SECONDS
        try:
            if server.database.shared or silent >= BEAT_SECONDS_ALONE or await _is_due_soon(server):
                await heartbeat(server)
                silent = 0.0
        except StoreError as error:
            server.process.log.error("the store does not answer", reason=str(error))


async def _is_due_soon(server: ServerParts) -> bool:
    soonest = await server.database.read_inline(log.next_due)
    return soonest is not None and soonest < server.process.now() + SOON


async def heartbeat(server: ServerParts, patience: float | None = None) -> None:
    """Note that this process is running; time during which none was is given back to the clocks."""
    if patience is None:
        patience = silence_limit(server)
    process, began = server.process, time.monotonic()
    lost, waited = process.clock.lost, process.clock.waited
    stall = lost if server.database.shared else 0.0
    if server.database.shared and began - process.last_heartbeat <= patience:
        stall += waited  # after a longer wait the others, or the first one back, give the time to everybody
    offset = await server.database.clock_offset(process.clock.now)
    people = {room.row.id: server.presence.people_in(room.row.id) for room in server.rooms.visited()}

    def work(connection: Connection) -> tuple[list[str], float]:
        now = process.now() - process.clock_offset + offset
        moved = processes.give_back(connection, process.name, now, patience, stall, people)
        return moved, processes.heartbeat(connection, process.name, now, patience)

    moved, down = await server.database.write(work)
    process.clock_offset = offset  # not earlier: until then the mover has the time of before the stall
    process.clock.lost -= lost
    process.clock.waited -= waited
    server.rooms.reread_later(moved)
    if stall:
        process.log.info("stood still", seconds=round(stall, 1))
    if down:
        server.process.log.info("nobody served", seconds=round(down, 1))
    if time.monotonic() - server.process.last_heartbeat > patience:
        server.presence.publish_again()  # the others considered this process dead and forgot who is here
    server.process.last_heartbeat = began


def silence_limit(server: ServerParts) -> float:
    """After how many seconds of silence a process is dead."""
    return DEAD_SECONDS if server.database.shared else 3 * BEAT_SECONDS_ALONE
