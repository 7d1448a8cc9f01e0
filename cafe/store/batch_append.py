"""Turns of many rooms stored at once: a few statements for all of them, whatever their number.

A turn a statement costs more than the disk does. A thread that gives up Python's lock at every statement
waits for it again behind a busy server, and PostgreSQL is asked over the network. So the database is given
all turns of a batch as one JSON text; on SQLite a trigger runs the statements, so that the thread waits once.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from cafe.store import log
from cafe.store.dialect import is_postgres
from cafe.store.prepared import run
from cafe.store.rows import Due, Entry


class AppendTurn(msgspec.Struct, frozen=True, array_like=True):
    """A work that stores one turn, see `log.append`. Its JSON is what the statements below read."""

    game: str
    revision: int
    entry: Entry
    mover: int | None
    over: bool
    dues: tuple[Due, ...]

    def __call__(self, connection: Connection) -> None:
        """Store it; Conflict if the room is at another revision."""
        log.append(connection, self.game, self.revision, self.entry, self.mover, self.over, self.dues)


class _Json(NamedTuple):
    """How a database reads JSON: the turns of the text, what is due after a turn, an item of either."""

    turns: str
    dues: str
    item: str
    """With the places for `row`, `path` and the `kind` of the value."""
    between: str
    """Between the steps of a path."""


_SQLITE = _Json(
    "json_each(NEW.text) AS turn",
    "json_each(turn.value, '$[5]') AS due",
    "json_extract({row}.value, '$[{path}]')",
    "][",
)
_POSTGRES = _Json(
    "json_array_elements(CAST($1 AS json)) AS turn(value)",
    "json_array_elements(turn.value -> 5) AS due(value)",
    "CAST({row}.value #>> '{{{path}}}' AS {kind})",
    ",",
)
_KINDS = {"over": "boolean"} | dict.fromkeys(("at", "took"), "double precision")
_KINDS |= dict.fromkeys(("version", "revision", "player", "mover"), "integer")


class _Statements:
    """What stores the turns of one JSON text."""

    def __init__(self, json: _Json) -> None:
        def item(row: str, name: str, *path: int) -> str:
            steps = json.between.join(map(str, path))
            return json.item.format(row=row, path=steps, kind=_KINDS.get(name, "text"))

        turn = {name: item("turn", name, place) for place, name in enumerate(AppendTurn.__struct_fields__)}
        entry = {name: item("turn", name, 2, place) for place, name in enumerate(Entry.__struct_fields__)}
        due = {name: item("due", name, place) for place, name in enumerate(Due.__struct_fields__)}
        new = turn | entry
        read = ", ".join(
            f"{new[name]} AS {name}" for name in ("game", "revision", "version", "at", "mover", "over")
        )
        self.games = f"""
            UPDATE game
            SET version = new.version, revision = game.revision + 1, changed = new.at, mover = new.mover,
                status = CASE WHEN new.over THEN 'over' ELSE 'running' END
            FROM (SELECT {read} FROM {json.turns}) AS new
            WHERE game.id = new.game AND game.version = new.version - 1 AND game.revision = new.revision
                AND game.status = 'running'
        """
        self.entries = f"""
            INSERT INTO entry (game, {", ".join(entry)})
            SELECT {turn["game"]}, {", ".join(entry.values())} FROM {json.turns}
        """
        self.forget_due = f"DELETE FROM due WHERE game IN (SELECT {turn['game']} FROM {json.turns})"
        self.due = f"""
            INSERT INTO due ({", ".join(due)})
            SELECT {", ".join(due.values())} FROM {json.turns}, {json.dues}
        """


_OF_SQLITE = _Statements(_SQLITE)
_OF_POSTGRES = _Statements(_POSTGRES)
_TRIGGER = (
    "CREATE TEMP VIEW new_turns AS SELECT NULL AS text",
    f"""
        CREATE TEMP TRIGGER store_turns INSTEAD OF INSERT ON new_turns BEGIN
            {_OF_SQLITE.games};
            SELECT RAISE(ABORT, 'a table is at another revision')
            WHERE changes() < json_array_length(NEW.text);
            {_OF_SQLITE.entries};
            {_OF_SQLITE.forget_due};
            {_OF_SQLITE.due};
        END
    """,
)


def prepare(connection: Connection) -> None:
    """Let a connection to SQLite store turns; what that takes is seen by no other."""
    for text in _TRIGGER:
        run(connection, text, ())


class BatchRefused(Exception):
    """Turns that cannot be stored at once, because one of them cannot be stored at all."""


def append_all(connection: Connection, appends: Sequence[AppendTurn]) -> None:
    """Store turns of different rooms; BatchRefused, and the transaction is spoilt, if one of them fails."""
    if len({new.game for new in appends}) < len(appends):
        raise BatchRefused
    text = (msgspec.json.encode(appends).decode(),)
    try:
        if not is_postgres(connection):
            run(connection, "INSERT INTO new_turns VALUES (?)", text)
            return
        if run(connection, _OF_POSTGRES.games, text) < len(appends):
            raise BatchRefused
        run(connection, _OF_POSTGRES.entries, text)
        run(connection, _OF_POSTGRES.forget_due, text)
        if any(new.dues for new in appends):
            run(connection, _OF_POSTGRES.due, text)
    except (DBAPIError, sqlite3.Error) as error:  # a command is stored already, or a lock did not come
        raise BatchRefused from error
