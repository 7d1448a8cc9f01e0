"""SQLite: one file, one process; one thread that writes, and one for long reads."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
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
"""FULL: a commit has reached the disk before anybody is notified."""


TROUBLE = (SQLAlchemyError, sqlite3.Error)

OURS = {"game", "entry", "person", "alembic_version"}
"""Tables that every database of this program has had, in all its versions."""

RESTORE = "move it and the files beside it away, then put back a backup with `cafe restore FILE`"


def sqlite_path(url: URL) -> Path:
    """The file of a SQLite address."""
    return Path(os.path.expanduser(url.database or ""))


def sqlite_engine(path: Path, begin: str = "BEGIN") -> Engine:
    """An engine whose every connection is durable and begins its transactions itself."""
    engine = create_engine(f"sqlite:///{path}", connect_args={"check_same_thread": False})

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _: object) -> None:
        connection.isolation_level = None  # the driver's own BEGIN comes too late for savepoints
        connection.create_function("casefold", 1, _casefold, deterministic=True)
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin_transaction(connection: Connection) -> None:
        connection.connection.dbapi_connection.execute(begin)  # type: ignore[union-attr]

    return engine


def _casefold(text: str | None) -> str | None:
    return None if text is None else text.casefold()


class Sqlite:
    """An open SQLite file."""

    shared = False
    most_at_once = 500
    trouble: tuple[type[Exception], ...] = TROUBLE

    def __init__(self, path: Path, lock: FileLock, is_new: bool) -> None:
        self.is_new = is_new
        self._path = path
        self._known = path.stat()
        self._lock = lock
        self._engines = (sqlite_engine(path), sqlite_engine(path, "BEGIN IMMEDIATE"))
        self._threads = (ThreadPoolExecutor(1, "store-read"), ThreadPoolExecutor(1, "store-write"))
        reading, writing = self._engines
        self._here, self._reader, self._writer = reading.connect(), reading.connect(), writing.connect()

    @classmethod
    async def open(cls, url: URL) -> Sqlite:
        """Lock, migrate and open; raises DatabaseInUse or DatabaseUrl if that is impossible."""
        path = sqlite_path(url).resolve()  # one lock per file, whatever name is used for it
        try:
            make_folder(path.parent)
            lock = FileLock(path.with_name(path.name + ".lock"))
        except OSError as error:
            raise DatabaseUrl(f"cannot open the database {path}: {error.strerror}") from None
        try:
            make_database_private(path)
            expect_one_name(path)
            return cls(path, lock, await asyncio.to_thread(_migrate, path))
        except (OSError, *TROUBLE) as error:
            lock.release()
            raise DatabaseUrl(f"cannot use the database {path}: {why(error, path)}") from None
        except BaseException:
            lock.release()
            raise

    async def read_inline(self, work: Callable[[Connection], T]) -> T:
        """The result of a unit of work that reads a few rows, found by their keys.

        It runs at once: that takes less time than asking a thread, and a reader never waits for the writer.
        """
        with self._here.begin():
            return work(self._here)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """The result of a unit of work that changes nothing."""

        def run() -> T:
            with self._reader.begin():
                return work(self._reader)

        return await asyncio.get_running_loop().run_in_executor(self._threads[0], run)

    async def commit(self, works: list[Work]) -> list[Outcome]:
        """Run units of work in one transaction and commit it."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads[1], run_together, self._writer, works)

    async def clock_offset(self, own: Callable[[], float]) -> float:
        """Seconds by which the database's clock is ahead of this process's: none, as it is the same one."""
        return 0.0

    def damage(self) -> str | None:
        """Whether the file was removed or truncated by something else: SQLite itself never shortens it."""
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
        """Close the file."""
        for thread in self._threads:
            thread.shutdown()
        for connection in (self._here, self._reader, self._writer):
            connection.close()
        for engine in self._engines:
            engine.dispose()
        self._lock.release()


def make_folder(path: Path) -> None:
    """Make the folder of a database, for its owner alone; raises DatabaseUrl if something else is there."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise DatabaseUrl(f"expected a directory for the database at {path}; it is not one") from None


def expect_one_name(path: Path) -> None:
    """Raises DatabaseUrl if the file has several names: SQLite keeps a log beside each, and so did the lock.

    Whoever opens it by another name would not see the newest turns, and overwrite them.
    """
    if (names := path.stat().st_nlink) > 1:
        raise DatabaseUrl(
            f"cannot use the database {path}: expected a file with one name; it has {names} (hard links): "
            f"delete the others, or stop the server and copy {path.name}, and {path.name}-wal if there is "
            "one, to another folder with cp"
        )


def _migrate(path: Path) -> bool:
    """Migrate a sound file; returns whether it was empty."""
    _expect_sound(path)
    with opened(path) as connection:
        return migrate(connection)


def _expect_sound(path: Path) -> None:
    """Raises DatabaseUrl if the file is damaged, or another program's; it is left as it is."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        state = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if state != "ok":
        why = " ".join(str(state).split())
        raise DatabaseUrl(f"cannot use the database {path}: it is damaged ({why}): {RESTORE}")
    if names and not names >= OURS:
        raise DatabaseUrl(
            f"cannot use the database {path}: expected one made by this program; it has other tables"
        )


def why(error: Exception, path: Path) -> str:
    """What SQLite or the system says, and how to go on after damage."""
    cause = error.__cause__ or error
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return f"{cause}: {RESTORE}"
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN) and is_read_only(path):
        return f"its disk is read-only; SQLite has to write beside the file even to read it ({cause})"
    return str(cause)


def is_read_only(path: Path) -> bool:
    """Whether the disk of a file is mounted read-only."""
    return bool(os.statvfs(path).f_flag & os.ST_RDONLY)


@contextmanager
def opened(path: Path) -> Iterator[Connection]:
    """A connection in one transaction, for a single task."""
    engine = sqlite_engine(path, "BEGIN IMMEDIATE")
    try:
        with engine.begin() as connection:
            yield connection
    except TROUBLE as error:
        raise DatabaseUrl(f"cannot use the database {path}: {why(error, path)}") from None
    finally:
        engine.dispose()
