"""The server's own secrets, made once and stored in the database, so that all processes share them."""

from __future__ import annotations

import secrets

from sqlalchemy import Connection, insert, select

from cafe.store.dialect import lock_for_all_processes
from cafe.store.schema import secret


def find_key(connection: Connection, name: str) -> bytes | None:
    """The secret of that name, if it was made."""
    found = connection.scalar(select(secret.c.value).where(secret.c.name == name))
    return None if found is None else bytes.fromhex(found)


def make_key(connection: Connection, name: str) -> bytes:
    """The secret of that name; a new one if there was none."""
    lock_for_all_processes(connection)
    found = find_key(connection, name)
    if found is None:
        found = secrets.token_bytes(32)
        connection.execute(insert(secret).values(name=name, value=found.hex()))
    return found
