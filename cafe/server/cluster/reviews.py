"""Making reviews: each by one of the processes, one after the other, serving people in turn."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial

from cafe.server.errors import Refused
from cafe.server.rooms.room import encode
from cafe.server.rooms.server_parts import ServerParts
from cafe.server.rooms.worker_process import WorkerFailed
from cafe.server.turn.review import ReviewTask
from cafe.store import log, reviews
from cafe.store.errors import StoreError

LONGEST_WAIT = 2.0
LONGEST_WAIT_ALONE = 30.0
"""Another process may have left unfinished what it had begun."""
NOTE_SECONDS = 1.0
"""How often the progress of a review is stored."""
RETRY_SECONDS = 2.0


async def run_reviews(server: ServerParts) -> None:
    """Make what people ask for, as many at once as there are workers, until the server ends."""
    workers = server.reviews
    busy: set[asyncio.Task[None]] = set()
    longest = LONGEST_WAIT if server.database.shared else LONGEST_WAIT_ALONE
    async with asyncio.TaskGroup() as group:
        while not server.process.ending.is_set():
            workers.wanted.clear()
            busy = {task for task in busy if not task.done()}
            name = await _take(server) if len(busy) < workers.count else None
            if name is not None:
                busy.add(group.create_task(_make(server, name)))
                continue
            if not busy:
                await workers.rest()
            await server.process.wait(longest, workers.wanted)
        for task in busy:
            task.cancel()


async def _take(server: ServerParts) -> str | None:
    """The next game, if there is one; it belongs to this process while it lives."""
    try:
        if not await server.database.read_inline(reviews.anything_waits):
            return None
        return await server.database.write(lambda c: reviews.take(c, server.process.name))
    except StoreError as error:
        server.process.log.error("the store does not answer", reason=str(error))
        return None


async def _make(server: ServerParts, name: str) -> None:
    """Make a review and store it; one that fails is tried again, but not for ever."""
    far = [0, 0]
    notes = asyncio.create_task(_note_progress(server, name, far))
    try:
        room = await server.rooms.get(name)
        entries = await server.database.read(lambda c: log.entries(c, name))
        found = await server.reviews.make(ReviewTask(room.row, entries), far)
        content, now = encode(found).decode(), server.process.now()
        await server.database.write(
            lambda c: reviews.finish(c, name, server.process.name, found.version, content, now)
        )
    except (StoreError, WorkerFailed, Refused) as error:
        server.process.log.error("no review", table=name, reason=str(error))
        server.process.spawn(_free(server, name))
    except Exception:  # one game's failure must not stop the reviews of all others
        server.process.log.exception("no review", table=name)
        server.process.spawn(_free(server, name))
    finally:
        notes.cancel()
        server.reviews.wanted.set()


async def _note_progress(server: ServerParts, name: str, far: list[int]) -> None:
    """Store the progress of a review from time to time; nothing is lost if that fails."""
    noted = [0, 0]
    while True:
        await asyncio.sleep(NOTE_SECONDS)
        if far != noted:
            noted[:] = far
            note = partial(reviews.note_progress, name=name, holder=server.process.name, far=tuple(far))
            with suppress(StoreError):
                await server.database.write(note)


async def _free(server: ServerParts, name: str) -> None:
    """Let what failed be tried again, by any process."""
    while not server.process.ending.is_set():
        try:
            await server.database.write(lambda c: reviews.free(c, name, server.process.name))
            server.reviews.wanted.set()
            return
        except StoreError:
            await server.process.wait(RETRY_SECONDS)
