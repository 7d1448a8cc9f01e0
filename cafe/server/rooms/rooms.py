"""The rooms in memory: loaded on request, changed in one way, and sent to everybody there."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import partial

from sqlalchemy import Connection

from cafe.server.errors import Refused
from cafe.server.rooms.bot_streams import BotStreams
from cafe.server.rooms.bus import Bus, Notice
from cafe.server.rooms.client import Client
from cafe.server.rooms.loading import StoredRoomState, load
from cafe.server.rooms.metrics import Metrics
from cafe.server.rooms.process import Process
from cafe.server.rooms.room import Room
from cafe.server.settings import Settings
from cafe.server.turn.errors import NotPossible
from cafe.server.turn.new_turn import Moment, NewTurn
from cafe.store import crash_points
from cafe.store.batch_append import AppendTurn
from cafe.store.database import Database
from cafe.store.errors import Conflict
from cafe.store.group_commit import Work
from cafe.store.rooms import count_bots_alone, revisions

MOST_IDLE_ROOMS = 1000
"""Up to this many rooms, those without a socket stay in memory."""
NO_SPECTATORS = (4403, "this table is closed to spectators")
REREAD_PAUSE = 0.02
AT_ONCE = 5
"""In how many rooms something new about a person is shown at once; the others follow one by one."""
LOOKED_AT = 8
"""How many rooms are considered for dropping whenever one is opened, however many there are."""


class Rooms:
    """All rooms that this process has in memory, and the one way in which they change."""

    def __init__(
        self,
        settings: Settings,
        process: Process,
        database: Database,
        bus: Bus,
        metrics: Metrics,
        bot_streams: BotStreams,
    ) -> None:
        self.process = process
        self.metrics = metrics
        self.bot_streams = bot_streams
        self.due_soon = asyncio.Event()
        """Set when something became due, perhaps earlier than expected."""
        self._settings = settings
        self._database = database
        self._bus = bus
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._to_reread: dict[str, None] = {}
        """Rooms that will be reloaded, one after another."""
        self._opening: dict[str, asyncio.Task[Room | None]] = {}

    def link(self, room: str) -> str:
        """The short link of a room."""
        return f"{self._settings.address}/t/{room}"

    def in_memory(self, name: str) -> Room | None:
        """A room that is in memory."""
        return self._rooms.get(name)

    def visited(self) -> list[Room]:
        """The rooms where somebody is through this process."""
        return [room for room in self._rooms.values() if room.clients]

    def people_in(self, name: str) -> frozenset[str]:
        """Who is in a room through this process."""
        room = self._rooms.get(name)
        return frozenset() if room is None else frozenset(client.person.id for client in room.clients)

    async def bots_alone(self, host: str) -> int:
        """How many running games of this host nobody plays in but bots."""
        return await self._database.read_inline(lambda c: count_bots_alone(c, host))

    def clients(self) -> list[Client]:
        """Every socket of this process."""
        return [client for room in self._rooms.values() for client in room.clients]

    async def get(self, name: str) -> Room:
        """The current room of that id, from memory or from the store; raises Refused if there is none."""
        found = self._rooms.get(name)
        if found is not None:
            self._rooms.move_to_end(name)
            if self._database.shared:
                async with found.lock:
                    await self.catch_up(found)
        elif name.isascii() and name.isalnum():
            if name not in self._opening:
                self._opening[name] = asyncio.create_task(self._open(name))
            found = await asyncio.shield(self._opening[name])
        if found is None:
            raise Refused("missing", "expected the id of a table; there is none with that id")
        return self._rooms.setdefault(name, found)

    async def _open(self, name: str) -> Room | None:
        try:
            stored = await self._database.read_inline(self._load(name, 0, ()))
            if stored is None:
                return None
            self._rooms[name] = room = Room(stored.row, self.process.now())
            room.elsewhere, room.host_name = stored.elsewhere, stored.host_name
            room.read(stored.row, stored.entries, stored.deadline)
            self._forget_idle()
            self.metrics.rooms.set(len(self._rooms))
            return room
        finally:
            del self._opening[name]

    def _forget_idle(self) -> None:
        """Drop some of the least recently used rooms with nobody in them: the store has them."""
        for _ in range(min(LOOKED_AT, len(self._rooms) - MOST_IDLE_ROOMS)):
            name, room = next(iter(self._rooms.items()))
            if room.clients or room.lock.locked():
                self._rooms.move_to_end(name)
            else:
                del self._rooms[name]

    def moment(self) -> Moment:
        """Now, and when a bot that moves next will move."""
        now = self.process.now()
        return Moment(now, now + self._settings.bot_pause_ms / 1000)

    async def change(self, room: Room, decide: Callable[[], Work | NewTurn | None]) -> bool:
        """Carry out a change: judge it, store it, update memory, send it; returns whether it was made.

        `decide` judges the room as it is and returns what to store, which names the room's revision. If
        another process was faster, or did something that a refusal did not take into account, it decides
        again.
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
                    await self._database.write(_append(decided) if isinstance(decided, NewTurn) else decided)
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
        """Apply a turn that was just stored, and send it. The room's lock is held."""
        ((before, step),) = room.take(turn.row, (turn.step,), turn.deadline)
        by_bot = step.entry.person is None
        (self.metrics.bot_turns if by_bot else self.metrics.person_turns).inc()
        crash_points.reach("before-publishing")
        room.tell_turn(before, step)
        if turn.row.status == "over":
            self.tell_room(room, room.clients)
        if turn.dues:
            self.due_soon.set()

    async def catch_up(self, room: Room) -> bool:
        """Whether another process has changed the room; if so, it is reloaded. Its lock is held."""
        if not self._database.shared:
            return False
        name = room.row.id
        if (await self._database.read_inline(lambda c: revisions(c, [name]))).get(name) == room.row.revision:
            return False
        await self.refresh(room)
        return True

    async def refresh(self, room: Room) -> None:
        """Load the room from the store and send it to everybody there. Its lock is held."""
        known = 0 if room.game is None else room.game.version
        present = tuple({client.person.id for client in room.clients})
        stored = await self._database.read_inline(self._load(room.row.id, known, present))
        if stored is None:
            self._close(room)
            raise Refused("missing", "expected the id of a table; there is no longer one with that id")
        shown = room.shown
        room.elsewhere, room.host_name = stored.elsewhere, stored.host_name
        taken = room.read(stored.row, stored.entries, stored.deadline)
        self._send_away(room)
        changed = []
        for client in room.clients:
            blocked = stored.blocks.get(client.person.id, frozenset())
            if client.person.id in present and client.blocked != blocked:  # people who came meanwhile have it
                client.blocked = blocked
                changed.append(client)
        if len(taken) == 1:
            room.tell_turn(*taken[0])
        self.tell_room(room, changed if room.shown == shown else room.clients)
        if room.game is None:
            return
        for client in room.clients:
            player = room.viewpoint(client.person.id)  # another one's, when somebody on the screen gave up
            if client.version != room.game.version or client.player != player:
                room.tell_view(client, self.process.now())

    def _load(
        self, name: str, known: int, present: tuple[str, ...]
    ) -> Callable[[Connection], StoredRoomState | None]:
        process = self.process.name if self._database.shared else None
        return partial(load, name=name, known=known, present=present, process=process)

    def _send_away(self, room: Room) -> None:
        """Disconnect people who gave up their seat here and may not watch."""
        for client in [client for client in room.clients if not room.may_watch(client.person.id)]:
            room.clients.discard(client)
            client.end(NO_SPECTATORS)

    def _close(self, room: Room) -> None:
        """Disconnect everybody from a room that is no longer in the store."""
        self._rooms.pop(room.row.id, None)
        for client in room.clients:
            client.end()

    async def reread(self, name: str) -> None:
        """Something about a room was changed: reload it, here and in the other processes."""
        room = self._rooms.get(name)
        if room is not None:
            async with room.lock:
                await self.refresh(room)
        self.bot_streams.room_changed(name)
        self._bus.publish(Notice("changed", name, 0))

    def move_time(self, seconds: float) -> None:
        """The clock was changed by this much: all known times move with it."""
        for room in self._rooms.values():
            room.move_time(seconds)

    async def reread_many(self, names: Iterable[str]) -> None:
        """Read rooms again because of something about a person: the first few at once, the others later."""
        all_names = list(dict.fromkeys(names))
        for name in all_names[:AT_ONCE]:
            await self.reread(name)
        self.reread_later(all_names[AT_ONCE:])

    def reread_later(self, names: Iterable[str]) -> None:
        """Reload many rooms, yielding to others in between; one that is waiting is not reloaded twice."""
        idle = not self._to_reread
        self._to_reread.update(dict.fromkeys(names))
        if idle and self._to_reread:
            self.process.spawn(self._reread_waiting())

    async def _reread_waiting(self) -> None:
        while self._to_reread:
            name = next(iter(self._to_reread))
            try:
                await self.reread(name)
            finally:
                self._to_reread.pop(name, None)
            await self.process.wait(REREAD_PAUSE)

    def tell_others(self, room: Room) -> None:
        """Notify bot accounts and the other processes that a room has a new revision."""
        self.bot_streams.room_changed(room.row.id)
        self._bus.publish(Notice("changed", room.row.id, room.row.revision))

    def tell_room(self, room: Room, clients: Iterable[Client]) -> None:
        """Send these clients the room as it is now."""
        room.tell(clients, self.link(room.row.id))


def _append(turn: NewTurn) -> AppendTurn:
    row = turn.row
    return AppendTurn(row.id, turn.revision, turn.step.entry, row.mover, row.status == "over", turn.dues)
