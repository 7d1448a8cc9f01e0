"""What the server clears away by itself, and what it keeps."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, func, select, update

from cafe.server.cluster.retention import DAY, clear_away
from cafe.server.rooms.server_parts import ServerParts
from cafe.store import people, rooms, talk
from cafe.store.rows import Person, RoomRow, SeatRow
from cafe.store.schema import credential, game, person
from tests.server.house import GENEROUS, open_house


async def add_person(house: ServerParts, name: str, days: float) -> Person:
    """Somebody who was last here this many days ago."""
    then = house.process.now() - days * DAY
    found, _ = await house.database.write(partial(people.add, name=name, now=then))
    return found


async def add_room(house: ServerParts, name: str, host: Person, status: str, days: float) -> None:
    """A room that nobody has changed for this many days."""
    then = house.process.now() - days * DAY
    seats = (SeatRow(0, "person", host.id), SeatRow(1, "local", host.id, "Ben"))
    row = RoomRow(name, "invite", host.id, status, "{}", False, then, then, 0, None, None, None, None, seats)
    await house.database.write(lambda c: rooms.add(c, row))


def states(connection: Connection) -> dict[str, str]:
    return {row.id: row.status for row in connection.execute(select(game.c.id, game.c.status))}


def key_of(connection: Connection, who: str) -> str:
    return str(connection.scalar(select(credential.c.hash).where(credential.c.person == who)))


def misbehave(connection: Connection, who: str, reporter: str) -> None:
    """Say something in one room and be reported in another."""
    talk.add_message(connection, "over-800", 1.0, who, None, "hi", None)
    talk.add_report(connection, "reported", 1.0, reporter, who, "rude")


def make_old(connection: Connection, created: float) -> None:
    for table in (person, credential):
        connection.execute(update(table).values(created=created))


def names(connection: Connection) -> set[str]:
    return set(connection.scalars(select(person.c.name)))


async def test_old_rooms_codes_and_people_go_and_all_others_stay(tmp_path: Path) -> None:
    async with open_house(f"sqlite:///{tmp_path / 'cafe.db'}") as house:
        host = await add_person(house, "host of games", 800)
        for name, status, days in (
            ("closed-91", "closed", 91),
            ("closed-89", "closed", 89),
            ("open-91", "open", 91),
            ("reported", "closed", 91),
            ("running-364", "running", 364),
            ("running-366", "running", 366),
            ("over-800", "over", 800),
        ):
            await add_room(house, name, host, status, days)
        for name, days in (("long gone", 366), ("new", 364), ("seen", 366), ("banned", 366), ("talker", 366)):
            who = await add_person(house, name, days)
            if name == "seen":
                key = await house.database.read(partial(key_of, who=who.id))
                await house.database.write(partial(people.note_seen, key=key, now=house.process.now()))
            if name == "banned":
                await house.database.write(partial(people.ban, who=who.id, banned=True))
            if name == "talker":
                await house.database.write(partial(misbehave, who=who.id, reporter=host.id))
        await clear_away(house)
        assert await house.database.read(states) == {
            "closed-89": "closed",
            "reported": "closed",
            "running-364": "running",
            "running-366": "closed",
            "over-800": "over",
        }
        assert await house.database.read(names) == {"host of games", "new", "seen", "banned", "talker"}


async def test_nothing_goes_where_the_host_keeps_it_for_ever(tmp_path: Path) -> None:
    for_ever = replace(GENEROUS, keep_tables_days=0, abandoned_after_days=0, keep_people_days=0)
    async with open_house(f"sqlite:///{tmp_path / 'cafe.db'}", for_ever) as house:
        host = await add_person(house, "Anna", 4000)
        await add_person(house, "Ben", 4000)
        await add_room(house, "closed", host, "closed", 4000)
        await add_room(house, "running", host, "running", 4000)
        await clear_away(house)
        assert await house.database.read(states) == {"closed": "closed", "running": "running"}
        assert await house.database.read(names) == {"Anna", "Ben"}


async def test_more_than_one_transaction_takes(tmp_path: Path) -> None:
    async with open_house(f"sqlite:///{tmp_path / 'cafe.db'}") as house:
        for number in range(250):
            await add_person(house, f"P{number}", 0)
        long_ago = house.process.now() - 400 * DAY
        await house.database.write(partial(make_old, created=long_ago))
        await clear_away(house)
        assert await house.database.read(lambda c: c.scalar(select(func.count()).select_from(person))) == 0
