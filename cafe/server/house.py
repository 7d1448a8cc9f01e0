"""Everything that a running server shares: settings, store, tables in memory, bots, numbers."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable

import structlog
from sqlalchemy import Connection

from cafe.protocol import messages as msg
from cafe.server.errors import Refused
from cafe.server.limits import Rates
from cafe.server.metrics import Metrics
from cafe.server.settings import Settings
from cafe.server.table import OpenTable, encode
from cafe.server.workers import Workers
from cafe.store import games, log
from cafe.store.database import Database
from cafe.store.games import GameRow
from cafe.store.log import Entry

Stored = tuple[GameRow, list[Entry], float | None]
MOST_IDLE_TABLES = 1000
"""Tables without a socket that stay in memory."""


class House:
    """A running server."""

    def __init__(self, settings: Settings, database: Database, build: str) -> None:
        self.settings = settings
        self.database = database
        self.build = build
        self.metrics = Metrics()
        self.workers = Workers(settings.bot_workers, settings.bot_ms)
        self.log: structlog.stdlib.BoundLogger = structlog.get_logger("cafe")
        self.ending = asyncio.Event()
        self.due_soon = asyncio.Event()
        """Set when something became due, perhaps earlier than what was waited for."""
        self.request_rates = Rates(settings.requests_a_second, 3 * settings.requests_a_second)
        self.command_rates = Rates(settings.commands_a_second, 3 * settings.commands_a_second)
        self.new_people = Rates(settings.people_an_hour / 3600, settings.people_an_hour)
        self.talk_rates = Rates(0.5, 5)
        self._tables: OrderedDict[str, OpenTable] = OrderedDict()
        self._opening: dict[str, asyncio.Task[OpenTable | None]] = {}
        database.writer.watch = self.metrics.batch.observe

    def now(self) -> float:
        """The server's time."""
        return time.time()

    def link(self, table: str) -> str:
        """The short link of a table."""
        return f"{self.settings.address}/t/{table}"

    def is_open(self, name: str) -> bool:
        """Whether a table is in memory."""
        return name in self._tables

    async def table(self, name: str) -> OpenTable:
        """The table of that id, from memory or from the store; Refused if there is none."""
        found = self._tables.get(name)
        if found is None:
            if name not in self._opening:
                self._opening[name] = asyncio.create_task(self._open(name))
            found = await asyncio.shield(self._opening[name])
        if found is None:
            raise Refused("missing", "expected the id of a table; there is none of that id")
        if name in self._tables:
            self._tables.move_to_end(name)
        return found

    async def _open(self, name: str) -> OpenTable | None:
        try:
            stored = await self.database.read(_stored(name))
            if stored is None:
                return None
            self._tables[name] = table = OpenTable(*stored)
            self._forget_idle()
            self.metrics.tables.set(len(self._tables))
            return table
        finally:
            del self._opening[name]

    def _forget_idle(self) -> None:
        """Drop the tables used longest ago if nobody is there: the store has them."""
        for name, table in list(self._tables.items()):
            if len(self._tables) <= MOST_IDLE_TABLES:
                return
            if not table.readers and not table.lock.locked():
                del self._tables[name]

    async def refresh(self, table: OpenTable) -> None:
        """Take what the store holds now and tell everybody at the table."""
        stored = await self.database.read(_stored(table.row.id))
        if stored is None:
            raise AssertionError(f"table {table.row.id} is not in the store any more")
        table.load(*stored)
        self.tell_table(table)
        if table.game is None:
            return
        for reader in table.readers:
            if reader.version != table.game.version:
                table.tell_view(reader, self.now())

    def tell_table(self, table: OpenTable) -> None:
        """Send everybody the table as it is now."""
        for reader in table.readers:
            form = table.form(reader.person.id, self.link(table.row.id))
            reader.send(encode(msg.Table(form)))

    def send_away(self, people: frozenset[str]) -> None:
        """End the sockets of people who may not be here any more."""
        for table in self._tables.values():
            for reader in table.readers:
                if reader.person.id in people:
                    reader.end()

    def end_sockets(self) -> None:
        """Let every socket close; clients come back to the next server."""
        self.ending.set()
        for table in self._tables.values():
            for reader in table.readers:
                reader.end()

    async def close(self) -> None:
        """End the bots, then the store."""
        await self.workers.close()
        await self.database.close()


def _stored(name: str) -> Callable[[Connection], Stored | None]:
    def work(connection: Connection) -> Stored | None:
        row = games.find(connection, name)
        if row is None:
            return None
        return row, log.entries(connection, name), log.deadline(connection, name)

    return work
