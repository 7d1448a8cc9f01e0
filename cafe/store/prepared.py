"""Statements that are run all the time.

SQLAlchemy takes several times as long as SQLite to answer a query of a few rows. So these statements are put
together once, and SQLite's driver gets them as they are. PostgreSQL is asked over the network, where that
does not count.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Select
from sqlalchemy.dialects import sqlite

from cafe.store.dialect import is_postgres


def run(connection: Connection, text: str, values: Sequence[object]) -> int:
    """Run a statement in the database's own words; how many rows it changed."""
    if is_postgres(connection):
        return connection.exec_driver_sql(text, tuple(values)).rowcount
    return int(_driver(connection).execute(text, values).rowcount)


def _driver(connection: Connection) -> Any:
    return connection.connection.dbapi_connection


class Prepared:
    """A query with named places for values. SQLite answers 0 and 1 where PostgreSQL answers no and yes."""

    def __init__(self, query: Select[Any]) -> None:
        compiled = query.compile(dialect=sqlite.dialect())
        self._query = query
        self._text = str(compiled)
        self._places = [(name, compiled.params[name]) for name in compiled.positiontup or ()]

    def rows(self, connection: Connection, **values: object) -> Sequence[Sequence[Any]]:
        """All rows."""
        if is_postgres(connection):
            return connection.execute(self._query, values).all()
        asked = [values.get(name, constant) for name, constant in self._places]
        found: list[tuple[Any, ...]] = _driver(connection).execute(self._text, asked).fetchall()
        return found

    def first(self, connection: Connection, **values: object) -> Sequence[Any] | None:
        """The first row, if there is one."""
        rows = self.rows(connection, **values)
        return rows[0] if rows else None
