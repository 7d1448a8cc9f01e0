"""What a process notes in the store so that the others know it runs."""

from __future__ import annotations

import time

from cafe.server.rooms.server_parts import ServerParts
from cafe.store import log, processes
from cafe.store.errors import StoreError

BEAT_SECONDS = 1.0
DEAD_SECONDS = 5.0
"""A process that was silent for so long is dead: others do what it had taken."""
BEAT_SECONDS_ALONE = 10.0
SOON = 3600.0
"""Seconds until something is due for which every second counts, should this process be killed meanwhile."""


async def send_heartbeats(server: ServerParts) -> None:
    """Note every second that this process runs; alone, and with nothing due soon, less often."""
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
    """Note that this process runs; time during which none did is given back to the clocks."""
    if patience is None:
        patience = silence_limit(server)
    server.process.clock_offset = await server.database.clock_offset(server.process.clock.now)
    down = await server.database.write(
        lambda c: processes.heartbeat(c, server.process.name, server.process.now(), patience)
    )
    if down:
        server.process.log.info("nobody served", seconds=round(down, 1))
    if time.monotonic() - server.process.last_heartbeat > patience:
        server.presence.publish_again()  # the others took this process for dead and forgot who is here
    server.process.last_heartbeat = time.monotonic()


def silence_limit(server: ServerParts) -> float:
    """After how many seconds of silence a process is dead."""
    return DEAD_SECONDS if server.database.shared else 3 * BEAT_SECONDS_ALONE
