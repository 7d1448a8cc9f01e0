"""What is due: bots' moves, clocks that run out, bags to be dealt. Being stored, it survives any process."""

from __future__ import annotations

import asyncio
import time

from sqlalchemy import Connection

from cafe.server.cluster.heartbeat import silence_limit
from cafe.server.rooms.beginning import opening_ran_out
from cafe.server.rooms.challenges import challenges_ran_out
from cafe.server.rooms.server_parts import ServerParts
from cafe.server.rooms.turns import answer_did_not_come, clock_ran_out, play_bot
from cafe.store import log, processes
from cafe.store.errors import StoreError
from cafe.store.rows import Due

LONGEST_WAIT = 1.0
LONGEST_WAIT_ALONE = 30.0
"""Another process may have stored, or left behind, something unknown here."""
RETRY_SECONDS = 2.0
SILENT_SECONDS = 1.5
"""After this long without a heartbeat a process may have stalled, with its people waiting in vain."""
HELD_SECONDS = 0.25
"""What is due and could not be taken is checked again after this time."""

_ACTS = {
    "bot": play_bot,
    "clock": clock_ran_out,
    "shuffle": opening_ran_out,
    "answer": answer_did_not_come,
    "asked": challenges_ran_out,
}

Busy = dict[Due, asyncio.Task[None]]
"""What is in progress."""


async def run_due_work(server: ServerParts) -> None:
    """Do whatever becomes due, until the server ends; unfinished bots' moves are left to the next one."""
    busy: Busy = {}
    unsure = False
    async with asyncio.TaskGroup() as group:
        while not server.process.ending.is_set():
            server.rooms.due_soon.clear()
            try:
                if unsure:  # something may have been taken although the store could not confirm it
                    await server.database.write(lambda c: log.free_all(c, server.process.name))
                unsure = False
                wait = await _start_due(server, group, busy)
            except StoreError as error:
                server.process.log.error("the store does not answer", reason=str(error))
                unsure, wait = True, 1.0
            await server.process.wait(wait, server.rooms.due_soon)
        for task in busy.values():
            task.cancel()


async def _start_due(server: ServerParts, group: asyncio.TaskGroup, busy: Busy) -> float:
    """Begin everything that is due now and not in progress; returns the seconds until the next."""
    if time.monotonic() - server.process.last_heartbeat > silence_limit(server):
        return 1.0  # the store was unavailable: first the clocks get that time back
    longest = LONGEST_WAIT if server.database.shared else LONGEST_WAIT_ALONE
    now = server.process.now()
    soonest = await server.database.read_inline(log.next_due)
    if soonest is None:
        return longest
    if soonest > now:
        return min(longest, soonest - now)
    taken = await server.database.write(lambda c: _take_due(c, server, now))
    for item in taken:
        if item not in busy:
            busy[item] = group.create_task(_do_due(server, item, busy))
    return 0.0 if taken else HELD_SECONDS


def _take_due(connection: Connection, server: ServerParts, now: float) -> list[Due]:
    """Take what is due, except the clocks of people whose process is silent: it may have stalled."""
    shared = server.database.shared
    held = processes.games_of_silent(connection, now - SILENT_SECONDS) if shared else ()
    return log.take_due(connection, now, server.process.name, held)


async def _do_due(server: ServerParts, item: Due, busy: Busy) -> None:
    """Do what is due. If it was done, that replaced it in the store; if it is no longer needed, drop it."""
    try:
        # When a clock ran out, a quick bot plays, in a process where no other bot thinks for long.
        workers = server.bots if item.kind == "bot" else server.hints
        act, room = _ACTS[item.kind], await server.rooms.get(item.game)
        if not await act(server.rooms, workers, room, item.version):
            await server.rooms.reread(item.game)  # the host may have changed it in the store
            if not await act(server.rooms, workers, room, item.version):
                await server.database.write(lambda c: log.drop_due(c, item))
    except StoreError as error:
        server.process.log.error("not done", table=item.game, due=item.kind, reason=str(error))
        server.process.spawn(_free_later(server, item))
    except Exception:  # one room's failure must not stop the clock of all others; it stays due
        server.process.log.exception("failed", table=item.game, due=item.kind, version=item.version)
        server.process.spawn(_free_later(server, item))
    finally:
        busy.pop(item, None)


async def _free_later(server: ServerParts, item: Due) -> None:
    """Let what failed be tried again a little later, by any process."""
    while not server.process.ending.is_set():
        await server.process.wait(RETRY_SECONDS)
        try:
            await server.database.write(lambda c: log.free_due(c, item))
            server.rooms.due_soon.set()
            return
        except StoreError:
            continue
