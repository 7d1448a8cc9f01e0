"""Turns of many tables stored at once: one statement for all of them, whatever their number.

A turn a statement costs more than the disk does, and a thread that gives up Python's lock at every statement
waits for it again behind a busy server. So SQLite is given all turns of a batch as one JSON text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from cafe.store import log
from cafe.store.dialect import is_postgres
from cafe.store.log import Due, Entry


@dataclass(frozen=True)
class Append:
    """A work that stores one turn, see `log.append`."""

    game: str
    revision: int
    entry: Entry
    mover: int | None
    over: bool
    dues: tuple[Due, ...]

    def __call__(self, connection: Connection) -> None:
        """Store it; Conflict if the table is at another revision."""
        log.append(connection, self.game, self.revision, self.entry, self.mover, self.over, self.dues)


_GAMES = """
UPDATE game
SET version = new.version, revision = game.revision + 1, changed = new.at, mover = new.mover,
    status = new.status
FROM (
    SELECT json_extract(value, '$[0]') AS id, json_extract(value, '$[1]') AS revision,
        json_extract(value, '$[2]') AS version, json_extract(value, '$[3]') AS at,
        json_extract(value, '$[4]') AS mover, json_extract(value, '$[5]') AS status
    FROM json_each(?)
) AS new
WHERE game.id = new.id AND game.version = new.version - 1 AND game.revision = new.revision
    AND game.status = 'running'
"""
_FIELDS = tuple(Entry.__dataclass_fields__)
_ENTRIES = f"""
INSERT INTO entry (game, {", ".join(_FIELDS)})
SELECT {", ".join(f"json_extract(value, '$[{index}]')" for index in range(len(_FIELDS) + 1))}
FROM json_each(?)
"""
_FORGET_DUE = "DELETE FROM due WHERE game IN (SELECT value FROM json_each(?))"
_DUE = """
INSERT INTO due (game, kind, version, at)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
    json_extract(value, '$[3]')
FROM json_each(?)
"""


def append_all(connection: Connection, appends: Sequence[Append]) -> bool:
    """Store turns of different tables; False, and nothing is stored, if one of them cannot be."""
    if is_postgres(connection) or len({new.game for new in appends}) < len(appends):
        return False
    connection.exec_driver_sql("SAVEPOINT every")
    try:
        done = _append_all(connection, appends)
    except IntegrityError:
        done = False
    if not done:
        connection.exec_driver_sql("ROLLBACK TO SAVEPOINT every")
    connection.exec_driver_sql("RELEASE SAVEPOINT every")
    return done


def _append_all(connection: Connection, appends: Sequence[Append]) -> bool:
    def run(statement: str, rows: list[object]) -> int:
        return connection.exec_driver_sql(statement, (msgspec.json.encode(rows).decode(),)).rowcount

    games: list[object] = [
        (a.game, a.revision, a.entry.version, a.entry.at, a.mover, "over" if a.over else "running")
        for a in appends
    ]
    if run(_GAMES, games) < len(appends):
        return False
    run(_ENTRIES, [(a.game, *(getattr(a.entry, field) for field in _FIELDS)) for a in appends])
    run(_FORGET_DUE, [a.game for a in appends])
    dues: list[object] = [(due.game, due.kind, due.version, due.at) for a in appends for due in a.dues]
    if dues:
        run(_DUE, dues)
    return True
