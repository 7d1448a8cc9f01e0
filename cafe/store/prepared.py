"""Statements that are run very often.

SQLAlchemy takes several times as long as SQLite to answer a query of a few rows: finding out who is asking
took 66 µs with it and takes 8 without. So these statements are compiled once, and passed to SQLite's driver
directly. PostgreSQL is reached over the network, where that does not matter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Select, UpdateBase
from sqlalchemy.dialects import sqlite

from cafe.store.dialect import is_postgres


def run(connection: Connection, text: str, values: Sequence[object]) -> int:
    """Run a statement in the database's own SQL; returns how many rows it changed."""
    if is_postgres(connection):
        return connection.exec_driver_sql(text, tuple(values)).rowcount
    return int(_driver(connection).execute(text, values).rowcount)


def _driver(connection: Connection) -> Any:
    return connection.connection.dbapi_connection


class Prepared:
    """A statement with named parameters. SQLite returns 0 or 1 where PostgreSQL returns false or true."""

    def __init__(self, statement: Select[Any] | UpdateBase) -> None:
        compiled = statement.compile(dialect=sqlite.dialect())
        self._statement = statement
        self._text = str(compiled)
        self._places = [(name, compiled.params[name]) for name in compiled.positiontup or ()]

    def rows(self, connection: Connection, **values: object) -> Sequence[Sequence[Any]]:
        """All rows of a query."""
        if is_postgres(connection):
            return connection.execute(self._statement, values).all()
        found: list[tuple[Any, ...]] = _driver(connection).execute(self._text, self._given(values)).fetchall()
        return found

    def change(self, connection: Connection, *rows: Mapping[str, object]) -> None:
        """Change something, once for each row of values."""
        if is_postgres(connection):
            names = [name for name, _ in self._places]
            connection.execute(
                self._statement, [dict(zip(names, self._given(row), strict=True)) for row in rows]
            )
        else:
            _driver(connection).executemany(self._text, map(self._given, rows))

    def _given(self, values: Mapping[str, object]) -> list[object]:
        return [values.get(name, constant) for name, constant in self._places]

    def first(self, connection: Connection, **values: object) -> Sequence[Any] | None:
        """The first row, if there is one."""
        rows = self.rows(connection, **values)
        return rows[0] if rows else None
