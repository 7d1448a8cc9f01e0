"""What is said differently to SQLite and to PostgreSQL; everything else is the same SQL."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ColumnElement, Connection, MetaData, cast, func, select, type_coerce

LOCK = 0x0CAFE
"""The number of the lock that all processes of one database share."""


def is_postgres(connection: Connection) -> bool:
    """Whether this is PostgreSQL."""
    return connection.dialect.name == "postgresql"


def lock_for_all_processes(connection: Connection) -> None:
    """Be the only one who does this until the transaction ends; a SQLite file has one process anyway."""
    if is_postgres(connection):
        connection.execute(select(func.pg_advisory_xact_lock(LOCK)))


def json_field(connection: Connection, text: ColumnElement[str], name: str) -> Any:
    """A field of a JSON object that is stored as text; a cast would make a number of it in SQLite."""
    stored = cast(text, JSON) if is_postgres(connection) else type_coerce(text, JSON)
    return stored[name]


def restart_numbers(connection: Connection, metadata: MetaData) -> None:
    """Let every running number go on behind the rows that are there; SQLite does so by itself."""
    if not is_postgres(connection):
        return
    for table in metadata.sorted_tables:
        for column in table.primary_key:
            if column.name == "number":
                sequence = func.pg_get_serial_sequence(table.name, column.name)
                connection.execute(
                    select(func.setval(sequence, func.max(column) + 1, False)).select_from(table)
                )
