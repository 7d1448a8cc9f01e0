"""A server's inside without the network: a real database, a room, clients that keep what they are sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import msgspec

from cafe.server.live.socket import answer_message
from cafe.server.rooms.bus import Bus
from cafe.server.rooms.client import Client
from cafe.server.rooms.room import Room
from cafe.server.rooms.server_parts import ServerParts
from cafe.server.settings import Settings
from cafe.server.turn.room_settings import RoomSettings
from cafe.server.turn.start import Start
from cafe.store import people, rooms
from cafe.store.database import Database
from cafe.store.rows import Person, RoomRow, SeatRow
from tests.server.process import LIMIT

GENEROUS = Settings(bot_pause_ms=0, commands_a_second=100_000, requests_a_second=100_000)


@asynccontextmanager
async def open_house(url: str, settings: Settings = GENEROUS) -> AsyncIterator[ServerParts]:
    """A house on a new database."""
    database = await Database.open(url)
    house = ServerParts(settings, database, "test", Bus())
    try:
        yield house
    finally:
        await house.close()


class KeepingClient(Client):
    """Keeps every message it is sent."""

    def __init__(self, person: Person) -> None:
        super().__init__(person)
        self.kept: list[dict[str, Any]] = []
        self._news = asyncio.Event()

    def send(self, message: bytes) -> None:
        self.kept.append(json.loads(message))
        self._news.set()

    def latest(self, kind: str) -> dict[str, Any]:
        """The last message of a type, whatever else came after it."""
        return next(message for message in reversed(self.kept) if message["type"] == kind)

    def turn(self, version: int) -> dict[str, Any]:
        """What was sent about the turn that led to this version; nothing until then."""
        told = (message for message in self.kept if message["type"] == "events")
        return next((message for message in told if message["version"] == version), {})

    async def until(self, what: Callable[[], object]) -> None:
        """Wait until something is true, looking whenever a message comes."""
        async with asyncio.timeout(LIMIT):
            while not what():
                self._news.clear()
                await self._news.wait()


class Company:
    """A room with one person a seat, and a spectator."""

    def __init__(self, house: ServerParts, room: Room, clients: list[KeepingClient]) -> None:
        self.house = house
        self.room = room
        self.clients = clients
        self._number = 0

    async def ask(self, place: int, kind: str, **more: Any) -> dict[str, Any]:
        """A command of the person on a seat; the answer."""
        self._number += 1
        command = msgspec.json.encode({"type": kind, "id": f"c{self._number}", **more})
        client = self.clients[place]
        answer = msgspec.json.encode(await answer_message(self.house, self.room, client, command))
        client.send(answer)
        told: dict[str, Any] = json.loads(answer)
        return told


async def gather(house: ServerParts, start: Start, settings: RoomSettings, players: int) -> Company:
    """Seat people around a game with this beginning; the last client is a spectator."""
    found = []
    for index in range(players + 1):
        person, _ = await house.database.write(partial(people.add, name=f"P{index}", now=1.0))
        found.append(person)
    seats = tuple(SeatRow(place, "person", found[place].id) for place in range(players))
    text = msgspec.json.encode(settings).decode()
    row = RoomRow(
        "table", "invite", found[0].id, "open", text, False, 1.0, 1.0, 0, None, None, None, None, seats
    )
    await house.database.write(lambda c: rooms.add(c, row))
    begun = msgspec.json.encode(start).decode()
    mover = start.state(settings.rules(), players).player
    await house.database.write(lambda c: rooms.start(c, "table", 0, begun, None, 0, mover, 1.0))
    room = await house.rooms.get("table")
    clients = [KeepingClient(person) for person in found]
    for client in clients:
        room.clients.add(client)
        room.tell_view(client, house.process.now())
    return Company(house, room, clients)
