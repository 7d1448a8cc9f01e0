"""Where SQLite and PostgreSQL need different SQL; everything else is the same."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ColumnElement, Connection, MetaData, cast, func, select, type_coerce

LOCK = 0x0CAFE
"""The number of the lock that all processes of one database share."""


def is_postgres(connection: Connection) -> bool:
    """Whether this is PostgreSQL."""
    return connection.dialect.name == "postgresql"


def lock_for_all_processes(connection: Connection) -> None:
    """Be the only process doing this until the transaction ends; a SQLite file has one process anyway."""
    if is_postgres(connection):
        connection.execute(select(func.pg_advisory_xact_lock(LOCK)))


def json_field(connection: Connection, text: ColumnElement[str], name: str) -> Any:
    """A field, as text, of a JSON object that is stored as text; in SQLite a cast would make it a number."""
    stored = cast(text, JSON) if is_postgres(connection) else type_coerce(text, JSON)
    return stored[name]


def is_same_name(connection: Connection, column: ColumnElement[str], name: str) -> ColumnElement[bool]:
    """Whether a column holds this name in whatever case."""
    if is_postgres(connection):
        return func.lower(column) == func.lower(name)
    return func.casefold(column) == name.casefold()  # SQLite's own `lower` knows the English letters alone


def restart_numbers(connection: Connection, metadata: MetaData) -> None:
    """Let every sequence continue after the existing rows; SQLite does so by itself."""
    if not is_postgres(connection):
        return
    for table in metadata.sorted_tables:
        for column in table.primary_key:
            if column.name == "number":
                sequence = func.pg_get_serial_sequence(table.name, column.name)
                connection.execute(
                    select(func.setval(sequence, func.max(column) + 1, False)).select_from(table)
                )
