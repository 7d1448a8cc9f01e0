"""Backups: copying the whole database to one SQLite file while servers run, and restoring it."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
from contextlib import closing
from errno import ENOSPC
from pathlib import Path

from sqlalchemy import URL, Connection, func, insert, select

from cafe.store import sqlite
from cafe.store.database import read_url
from cafe.store.dialect import lock_for_all_processes, restart_numbers
from cafe.store.errors import DatabaseUrl
from cafe.store.file_lock import FileLock
from cafe.store.migration import expect_newest, migrate, refuse_newer
from cafe.store.private_files import make_private
from cafe.store.schema import game, here, metadata, person
from cafe.store.whole_file import whole_file

ROWS_AT_ONCE = 1000


def backup(url: str, target: Path) -> int:
    """Copy the database to a new file; returns its size. Servers may go on writing meanwhile."""
    source = read_url(url)
    path = sqlite.sqlite_path(source)
    if target.exists():
        raise DatabaseUrl(f"expected {target} not to exist; it does")
    with whole_file(target) as part:
        make_private(part)
        if source.get_backend_name() == "postgresql":
            asyncio.run(_from_postgres(source, part))
        elif path.is_file():
            sqlite.expect_one_name(path)
            _copy(path, part)
        else:
            raise DatabaseUrl(f"expected a database at {path}; there is none")
    return target.stat().st_size


def restore(source: Path, url: str) -> str:
    """Restore a backup where there is no database, or into an empty PostgreSQL one; returns a summary."""
    target = read_url(url)
    if not source.is_file():
        raise DatabaseUrl(f"expected a backup at {source}; there is none")
    _expect_backup(source)
    if target.get_backend_name() == "postgresql":
        with tempfile.TemporaryDirectory() as folder:
            copied = Path(folder) / "copy.db"
            _copy(source, copied)
            rows = asyncio.run(_to_postgres(copied, target))
        return f"{target.render_as_string(hide_password=True)}, {rows} rows"
    path = sqlite.sqlite_path(target).resolve()
    if path.exists():
        raise DatabaseUrl(f"expected no database at {path}; there is one: move it away first")
    sqlite.make_folder(path.parent)
    lock = FileLock(path.with_name(path.name + ".lock"))
    try:
        with whole_file(path) as part:
            make_private(part)
            _copy(source, part)
    finally:
        lock.release()
    return f"{path}, {path.stat().st_size} bytes"


def _copy(source: Path, target: Path) -> None:
    """Copy a SQLite file as it is at one moment, and check it."""
    try:
        with (
            closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(target)) as new,
        ):
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")
            _check(source, new)
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_FULL:
            raise OSError(ENOSPC, os.strerror(ENOSPC), str(target)) from None
        reason = sqlite.why(error, source)
        raise DatabaseUrl(f"expected a database made by this program at {source}: {reason}") from None


def _expect_backup(source: Path) -> None:
    """Raises DatabaseUrl if this file cannot be restored, before anything is created."""
    try:
        with closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            _check(source, connection)
            found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.DatabaseError as error:
        raise DatabaseUrl(f"expected a database made by this program at {source}: {error}") from None
    refuse_newer(found and found[0], str(source))


def _check(source: Path, connection: sqlite3.Connection) -> None:
    state = connection.execute("PRAGMA integrity_check").fetchone()[0]
    if state != "ok":
        raise DatabaseUrl(f"expected a sound database at {source}; it is damaged: {state}")
    names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not names >= sqlite.OURS:
        raise DatabaseUrl(f"expected a database made by this program at {source}; it has other tables")


async def _from_postgres(source: URL, target: Path) -> None:
    from cafe.store.postgres import opened

    def copy(old: Connection) -> None:
        expect_newest(old)
        with sqlite.opened(target) as new:
            migrate(new)
            _copy_rows(old, new)
        with closing(sqlite3.connect(target)) as last:
            last.execute("PRAGMA journal_mode=DELETE")

    async with opened(source) as engine:
        moment = engine.execution_options(isolation_level="REPEATABLE READ")
        async with moment.connect() as connection:
            await connection.run_sync(copy)


async def _to_postgres(source: Path, target: URL) -> int:
    from cafe.store.postgres import opened

    def copy(new: Connection) -> int:
        lock_for_all_processes(new)
        migrate(new)
        if any(new.scalar(select(func.count()).select_from(table)) for table in (person, game)):
            raise DatabaseUrl("expected an empty database; there are people or tables in it")
        with sqlite.opened(source) as old:
            migrate(old)
            return _copy_rows(old, new)

    async with opened(target) as engine, engine.begin() as connection:
        return await connection.run_sync(copy)


def _copy_rows(old: Connection, new: Connection) -> int:
    """Copy every row except those about who is currently where; returns how many were copied."""
    count = 0
    for table in metadata.sorted_tables:
        if table is here:
            continue
        found = old.execution_options(yield_per=ROWS_AT_ONCE).execute(select(table))
        for rows in found.mappings().partitions():
            new.execute(insert(table), [dict(row) for row in rows])
            count += len(rows)
    restart_numbers(new, metadata)
    return count
