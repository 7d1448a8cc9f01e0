"""SQLite: one file, one process; a thread that writes, and one for what takes long to read."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError

from cafe.store.errors import DatabaseUrl
from cafe.store.file_lock import FileLock
from cafe.store.group_commit import Outcome, Work, run_together
from cafe.store.migration import migrate
from cafe.store.private_files import make_database_private

T = TypeVar("T")

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000")
"""FULL: what is committed has reached the disk before anybody is told."""


TROUBLE = (SQLAlchemyError, sqlite3.Error)


def sqlite_path(url: URL) -> Path:
    """The file of a SQLite address."""
    return Path(url.database or "")


def sqlite_engine(path: Path, begin: str = "BEGIN") -> Engine:
    """An engine whose every connection is durable and begins its transactions itself."""
    engine = create_engine(f"sqlite:///{path}", connect_args={"check_same_thread": False})

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _: object) -> None:
        connection.isolation_level = None  # the driver's own BEGIN comes too late for savepoints
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin_transaction(connection: Connection) -> None:
        connection.connection.dbapi_connection.execute(begin)  # type: ignore[union-attr]

    return engine


class Sqlite:
    """An open SQLite file."""

    shared = False
    most_at_once = 500
    trouble: tuple[type[Exception], ...] = TROUBLE

    def __init__(self, path: Path, lock: FileLock) -> None:
        self._path = path
        self._known = path.stat()
        self._lock = lock
        self._engines = (sqlite_engine(path), sqlite_engine(path, "BEGIN IMMEDIATE"))
        self._threads = (ThreadPoolExecutor(1, "store-read"), ThreadPoolExecutor(1, "store-write"))
        reading, writing = self._engines
        self._here, self._reader, self._writer = reading.connect(), reading.connect(), writing.connect()

    @classmethod
    async def open(cls, url: URL) -> Sqlite:
        """Lock, migrate and open; DatabaseInUse or DatabaseUrl say why not."""
        path = sqlite_path(url).resolve()  # whatever name it goes by, it has one lock
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = FileLock(path.with_name(path.name + ".lock"))
        except OSError as error:
            raise DatabaseUrl(f"cannot open the database {path}: {error.strerror}") from None
        try:
            make_database_private(path)
            await asyncio.to_thread(_migrate, path)
            return cls(path, lock)
        except (OSError, *TROUBLE) as error:
            lock.release()
            raise DatabaseUrl(f"cannot use the database {path}: {error.__cause__ or error}") from None
        except BaseException:
            lock.release()
            raise

    async def read_inline(self, work: Callable[[Connection], T]) -> T:
        """The result of a work that reads a few rows, found by their keys.

        It is done at once: that takes less time than to ask a thread, and a writer is in nobody's way.
        """
        with self._here.begin():
            return work(self._here)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """The result of a work that changes nothing."""

        def run() -> T:
            with self._reader.begin():
                return work(self._reader)

        return await asyncio.get_running_loop().run_in_executor(self._threads[0], run)

    async def commit(self, works: list[Work]) -> list[Outcome]:
        """Run works in one transaction and store it."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads[1], run_together, self._writer, works)

    async def clock_offset(self, own: Callable[[], float]) -> float:
        """Seconds by which the database's clock is ahead of this process's: it is the same one."""
        return 0.0

    def damage(self) -> str | None:
        """Whether somebody else took the file away or cut it short: SQLite itself never shortens it."""
        try:
            now = self._path.stat()
        except OSError as error:
            return f"its file cannot be found: {error.strerror}"
        if (now.st_dev, now.st_ino) != (self._known.st_dev, self._known.st_ino):
            return "its file was replaced by another one"
        if now.st_size < self._known.st_size:
            return "its file was cut short"
        self._known = now
        return None

    async def close(self) -> None:
        """Let go of the file."""
        for thread in self._threads:
            thread.shutdown()
        for connection in (self._here, self._reader, self._writer):
            connection.close()
        for engine in self._engines:
            engine.dispose()
        self._lock.release()


def _migrate(path: Path) -> None:
    with opened(path) as connection:
        migrate(connection)


@contextmanager
def opened(path: Path) -> Iterator[Connection]:
    """A connection in one transaction, for a work that is done once."""
    engine = sqlite_engine(path, "BEGIN IMMEDIATE")
    try:
        with engine.begin() as connection:
            yield connection
    except TROUBLE as error:
        raise DatabaseUrl(f"cannot use the database {path}: {error.__cause__ or error}") from None
    finally:
        engine.dispose()
