"""Backups: a whole, consistent copy of the database, made while a server runs, and put back."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from cafe.store.errors import DatabaseUrl
from cafe.store.lock import FileLock


def backup(source: Path, target: Path) -> int:
    """Copy the database to a new file; its size. A server may go on writing meanwhile."""
    if not source.is_file():
        raise DatabaseUrl(f"expected a database at {source}; there is none")
    if target.exists():
        raise DatabaseUrl(f"expected {target} to be free; it exists")
    return _copy(source, target)


def restore(source: Path, target: Path) -> int:
    """Put a backup where no database is yet; its size."""
    if not source.is_file():
        raise DatabaseUrl(f"expected a backup at {source}; there is none")
    if target.exists():
        raise DatabaseUrl(f"expected no database at {target}; there is one: move it away first")
    target.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(target.with_name(target.name + ".lock"))
    try:
        return _copy(source, target)
    finally:
        lock.release()


def _copy(source: Path, target: Path) -> int:
    """Copy to a file beside the target, check it, then give it its name in one step."""
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    try:
        with (
            closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(part)) as new,
        ):
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")
            _check(source, new)
        with part.open("rb") as copied:
            os.fsync(copied.fileno())
        part.rename(target)
    except sqlite3.DatabaseError as error:
        raise DatabaseUrl(f"expected a database of this program at {source}: {error}") from None
    finally:
        part.unlink(missing_ok=True)
    return target.stat().st_size


def _check(source: Path, connection: sqlite3.Connection) -> None:
    state = connection.execute("PRAGMA integrity_check").fetchone()[0]
    if state != "ok":
        raise DatabaseUrl(f"expected a sound database at {source}; it is damaged: {state}")
    names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not {"game", "entry", "person", "alembic_version"} <= names:
        raise DatabaseUrl(f"expected a database of this program at {source}; it has other tables")
