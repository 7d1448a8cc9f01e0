"""Everything that a running server shares: settings, store, tables in memory, bots, numbers."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, NamedTuple

import structlog
from sqlalchemy import Connection

from cafe.server.errors import Refused
from cafe.server.rooms.bot_workers import Workers
from cafe.server.rooms.bus import Note, news_by
from cafe.server.rooms.client import Reader
from cafe.server.rooms.metrics import Metrics
from cafe.server.rooms.rate_limits import Rates
from cafe.server.rooms.room import OpenTable
from cafe.server.settings import Settings
from cafe.store import log, people, processes, rooms
from cafe.store.database import Database
from cafe.store.errors import Conflict, StoreError
from cafe.store.group_commit import Work
from cafe.store.log import Entry
from cafe.store.rooms import GameRow

MOST_IDLE_TABLES = 1000
"""Tables up to which those without a socket stay in memory."""
NO_SPECTATORS = (4403, "this table is closed to spectators")
SOON, SOON_EACH = 0.1, 0.005
"""Seconds until everybody is told who came or went: at least, and for each who is told."""
LOOKED_AT = 8
"""Tables that are looked at for one to forget whenever one is opened, however many there are."""
MOST_HEARD = 2000


class Stored(NamedTuple):
    """What the store holds of a table, behind what was known of it."""

    row: GameRow
    entries: list[Entry]
    deadline: float | None
    elsewhere: frozenset[str]
    blocks: dict[str, frozenset[str]]


class House:
    """A running server, perhaps one of many on the same database."""

    def __init__(self, settings: Settings, database: Database, build: str) -> None:
        self.name = secrets.token_hex(8)
        """What the other processes know this one by."""
        self.settings = settings
        self.database = database
        self.build = build
        self.metrics = Metrics()
        self.workers = Workers(settings.bot_workers, settings.bot_ms)
        self.hints = Workers(1, settings.bot_ms)
        """Who asks for a hint does not wait for the bots of all tables."""
        self.news = news_by(settings.redis_url)
        self.log: structlog.stdlib.BoundLogger = structlog.get_logger("cafe")
        self.ending = asyncio.Event()
        self.due_soon = asyncio.Event()
        """Set when something became due, perhaps earlier than what was waited for."""
        self.ahead = 0.0
        """Seconds by which the database's clock is ahead of this process's."""
        self.noted = time.monotonic()
        """When the store last noted that this process runs."""
        self.moved: set[str] = set()
        """Tables where somebody came or went, which the other processes do not know yet."""
        self.moving = asyncio.Event()
        self.sockets: Counter[str] = Counter()
        """How many each person has open here."""
        self.heard: OrderedDict[int, None] = OrderedDict()
        """Numbers of what was said and has been told here."""
        self.request_rates = Rates(settings.requests_a_second, 3 * settings.requests_a_second)
        self.command_rates = Rates(settings.commands_a_second, 3 * settings.commands_a_second)
        self.new_people = Rates(settings.people_an_hour / 3600, settings.people_an_hour)
        self.talk_rates = Rates(0.5, 5)
        self._tables: OrderedDict[str, OpenTable] = OrderedDict()
        self._opening: dict[str, asyncio.Task[OpenTable | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        database.writer.watch = self.metrics.batch.observe

    def now(self) -> float:
        """The database's time: the same one for all processes."""
        return time.time() + self.ahead

    def link(self, table: str) -> str:
        """The short link of a table."""
        return f"{self.settings.address}/t/{table}"

    def open_table(self, name: str) -> OpenTable | None:
        """A table that is in memory."""
        return self._tables.get(name)

    def visited(self) -> list[OpenTable]:
        """The tables where somebody is through this process."""
        return [table for table in self._tables.values() if table.readers]

    def people_at(self, name: str) -> frozenset[str]:
        """Who is at a table through this process."""
        table = self._tables.get(name)
        return frozenset() if table is None else frozenset(reader.person.id for reader in table.readers)

    def readers(self) -> list[Reader]:
        """Every socket of this process."""
        return [reader for table in self._tables.values() for reader in table.readers]

    def hang_up(self, reader: Reader) -> None:
        """One socket less of a person."""
        self.sockets[reader.person.id] -= 1
        if not self.sockets[reader.person.id]:
            del self.sockets[reader.person.id]

    async def table(self, name: str) -> OpenTable:
        """The table of that id as it is now, from memory or from the store; Refused if there is none."""
        found = self._tables.get(name)
        if found is not None:
            self._tables.move_to_end(name)
            if self.database.shared:
                async with found.lock:
                    await self.catch_up(found)
        elif name.isascii() and name.isalnum():
            if name not in self._opening:
                self._opening[name] = asyncio.create_task(self._open(name))
            found = await asyncio.shield(self._opening[name])
        if found is None:
            raise Refused("missing", "expected the id of a table; there is none of that id")
        return self._tables.setdefault(name, found)

    async def _open(self, name: str) -> OpenTable | None:
        try:
            stored = await self.database.look(self._stored(name, 0, ()))
            if stored is None:
                return None
            self._tables[name] = table = OpenTable(stored.row)
            table.take(stored.row, stored.entries, stored.deadline, stored.elsewhere)
            self._forget_idle()
            self.metrics.tables.set(len(self._tables))
            return table
        finally:
            del self._opening[name]

    def _forget_idle(self) -> None:
        """Drop some of the tables used longest ago where nobody is: the store has them."""
        for _ in range(min(LOOKED_AT, len(self._tables) - MOST_IDLE_TABLES)):
            name, table = next(iter(self._tables.items()))
            if table.readers or table.lock.locked():
                self._tables.move_to_end(name)
            else:
                del self._tables[name]

    async def change(self, table: OpenTable, decide: Callable[[], Work | None]) -> None:
        """Store what `decide` makes of the table as it is, then tell it; nothing if it makes nothing.

        The work names the table's revision. If another process was quicker, it is decided again.
        """
        async with table.lock:
            while (work := decide()) is not None:
                try:
                    await self.database.write(work)
                except Conflict:
                    await self.refresh(table)
                else:
                    await self.refresh(table)
                    self.tell_others(table)
                    return

    async def catch_up(self, table: OpenTable) -> bool:
        """Whether another process has changed the table; it is then read again. Its lock is held."""
        if not self.database.shared:
            return False
        name = table.row.id
        if (await self.database.look(lambda c: rooms.revisions(c, [name]))).get(name) == table.row.revision:
            return False
        await self.refresh(table)
        return True

    async def refresh(self, table: OpenTable) -> None:
        """Take what the store holds now and tell everybody at the table. Its lock is held."""
        known = 0 if table.game is None else table.game.version
        present = tuple({reader.person.id for reader in table.readers})
        stored = await self.database.look(self._stored(table.row.id, known, present))
        if stored is None:
            self._close(table)
            raise Refused("missing", "expected the id of a table; there is none of that id any more")
        shown = table.shown
        news = table.take(stored.row, stored.entries, stored.deadline, stored.elsewhere)
        self._send_away(table)
        changed = []
        for reader in table.readers:
            blocked = stored.blocks.get(reader.person.id, frozenset())
            if reader.person.id in present and reader.blocked != blocked:  # who came meanwhile knows it
                reader.blocked = blocked
                changed.append(reader)
        if len(news) == 1:
            before, step = news[0]
            table.tell_turn(before, step.events, step.faces, before.state.player, step.entry.at)
        self.tell_table(table, changed if table.shown == shown else table.readers)
        if table.game is None:
            return
        for reader in table.readers:
            if reader.version != table.game.version:
                table.tell_view(reader, self.now())

    def _stored(
        self, name: str, known: int, present: tuple[str, ...]
    ) -> Callable[[Connection], Stored | None]:
        shared = self.database.shared

        def work(connection: Connection) -> Stored | None:
            row = rooms.find(connection, name)
            if row is None:
                return None
            return Stored(
                row,
                log.entries(connection, name, known) if row.version > known else [],
                log.deadline(connection, name),
                processes.elsewhere(connection, self.name, [name])[name] if shared else frozenset(),
                people.blocks(connection, present),
            )

        return work

    def _send_away(self, table: OpenTable) -> None:
        """Let those go who sat here and may not look on now that they do not."""
        for reader in [reader for reader in table.readers if not table.may_watch(reader.person.id)]:
            table.readers.discard(reader)
            reader.end(NO_SPECTATORS)

    def _close(self, table: OpenTable) -> None:
        """Send everybody away from a table that is not in the store any more."""
        self._tables.pop(table.row.id, None)
        for reader in table.readers:
            reader.end()

    async def reread(self, name: str) -> None:
        """Something about a table was changed: read it again, here and in the other processes."""
        table = self._tables.get(name)
        if table is not None:
            async with table.lock:
                await self.refresh(table)
        self.news.tell(Note("changed", name, 0))

    def tell_others(self, table: OpenTable) -> None:
        """Tell the other processes at which revision a table is."""
        self.news.tell(Note("changed", table.row.id, table.row.revision))

    def tell_table(self, table: OpenTable, readers: Iterable[Reader]) -> None:
        """Send these readers the table as it is now."""
        table.tell(readers, self.link(table.row.id))

    def move(self, table: OpenTable) -> None:
        """Somebody came to a table or left it: tell soon who is there, once for all who move meanwhile.

        The more there are to be told, the longer that waits: in a crowd many come and go.
        """
        if not table.stirring:
            table.stirring = True
            wait = max(SOON, SOON_EACH * len(table.readers))
            asyncio.get_running_loop().call_later(wait, self._tell_moved, table)
        if self.database.shared:
            self.moved.add(table.row.id)
            self.moving.set()

    def _tell_moved(self, table: OpenTable) -> None:
        table.stirring = False
        self.tell_table(table, table.readers)

    def move_everybody(self) -> None:
        """Tell the other processes anew who is here."""
        if self.database.shared:
            self.moved |= {table.row.id for table in self.visited()}
            self.moving.set()

    def is_new_word(self, number: int) -> bool:
        """Whether something said has not been told here yet; from now on it has."""
        if number in self.heard:
            return False
        self.heard[number] = None
        if len(self.heard) > MOST_HEARD:
            self.heard.popitem(last=False)
        return True

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside everything else; the store may fail meanwhile, the next look makes it good."""

        async def run() -> None:
            try:
                await work
            except (StoreError, Refused) as error:
                self.log.error("not done", reason=str(error))
            except Exception:  # nobody awaits this task: what went wrong would be lost
                self.log.exception("failed")

        task = asyncio.create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def wait(self, seconds: float | None, event: asyncio.Event | None = None) -> None:
        """Wait so long, or until the event, or until the server ends."""
        waits = [asyncio.create_task(e.wait()) for e in (event, self.ending) if e is not None]
        try:
            await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waits:
                task.cancel()

    def end_sockets(self) -> None:
        """Let every socket close; clients come back to the next server."""
        self.ending.set()
        for reader in self.readers():
            reader.end()

    async def close(self) -> None:
        """End the bots, then the store."""
        await self.workers.close()
        await self.hints.close()
        await self.database.close()
