"""Turns of many tables stored at once: one statement for all of them, whatever their number.

A turn a statement costs more than the disk does, and a thread that gives up Python's lock at every statement
waits for it again behind a busy server. So SQLite is given all turns of a batch as one JSON text.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from cafe.store import log
from cafe.store.dialect import is_postgres
from cafe.store.log import Due, Entry


class Append(msgspec.Struct, frozen=True, array_like=True):
    """A work that stores one turn, see `log.append`. Its JSON is what the statements below read."""

    game: str
    revision: int
    entry: Entry
    mover: int | None
    over: bool
    dues: tuple[Due, ...]

    def __call__(self, connection: Connection) -> None:
        """Store it; Conflict if the table is at another revision."""
        log.append(connection, self.game, self.revision, self.entry, self.mover, self.over, self.dues)


def _field(name: str) -> str:
    """What reads a field of an Append, or of its entry, from `value`."""
    within = Append.__struct_fields__
    path = f"$[{within.index(name)}]" if name in within else f"$[2][{Entry.__struct_fields__.index(name)}]"
    return f"json_extract(value, '{path}')"


_OF_GAME = ("game", "revision", "version", "at", "mover", "over")
_GAMES = f"""
UPDATE game
SET version = new.version, revision = game.revision + 1, changed = new.at, mover = new.mover,
    status = iif(new.over, 'over', 'running')
FROM (
    SELECT {", ".join(f"{_field(name)} AS {name}" for name in _OF_GAME)}
    FROM json_each(?)
) AS new
WHERE game.id = new.game AND game.version = new.version - 1 AND game.revision = new.revision
    AND game.status = 'running'
"""
_ENTRIES = f"""
INSERT INTO entry (game, {", ".join(Entry.__struct_fields__)})
SELECT {", ".join(map(_field, ("game", *Entry.__struct_fields__)))} FROM json_each(?)
"""
_FORGET_DUE = f"DELETE FROM due WHERE game IN (SELECT {_field('game')} FROM json_each(?))"
_DUE = f"""
INSERT INTO due ({", ".join(Due.__struct_fields__)})
SELECT {", ".join(f"json_extract(due.value, '$[{place}]')" for place in range(len(Due.__struct_fields__)))}
FROM json_each(?) AS turn, json_each(turn.value, '$[5]') AS due
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
    text = (msgspec.json.encode(appends).decode(),)
    if connection.exec_driver_sql(_GAMES, text).rowcount < len(appends):
        return False
    connection.exec_driver_sql(_ENTRIES, text)
    connection.exec_driver_sql(_FORGET_DUE, text)
    if any(new.dues for new in appends):
        connection.exec_driver_sql(_DUE, text)
    return True
