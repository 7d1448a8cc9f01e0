"""What is read of a room when it is opened, or when it changed."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection

from cafe.store import log, people, processes, rooms
from cafe.store.rows import Entry, RoomRow


class StoredRoomState(NamedTuple):
    """What the store holds of a room, behind what was known of it."""

    row: RoomRow
    entries: list[Entry]
    deadline: float | None
    elsewhere: frozenset[str]
    blocks: dict[str, frozenset[str]]


def load(
    connection: Connection, name: str, known: int, present: tuple[str, ...], process: str | None
) -> StoredRoomState | None:
    """A room with its turns behind the known ones, and whom the people present have blocked.

    `process` is the one asking, if others may have the database open: they know who else is there.
    """
    row = rooms.find(connection, name)
    if row is None:
        return None
    return StoredRoomState(
        row,
        log.entries(connection, name, known) if row.version > known else [],
        log.deadline(connection, name),
        processes.people_elsewhere(connection, process, [name])[name] if process else frozenset(),
        people.blocks(connection, present),
    )
