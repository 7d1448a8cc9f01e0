"""Turns that are stored together: as if one came after the other, and each may fail alone."""

from __future__ import annotations

import asyncio
from functools import partial

from msgspec.structs import replace
from sqlalchemy import Connection, select

from cafe.store import log, people, rooms
from cafe.store.batch_append import AppendTurn, append_all
from cafe.store.database import Database
from cafe.store.errors import Conflict
from cafe.store.rows import Due, Entry, RoomRow, SeatRow
from cafe.store.schema import due


def add_games(connection: Connection, count: int) -> None:
    host, _ = people.add(connection, "Anna", 1.0)
    for number in range(count):
        seats = (SeatRow(0, "person", host.id),)
        row = RoomRow(
            f"g{number}", "i", host.id, "open", "{}", True, 1.0, 1.0, 0, None, None, None, None, seats
        )
        rooms.add(connection, row)
        rooms.start(connection, row.id, row.revision, "{}", None, 0, 0, 1.0)


def turn(number: int, version: int, revision: int, command: str = "") -> AppendTurn:
    """A turn with quotes, a long fraction and a letter that is not ASCII in it."""
    text = '[{"type":"seat","as":"é"}]'
    entry = Entry(version, "turn", 5.1 / 3, 0.1, 2, "anna", command or f"c{version}", text)
    dues = (Due(f"g{number}", "bot", version, 7.5),) if number % 2 else ()
    return AppendTurn(f"g{number}", revision, entry, 3, False, dues)


async def test_turns_stored_together_are_what_turns_stored_singly_are(database_url: str) -> None:
    database = await Database.open(database_url)
    await database.write(lambda c: add_games(c, 6))
    rows = await database.read(lambda c: [rooms.find(c, f"g{number}") for number in range(6)])
    first = [turn(number, 1, row.revision) for number, row in enumerate(rows) if row is not None]
    await database.write(lambda c: append_all(c, first))  # at once, without the way for each alone
    later = [turn(number, 2, new.revision + 1) for number, new in enumerate(first)]
    wrong = [
        turn(0, 2, 77),
        turn(1, 3, first[1].revision + 1),
        turn(2, 2, first[2].revision + 1, command="c1"),
    ]
    found = await asyncio.gather(*map(database.write, (*wrong, *later)), return_exceptions=True)
    assert [type(answer) for answer in found] == [Conflict] * 3 + [type(None)] * 6
    for old, new in zip(first, later, strict=True):
        assert await database.read(partial(log.entries, name=new.game)) == [old.entry, new.entry]
        row = await database.read(partial(rooms.find, name=new.game))
        assert row is not None
        assert (row.version, row.revision, row.mover, row.status) == (2, new.revision + 1, 3, "running")
        assert row.changed == new.entry.at
    waiting = await database.read(lambda c: c.execute(select(due.c.game, due.c.version)).all())
    assert sorted(tuple(item) for item in waiting) == [("g1", 2), ("g3", 2), ("g5", 2)]
    await database.write(replace(turn(0, 3, later[0].revision + 1), over=True, mover=None))
    over = await database.read(lambda c: rooms.find(c, "g0"))
    assert over is not None
    assert (over.status, over.mover) == ("over", None)
    await database.close()
