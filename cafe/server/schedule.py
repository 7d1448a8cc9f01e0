"""What is due: bots' moves and clocks that run out. It is in the store, so it survives any process."""

from __future__ import annotations

import asyncio

from cafe.server.house import House
from cafe.server.play import play_bot, time_is_up
from cafe.store import care, log
from cafe.store.errors import StoreError
from cafe.store.log import Due

LEASE_SECONDS = 30.0
"""So long nobody else takes what was taken."""
ALIVE_SECONDS = 10.0
LONGEST_WAIT = 30.0


async def keep_time(house: House) -> None:
    """Do whatever becomes due, until the server ends."""
    busy: set[Due] = set()
    async with asyncio.TaskGroup() as group:
        while not house.ending.is_set():
            house.due_soon.clear()
            try:
                wait = await _take(house, group, busy)
            except StoreError as error:
                house.log.error("the store does not answer", reason=str(error))
                wait = 1.0
            await _wait(house, wait)


async def _take(house: House, group: asyncio.TaskGroup, busy: set[Due]) -> float:
    """Begin all that is due now and not under way; the seconds until the next."""
    now = house.now()
    soonest = await house.database.read(lambda c: log.next_due(c, now))
    if soonest is None:
        return LONGEST_WAIT
    if soonest > now:
        return min(LONGEST_WAIT, soonest - now)
    for item in await house.database.write(lambda c: log.take_due(c, now, LEASE_SECONDS)):
        if item not in busy:
            busy.add(item)
            group.create_task(_do(house, item, busy))
    return 0.0


async def _do(house: House, item: Due, busy: set[Due]) -> None:
    try:
        table = await house.table(item.game)
        if item.kind == "bot":
            await play_bot(house, table, item.version)
        else:
            await time_is_up(house, table, item.version)
        await house.database.write(lambda c: log.drop_due(c, item))
    except StoreError as error:
        house.log.error("not done", table=item.game, due=item.kind, reason=str(error))
    except Exception:  # one table's failure must not stop the clock of all others; it stays due
        house.log.exception("failed", table=item.game, due=item.kind, version=item.version)
    finally:
        busy.discard(item)


async def _wait(house: House, seconds: float) -> None:
    """Wait that long, or until something becomes due earlier, or the server ends."""
    waits = [asyncio.create_task(event.wait()) for event in (house.due_soon, house.ending)]
    try:
        await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in waits:
            task.cancel()


async def keep_alive(house: House) -> None:
    """Note every few seconds that the server runs, and look whom the host has banned.

    A later start gives the time since the last note back to the clocks.
    """
    while not house.ending.is_set():
        try:
            await house.database.write(lambda c: log.still_alive(c, house.now()))
            house.send_away(await house.database.read(care.banned))
        except StoreError as error:
            house.log.error("the store does not answer", reason=str(error))
        try:
            await asyncio.wait_for(house.ending.wait(), ALIVE_SECONDS)
        except TimeoutError:
            continue
