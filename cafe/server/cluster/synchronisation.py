"""What other processes and the host did at tables that are open here: heard by Redis, or seen by looking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from sqlalchemy import Connection

from cafe.server.cluster.revocation import look_at
from cafe.server.rooms.bus import Note
from cafe.server.rooms.house import House
from cafe.server.rooms.room import OpenTable
from cafe.server.rooms.talk import tell_word
from cafe.store import processes, rooms, talk
from cafe.store.errors import StoreError

LOOK_SECONDS = 5.0
LOOK_SECONDS_WITHOUT_REDIS = 1.0
MOST_AT_ONCE = 500
LATE_WORDS = 100
"""What was said may be stored in another order than it got its numbers."""
Seen = tuple[dict[str, int], dict[str, frozenset[str]], list[tuple[str, talk.Word]]]


def hear(house: House, note: Note) -> None:
    """Another process did something: read it, if somebody here is at that table."""
    if note.kind == "left":
        house.spawn(look_at(house, note.about))
        return
    table = house.open_table(note.about)
    if table is None or not table.readers:
        return
    if note.kind == "said":
        if note.number not in house.heard:
            house.spawn(_hear_words(house, table, note.number - 1))
    elif not note.number or note.number > table.row.revision:
        house.spawn(_read_again(house, table, note.number))


async def _hear_words(house: House, table: OpenTable, behind: int) -> None:
    for _, word in await house.database.read(lambda c: talk.said_since(c, behind, [table.row.id])):
        tell_word(house, table, word)


async def _read_again(house: House, table: OpenTable, revision: int) -> None:
    async with table.lock:
        if not revision or revision > table.row.revision:
            await house.refresh(table)
            house.due_soon.set()  # whoever changed it may have left something to do


async def keep_looking(house: House) -> None:
    """Look now and then at every table where somebody is, more often while Redis is silent."""
    first = last = await house.database.read(talk.last_said)
    while not house.ending.is_set():
        told = house.news.hears or not house.database.shared
        seconds = LOOK_SECONDS if told else LOOK_SECONDS_WITHOUT_REDIS
        await house.wait(seconds, house.news.turned)
        house.news.turned.clear()
        try:
            for tables in _some_at_once(house.visited()):
                behind = max(first, last - LATE_WORDS)
                last = max(last, await _look(house, tables, behind))
        except StoreError as error:
            house.log.error("the store does not answer", reason=str(error))


def _some_at_once(tables: Sequence[OpenTable]) -> Iterator[Sequence[OpenTable]]:
    for first in range(0, len(tables), MOST_AT_ONCE):
        yield tables[first : first + MOST_AT_ONCE]


async def _look(house: House, tables: Sequence[OpenTable], behind: int) -> int:
    """Compare these tables with the store and read those again that changed; the last number said."""
    names = [table.row.id for table in tables]

    def work(connection: Connection) -> Seen:
        return (
            rooms.revisions(connection, names),
            processes.elsewhere(connection, house.name, names),
            talk.said_since(connection, behind, names),
        )

    revisions, elsewhere, said = await house.database.read(work)
    for table in tables:
        name = table.row.id
        revision = revisions.get(name, 0) if elsewhere[name] == table.elsewhere else 0
        if not revision or revision > table.row.revision:
            await _read_again(house, table, revision)
    for name, word in said:
        table_of_word = house.open_table(name)
        if table_of_word is not None:
            tell_word(house, table_of_word, word)
    return max((word.number for _, word in said), default=0)


async def keep_presence(house: House) -> None:
    """Store who is at the tables here, so that other processes can show it."""
    while not house.ending.is_set():
        await house.wait(None, house.moving)
        house.moving.clear()
        names, house.moved = house.moved, set()
        try:
            present = {name: house.people_at(name) for name in names}
            await house.database.write(partial(processes.set_here, process=house.name, people=present))
        except StoreError as error:
            house.log.error("the store does not answer", reason=str(error))
            house.moved |= names
            await house.wait(1.0)
            house.moving.set()
            continue
        for name in names:
            house.news.tell(Note("changed", name, 0))
