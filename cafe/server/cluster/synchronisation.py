"""What other processes and the host did in rooms that are open here: heard by Redis, or seen by looking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from sqlalchemy import Connection

from cafe.server.cluster.revocation import check_credentials_of
from cafe.server.rooms.bus import Notice
from cafe.server.rooms.house import House
from cafe.server.rooms.room import Room
from cafe.server.rooms.talk import tell_message
from cafe.store import processes, rooms, talk
from cafe.store.errors import StoreError

POLL_SECONDS = 5.0
POLL_SECONDS_WITHOUT_REDIS = 1.0
MOST_AT_ONCE = 500
LATE_MESSAGES = 100
"""What was said may be stored in another order than it got its numbers."""
Seen = tuple[dict[str, int], dict[str, frozenset[str]], list[tuple[str, talk.Message]]]


def on_notice(house: House, notice: Notice) -> None:
    """Another process did something: read it, if somebody here is in that room."""
    if notice.kind == "left":
        house.spawn(check_credentials_of(house, notice.about))
        return
    room = house.room_in_memory(notice.about)
    if room is None or not room.clients:
        return
    if notice.kind == "said":
        if notice.number not in house.heard:
            house.spawn(_tell_new_messages(house, room, notice.number - 1))
    elif not notice.number or notice.number > room.row.revision:
        house.spawn(_reload(house, room, notice.number))


async def _tell_new_messages(house: House, room: Room, behind: int) -> None:
    for _, message in await house.database.read(lambda c: talk.messages_since(c, behind, [room.row.id])):
        tell_message(house, room, message)


async def _reload(house: House, room: Room, revision: int) -> None:
    async with room.lock:
        if not revision or revision > room.row.revision:
            await house.refresh(room)
            house.due_soon.set()  # whoever changed it may have left something to do


async def poll_store(house: House) -> None:
    """Look now and then at every room where somebody is, more often while Redis is silent."""
    first = last = await house.database.read(talk.last_number)
    while not house.ending.is_set():
        told = house.bus.connected or not house.database.shared
        seconds = POLL_SECONDS if told else POLL_SECONDS_WITHOUT_REDIS
        await house.wait(seconds, house.bus.connection_changed)
        house.bus.connection_changed.clear()
        try:
            for visited in _some_at_once(house.visited()):
                behind = max(first, last - LATE_MESSAGES)
                last = max(last, await _compare_with_store(house, visited, behind))
        except StoreError as error:
            house.log.error("the store does not answer", reason=str(error))


def _some_at_once(visited: Sequence[Room]) -> Iterator[Sequence[Room]]:
    for first in range(0, len(visited), MOST_AT_ONCE):
        yield visited[first : first + MOST_AT_ONCE]


async def _compare_with_store(house: House, visited: Sequence[Room], behind: int) -> int:
    """Compare these rooms with the store and read those again that changed; the last number said."""
    names = [room.row.id for room in visited]

    def work(connection: Connection) -> Seen:
        return (
            rooms.revisions(connection, names),
            processes.people_elsewhere(connection, house.name, names),
            talk.messages_since(connection, behind, names),
        )

    revisions, elsewhere, said = await house.database.read(work)
    for room in visited:
        name = room.row.id
        revision = revisions.get(name, 0) if elsewhere[name] == room.elsewhere else 0
        if not revision or revision > room.row.revision:
            await _reload(house, room, revision)
    for name, message in said:
        spoken_in = house.room_in_memory(name)
        if spoken_in is not None:
            tell_message(house, spoken_in, message)
    return max((message.number for _, message in said), default=0)


async def publish_presence(house: House) -> None:
    """Store who is in the rooms here, so that other processes can show it."""
    while not house.ending.is_set():
        await house.wait(None, house.moving)
        house.moving.clear()
        names, house.moved = house.moved, set()
        try:
            present = {name: house.people_at(name) for name in names}
            await house.database.write(partial(processes.set_presence, process=house.name, people=present))
        except StoreError as error:
            house.log.error("the store does not answer", reason=str(error))
            house.moved |= names
            await house.wait(1.0)
            house.moving.set()
            continue
        for name in names:
            house.bus.publish(Notice("changed", name, 0))
