"""Everything that a running server shares: settings, store, rooms in memory, bots, numbers."""

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
from cafe.server.rooms.bus import Bus, Notice
from cafe.server.rooms.client import Client
from cafe.server.rooms.metrics import Metrics
from cafe.server.rooms.rate_limits import Rates
from cafe.server.rooms.room import Room
from cafe.server.settings import Settings
from cafe.server.turn.draft import NotPossible
from cafe.server.turn.new_turn import Moment, NewTurn
from cafe.store import crash_points, log, people, processes, rooms
from cafe.store.batch_append import AppendTurn
from cafe.store.database import Database
from cafe.store.errors import Conflict, StoreError
from cafe.store.group_commit import Work
from cafe.store.rows import Entry, RoomRow

MOST_IDLE_TABLES = 1000
"""Rooms up to which those without a socket stay in memory."""
NO_SPECTATORS = (4403, "this table is closed to spectators")
SOON, SOON_EACH = 0.1, 0.005
"""Seconds until everybody is told who came or went: at least, and for each who is told."""
LOOKED_AT = 8
"""Rooms that are looked at for one to forget whenever one is opened, however many there are."""
MOST_HEARD = 2000


class Stored(NamedTuple):
    """What the store holds of a room, behind what was known of it."""

    row: RoomRow
    entries: list[Entry]
    deadline: float | None
    elsewhere: frozenset[str]
    blocks: dict[str, frozenset[str]]


class House:
    """A running server, perhaps one of many on the same database."""

    def __init__(self, settings: Settings, database: Database, build: str, bus: Bus) -> None:
        self.name = secrets.token_hex(8)
        """What the other processes know this one by."""
        self.settings = settings
        self.database = database
        self.build = build
        self.metrics = Metrics()
        self.workers = Workers(settings.bot_workers, settings.bot_ms)
        self.hints = Workers(1, settings.bot_ms)
        """Who asks for a hint does not wait for the bots of all rooms."""
        self.bus = bus
        self.log: structlog.stdlib.BoundLogger = structlog.get_logger("cafe")
        self.ending = asyncio.Event()
        self.due_soon = asyncio.Event()
        """Set when something became due, perhaps earlier than what was waited for."""
        self.ahead = 0.0
        """Seconds by which the database's clock is ahead of this process's."""
        self.noted = time.monotonic()
        """When the store last noted that this process runs."""
        self.moved: set[str] = set()
        """Rooms where somebody came or went, which the other processes do not know yet."""
        self.moving = asyncio.Event()
        self.sockets: Counter[str] = Counter()
        """How many each person has open here."""
        self.heard: OrderedDict[int, None] = OrderedDict()
        """Numbers of what was said and has been told here."""
        self.request_rates = Rates(settings.requests_a_second, 3 * settings.requests_a_second)
        self.command_rates = Rates(settings.commands_a_second, 3 * settings.commands_a_second)
        self.new_people = Rates(settings.people_an_hour / 3600, settings.people_an_hour)
        self.talk_rates = Rates(0.5, 5)
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Room | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        database.writer.on_batch = self.metrics.batch.observe

    def now(self) -> float:
        """The database's time: the same one for all processes."""
        return time.time() + self.ahead

    def link(self, room: str) -> str:
        """The short link of a room."""
        return f"{self.settings.address}/t/{room}"

    def room_in_memory(self, name: str) -> Room | None:
        """A room that is in memory."""
        return self._rooms.get(name)

    def visited(self) -> list[Room]:
        """The rooms where somebody is through this process."""
        return [room for room in self._rooms.values() if room.clients]

    def people_at(self, name: str) -> frozenset[str]:
        """Who is in a room through this process."""
        room = self._rooms.get(name)
        return frozenset() if room is None else frozenset(client.person.id for client in room.clients)

    def clients(self) -> list[Client]:
        """Every socket of this process."""
        return [client for room in self._rooms.values() for client in room.clients]

    def hang_up(self, client: Client) -> None:
        """One socket less of a person."""
        self.sockets[client.person.id] -= 1
        if not self.sockets[client.person.id]:
            del self.sockets[client.person.id]

    async def room(self, name: str) -> Room:
        """The room of that id as it is now, from memory or from the store; Refused if there is none."""
        found = self._rooms.get(name)
        if found is not None:
            self._rooms.move_to_end(name)
            if self.database.shared:
                async with found.lock:
                    await self.catch_up(found)
        elif name.isascii() and name.isalnum():
            if name not in self._opening:
                self._opening[name] = asyncio.create_task(self._open(name))
            found = await asyncio.shield(self._opening[name])
        if found is None:
            raise Refused("missing", "expected the id of a table; there is none of that id")
        return self._rooms.setdefault(name, found)

    async def _open(self, name: str) -> Room | None:
        try:
            stored = await self.database.read_inline(self._stored(name, 0, ()))
            if stored is None:
                return None
            self._rooms[name] = room = Room(stored.row)
            room.elsewhere = stored.elsewhere
            room.read(stored.row, stored.entries, stored.deadline)
            self._forget_idle()
            self.metrics.rooms.set(len(self._rooms))
            return room
        finally:
            del self._opening[name]

    def _forget_idle(self) -> None:
        """Drop some of the rooms used longest ago where nobody is: the store has them."""
        for _ in range(min(LOOKED_AT, len(self._rooms) - MOST_IDLE_TABLES)):
            name, room = next(iter(self._rooms.items()))
            if room.clients or room.lock.locked():
                self._rooms.move_to_end(name)
            else:
                del self._rooms[name]

    def moment(self) -> Moment:
        """Now, and when a bot that is to move next does."""
        now = self.now()
        return Moment(now, now + self.settings.bot_pause_ms / 1000)

    async def change(self, room: Room, decide: Callable[[], Work | NewTurn | None]) -> bool:
        """Take a change through: judge it, store it, take it into memory, tell it; whether it was made.

        `decide` judges the room as it is and makes what to store, which names the room's revision. If another
        process was quicker, or did something that a refusal did not know of, it decides again.
        """
        async with room.lock:
            while True:
                try:
                    decided = decide()
                except (Refused, NotPossible):
                    if await self.catch_up(room):
                        continue
                    raise
                if decided is None:
                    if await self.catch_up(room):
                        continue
                    return False
                try:
                    await self.database.write(_append(decided) if isinstance(decided, NewTurn) else decided)
                except Conflict:
                    await self.refresh(room)
                    continue
                if isinstance(decided, NewTurn):
                    self._take_turn(room, decided)
                else:
                    await self.refresh(room)
                    self.due_soon.set()
                self.tell_others(room)
                return True

    def _take_turn(self, room: Room, turn: NewTurn) -> None:
        """Take a turn that was stored just now, and tell it. The room's lock is held."""
        ((before, step),) = room.take(turn.row, (turn.step,), turn.deadline)
        self.metrics.turns["bot" if step.entry.person is None else "person"] += 1
        crash_points.reach("before-publishing")
        room.tell_turn(before, step, turn.event_forms)
        if turn.row.status == "over":
            self.tell_room(room, room.clients)
        if turn.dues:
            self.due_soon.set()

    async def catch_up(self, room: Room) -> bool:
        """Whether another process has changed the room; it is then read again. Its lock is held."""
        if not self.database.shared:
            return False
        name = room.row.id
        if (await self.database.read_inline(lambda c: rooms.revisions(c, [name]))).get(
            name
        ) == room.row.revision:
            return False
        await self.refresh(room)
        return True

    async def refresh(self, room: Room) -> None:
        """Take what the store holds now and tell everybody in the room. Its lock is held."""
        known = 0 if room.game is None else room.game.version
        present = tuple({client.person.id for client in room.clients})
        stored = await self.database.read_inline(self._stored(room.row.id, known, present))
        if stored is None:
            self._close(room)
            raise Refused("missing", "expected the id of a table; there is none of that id any more")
        shown = room.shown
        room.elsewhere = stored.elsewhere
        taken = room.read(stored.row, stored.entries, stored.deadline)
        self._send_away(room)
        changed = []
        for client in room.clients:
            blocked = stored.blocks.get(client.person.id, frozenset())
            if client.person.id in present and client.blocked != blocked:  # who came meanwhile knows it
                client.blocked = blocked
                changed.append(client)
        if len(taken) == 1:
            room.tell_turn(*taken[0])
        self.tell_room(room, changed if room.shown == shown else room.clients)
        if room.game is None:
            return
        for client in room.clients:
            if client.version != room.game.version:
                room.tell_view(client, self.now())

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
                processes.people_elsewhere(connection, self.name, [name])[name] if shared else frozenset(),
                people.blocks(connection, present),
            )

        return work

    def _send_away(self, room: Room) -> None:
        """Let those go who sat here and may not look on now that they do not."""
        for client in [client for client in room.clients if not room.may_watch(client.person.id)]:
            room.clients.discard(client)
            client.end(NO_SPECTATORS)

    def _close(self, room: Room) -> None:
        """Send everybody away from a room that is not in the store any more."""
        self._rooms.pop(room.row.id, None)
        for client in room.clients:
            client.end()

    async def reread(self, name: str) -> None:
        """Something about a room was changed: read it again, here and in the other processes."""
        room = self._rooms.get(name)
        if room is not None:
            async with room.lock:
                await self.refresh(room)
        self.bus.publish(Notice("changed", name, 0))

    def tell_others(self, room: Room) -> None:
        """Tell the other processes at which revision a room is."""
        self.bus.publish(Notice("changed", room.row.id, room.row.revision))

    def tell_room(self, room: Room, clients: Iterable[Client]) -> None:
        """Send these clients the room as it is now."""
        room.tell(clients, self.link(room.row.id))

    def move(self, room: Room) -> None:
        """Somebody came to a room or left it: tell soon who is there, once for all who move meanwhile.

        The more there are to be told, the longer that waits: in a crowd many come and go.
        """
        if not room.presence_pending:
            room.presence_pending = True
            wait = max(SOON, SOON_EACH * len(room.clients))
            asyncio.get_running_loop().call_later(wait, self._tell_moved, room)
        if self.database.shared:
            self.moved.add(room.row.id)
            self.moving.set()

    def _tell_moved(self, room: Room) -> None:
        room.presence_pending = False
        self.tell_room(room, room.clients)

    def move_everybody(self) -> None:
        """Tell the other processes anew who is here."""
        if self.database.shared:
            self.moved |= {room.row.id for room in self.visited()}
            self.moving.set()

    def is_new_message(self, number: int) -> bool:
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
        for client in self.clients():
            client.end()

    async def close(self) -> None:
        """End the bots, then the store."""
        await self.workers.close()
        await self.hints.close()
        await self.database.close()


def _append(turn: NewTurn) -> AppendTurn:
    row = turn.row
    return AppendTurn(row.id, turn.revision, turn.step.entry, row.mover, row.status == "over", turn.dues)
