"""Turns of many rooms stored at once: a few statements for all of them, whatever their number.

The database gets all turns of a batch as one JSON text. Stored one by one, forty turns that waited
together took 24 % more processor time each (30 alternating rounds, quartiles 10 and 39 %).
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
    """A unit of work that stores one turn, see `log.append`. The statements below read its JSON."""

    game: str
    revision: int
    entry: Entry
    mover: int | None
    over: bool
    dues: tuple[Due, ...]

    def __call__(self, connection: Connection) -> None:
        """Store it; raises Conflict if the room is at another revision."""
        log.append(connection, self.game, self.revision, self.entry, self.mover, self.over, self.dues)


class _Json(NamedTuple):
    """How a database reads JSON: the turns in the text, what is due after a turn, a field of either."""

    turns: str
    dues: str
    item: str
    """With placeholders for `row`, `path` and the `kind` of the value."""
    between: str
    """The separator between the steps of a path."""


_SQLITE = _Json(
    "json_each(?1) AS turn",
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
    """The statements that store the turns in one JSON text."""

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


class BatchRefused(Exception):
    """Turns that cannot be stored together, because one of them cannot be stored at all."""


def append_all(connection: Connection, appends: Sequence[AppendTurn]) -> None:
    """Store turns of different rooms; raises BatchRefused, and the transaction is unusable, if one fails."""
    if len({new.game for new in appends}) < len(appends):
        raise BatchRefused
    text = (msgspec.json.encode(appends).decode(),)
    statements = _OF_POSTGRES if is_postgres(connection) else _OF_SQLITE
    try:
        if run(connection, statements.games, text) < len(appends):
            raise BatchRefused
        run(connection, statements.entries, text)
        run(connection, statements.forget_due, text)
        if any(new.dues for new in appends):
            run(connection, statements.due, text)
    except (DBAPIError, sqlite3.Error) as error:  # a command is already stored, or a lock was not granted
        raise BatchRefused from error
