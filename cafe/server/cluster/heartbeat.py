"""What a process notes in the store so that the others know it runs."""

from __future__ import annotations

import time

from cafe.server.rooms.house import House
from cafe.store import processes
from cafe.store.errors import StoreError

BEAT_SECONDS = 1.0
DEAD_SECONDS = 5.0
"""A process that was silent for so long is dead: others do what it had taken."""
BEAT_SECONDS_ALONE = 10.0


async def send_heartbeats(house: House) -> None:
    """Note every second or so that this process runs, and what time the database has."""
    every = BEAT_SECONDS if house.database.shared else BEAT_SECONDS_ALONE
    while not house.ending.is_set():
        await house.wait(every)
        try:
            await heartbeat(house)
        except StoreError as error:
            house.log.error("the store does not answer", reason=str(error))


async def heartbeat(house: House, patience: float | None = None) -> None:
    """Note that this process runs; time during which none did is given back to the clocks."""
    if patience is None:
        patience = silence_limit(house)
    house.ahead = await house.database.clock_offset()
    down = await house.database.write(lambda c: processes.heartbeat(c, house.name, house.now(), patience))
    if down:
        house.log.info("nobody served", seconds=round(down, 1))
    if time.monotonic() - house.noted > patience:
        house.move_everybody()  # the others took this process for dead and forgot who is here
    house.noted = time.monotonic()


def silence_limit(house: House) -> float:
    """After how many seconds of silence a process is dead."""
    return DEAD_SECONDS if house.database.shared else 3 * BEAT_SECONDS_ALONE
