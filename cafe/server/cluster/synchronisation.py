"""What other processes and the host did in rooms that are open here: learned from Redis, or by polling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from sqlalchemy import Connection

from cafe.server.cluster.revocation import check_credentials_of
from cafe.server.rooms.bus import Notice
from cafe.server.rooms.room import Room
from cafe.server.rooms.server_parts import ServerParts
from cafe.server.rooms.talk import tell_message
from cafe.store import processes, rooms, talk
from cafe.store.errors import StoreError

POLL_SECONDS = 5.0
POLL_SECONDS_WITHOUT_REDIS = 1.0
MOST_AT_ONCE = 500
LATE_MESSAGES = 100
"""Messages may be stored in a different order from that of their numbers."""
Seen = tuple[dict[str, int], dict[str, frozenset[str]], list[tuple[str, talk.Message]]]


def on_notice(server: ServerParts, notice: Notice) -> None:
    """Another process did something: read it, if somebody here is in that room."""
    if notice.kind == "left":
        server.process.spawn(check_credentials_of(server, notice.about))
        server.bot_streams.look(notice.about)
        return
    if notice.kind == "seated":
        server.bot_streams.look(notice.about)
        return
    if notice.kind == "changed":
        server.bot_streams.room_changed(notice.about)
    room = server.rooms.in_memory(notice.about)
    if room is None or not room.clients:
        return
    if notice.kind == "said":
        if notice.number not in server.told_messages:
            server.process.spawn(_tell_new_messages(server, room, notice.number - 1))
    elif not notice.number or notice.number > room.row.revision:
        server.process.spawn(_reload(server, room, notice.number))


async def _tell_new_messages(server: ServerParts, room: Room, behind: int) -> None:
    for _, message in await server.database.read(lambda c: talk.messages_since(c, behind, [room.row.id])):
        tell_message(server, room, message)


async def _reload(server: ServerParts, room: Room, revision: int) -> None:
    async with room.lock:
        if not revision or revision > room.row.revision:
            await server.rooms.refresh(room)
            server.rooms.due_soon.set()  # whoever changed it may have left something to do


async def poll_store(server: ServerParts) -> None:
    """Check every room where somebody is from time to time, more often while Redis is silent."""
    first = last = await server.database.read(talk.last_number)
    while not server.process.ending.is_set():
        told = server.bus.connected or not server.database.shared
        seconds = POLL_SECONDS if told else POLL_SECONDS_WITHOUT_REDIS
        await server.process.wait(seconds, server.bus.connection_changed)
        server.bus.connection_changed.clear()
        try:
            for visited in _some_at_once(server.rooms.visited()):
                behind = max(first, last - LATE_MESSAGES)
                last = max(last, await _compare_with_store(server, visited, behind))
        except StoreError as error:
            server.process.log.error("the store does not answer", reason=str(error))


def _some_at_once(visited: Sequence[Room]) -> Iterator[Sequence[Room]]:
    for first in range(0, len(visited), MOST_AT_ONCE):
        yield visited[first : first + MOST_AT_ONCE]


async def _compare_with_store(server: ServerParts, visited: Sequence[Room], behind: int) -> int:
    """Compare these rooms with the store and reload those that changed; returns the last message's number."""
    names = [room.row.id for room in visited]

    def work(connection: Connection) -> Seen:
        return (
            rooms.revisions(connection, names),
            processes.people_elsewhere(connection, server.process.name, names),
            talk.messages_since(connection, behind, names),
        )

    revisions, elsewhere, said = await server.database.read(work)
    for room in visited:
        name = room.row.id
        revision = revisions.get(name, 0) if elsewhere[name] == room.elsewhere else 0
        if not revision or revision > room.row.revision:
            await _reload(server, room, revision)
    for name, message in said:
        spoken_in = server.rooms.in_memory(name)
        if spoken_in is not None:
            tell_message(server, spoken_in, message)
    return max((message.number for _, message in said), default=0)


async def publish_presence(server: ServerParts) -> None:
    """Store who is in the rooms here, so that other processes can show it."""
    while not server.process.ending.is_set():
        await server.process.wait(None, server.presence.waiting)
        server.presence.waiting.clear()
        names, server.presence.unpublished = server.presence.unpublished, set()
        try:
            present = {name: server.presence.people_in(name) for name in names}
            await server.database.write(
                partial(processes.set_presence, process=server.process.name, people=present)
            )
        except StoreError as error:
            server.process.log.error("the store does not answer", reason=str(error))
            server.presence.unpublished |= names
            await server.process.wait(1.0)
            server.presence.waiting.set()
            continue
        for name in names:
            server.bus.publish(Notice("changed", name, 0))
