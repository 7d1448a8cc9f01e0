"""A database that is open: reads now, writes in groups. SQLite in a thread of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from cafe.store.errors import DatabaseUrl, Unavailable
from cafe.store.lock import FileLock
from cafe.store.migration import migrate
from cafe.store.writer import Outcome, Work, Writer, run_together

T = TypeVar("T")

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000")
"""FULL: what is committed has reached the disk before anybody is told."""


def sqlite_path(url: str) -> Path:
    """The file of a SQLite address; DatabaseUrl says what was expected."""
    try:
        found = make_url(url)
    except ArgumentError:
        raise DatabaseUrl(f"expected a database address such as sqlite:///cafe.db; got {url!r}") from None
    if found.get_backend_name() != "sqlite" or not found.database or found.database == ":memory:":
        shown = found.render_as_string(hide_password=True)
        raise DatabaseUrl(f"expected a database address such as sqlite:///cafe.db; got {shown!r}")
    return Path(found.database)


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
        connection.exec_driver_sql(begin)

    return engine


class Database:
    """An open database. All work is a function of a connection."""

    def __init__(self, path: Path, lock: FileLock) -> None:
        self._lock = lock
        self._engines = (sqlite_engine(path), sqlite_engine(path, "BEGIN IMMEDIATE"))
        self._threads = (ThreadPoolExecutor(1, "store-read"), ThreadPoolExecutor(1, "store-write"))
        self._reader, self._write_connection = (engine.connect() for engine in self._engines)
        self.writer = Writer(self._commit)

    @classmethod
    async def open(cls, url: str) -> Database:
        """Lock, migrate and open; DatabaseInUse or DatabaseUrl say why not."""
        path = sqlite_path(url)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = FileLock(path.with_name(path.name + ".lock"))
        except OSError as error:
            raise DatabaseUrl(f"cannot open the database {path}: {error.strerror}") from None
        try:
            await asyncio.to_thread(_migrate, path)
            return cls(path, lock)
        except BaseException:
            lock.release()
            raise

    async def read(self, work: Callable[[Connection], T]) -> T:
        """The result of a work that changes nothing."""

        def run() -> T:
            with self._reader.begin():
                return work(self._reader)

        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads[0], run)
        except SQLAlchemyError as error:
            raise Unavailable(f"the database does not answer: {type(error).__name__}") from error

    async def write(self, work: Callable[[Connection], T]) -> T:
        """The result of a work, once what it changed is on the disk; Unavailable if it is not."""
        return await self.writer.write(work)

    async def _commit(self, works: list[Work]) -> list[Outcome]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads[1], run_together, self._write_connection, works)

    async def close(self) -> None:
        """Write what waits, then let go of the file."""
        await self.writer.end()
        for thread in self._threads:
            thread.shutdown()
        self._reader.close()
        self._write_connection.close()
        for engine in self._engines:
            engine.dispose()
        self._lock.release()


def _migrate(path: Path) -> None:
    engine = sqlite_engine(path, "BEGIN IMMEDIATE")
    try:
        with engine.begin() as connection:
            migrate(connection)
    except SQLAlchemyError as error:
        raise DatabaseUrl(f"{path} is not a database of this program: {error.__cause__ or error}") from None
    finally:
        engine.dispose()
