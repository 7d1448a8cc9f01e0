"""What is read from the store when a room is opened, or has changed."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection

from cafe.store import log, people, processes, rooms
from cafe.store.rows import Entry, RoomRow


class StoredRoomState(NamedTuple):
    """What the store has about a room beyond what is already known."""

    row: RoomRow
    entries: list[Entry]
    deadline: float | None
    elsewhere: frozenset[str]
    blocks: dict[str, frozenset[str]]
    host_name: str | None
    """The name of a host who does not play."""


def load(
    connection: Connection, name: str, known: int, present: tuple[str, ...], process: str | None
) -> StoredRoomState | None:
    """A room with its turns after the known ones, and whom the people present have blocked.

    `process` is the one asking, if others may have the database open: they know who else is present.
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
        None if _plays(row, row.host) else people.name_of(connection, row.host),
    )


def _plays(row: RoomRow, person: str) -> bool:
    return any(seat.person == person and seat.kind == "person" for seat in row.seats)
