"""A server's inside without the network: a real database, a table, readers that keep what they are told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import msgspec

from cafe.server.live.socket import answer_message
from cafe.server.rooms.client import Reader
from cafe.server.rooms.house import House
from cafe.server.rooms.room import OpenTable, TableSettings
from cafe.server.settings import Settings
from cafe.server.turn.start import Start
from cafe.store import people, rooms
from cafe.store.database import Database
from cafe.store.people import Person
from cafe.store.rooms import GameRow, SeatRow
from tests.server.process import LIMIT

GENEROUS = Settings(bot_pause_ms=0, commands_a_second=100_000, requests_a_second=100_000)


@asynccontextmanager
async def open_house(url: str, settings: Settings = GENEROUS) -> AsyncIterator[House]:
    """A house on a new database."""
    database = await Database.open(url)
    house = House(settings, database, "test")
    try:
        yield house
    finally:
        await house.close()


class KeepingReader(Reader):
    """Keeps every message it is sent."""

    def __init__(self, person: Person) -> None:
        super().__init__(person)
        self.kept: list[dict[str, Any]] = []
        self._news = asyncio.Event()

    def send(self, message: bytes) -> None:
        self.kept.append(json.loads(message))
        self._news.set()

    async def until(self, what: Callable[[], bool]) -> None:
        """Wait until something is true, looking whenever a message comes."""
        async with asyncio.timeout(LIMIT):
            while not what():
                self._news.clear()
                await self._news.wait()


class Company:
    """A table with one person a seat, and a spectator."""

    def __init__(self, house: House, table: OpenTable, readers: list[KeepingReader]) -> None:
        self.house = house
        self.table = table
        self.readers = readers
        self._number = 0

    async def ask(self, place: int, kind: str, **more: Any) -> dict[str, Any]:
        """A command of the person on a seat; the answer."""
        self._number += 1
        command = msgspec.json.encode({"type": kind, "id": f"c{self._number}", **more})
        reader = self.readers[place]
        answer = await answer_message(self.house, self.table, reader, command)
        reader.send(msgspec.json.encode(answer))
        return reader.kept[-1]


async def gather(house: House, start: Start, settings: TableSettings, players: int) -> Company:
    """Seat people around a game with this beginning; the last reader is a spectator."""
    found = []
    for index in range(players + 1):
        person, _ = await house.database.write(partial(people.add, name=f"P{index}", now=1.0))
        found.append(person)
    seats = tuple(SeatRow(place, "person", found[place].id) for place in range(players))
    text = msgspec.json.encode(settings).decode()
    row = GameRow(
        "table", "invite", found[0].id, "open", text, False, 1.0, 1.0, 0, None, None, None, None, seats
    )
    await house.database.write(lambda c: rooms.add(c, row))
    begun = msgspec.json.encode(start).decode()
    mover = start.state(settings.rules(), players).player
    await house.database.write(lambda c: rooms.start(c, "table", 0, begun, None, 0, mover, 1.0))
    table = await house.table("table")
    readers = [KeepingReader(person) for person in found]
    for reader in readers:
        table.readers.add(reader)
        table.tell_view(reader, house.now())
    return Company(house, table, readers)
