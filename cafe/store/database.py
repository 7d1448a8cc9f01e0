"""A database that is open: reads now, writes in groups."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

from sqlalchemy import URL, Connection
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from cafe.store import sqlite
from cafe.store.errors import DatabaseUrl, Unavailable
from cafe.store.group_commit import Outcome, Work, Writer
from cafe.store.migration import expect_newest

T = TypeVar("T")

EXPECTED = "expected a database address such as sqlite:///cafe.db or postgresql+asyncpg://cafe@host/cafe"


class Backend(Protocol):
    """What SQLite and PostgreSQL do each in its own way."""

    shared: bool
    """Whether other processes may have the same database open."""
    most_at_once: int
    """Works in one transaction."""
    trouble: tuple[type[Exception], ...]
    """What it raises when it does not answer."""

    async def read_inline(self, work: Callable[[Connection], T]) -> T:
        """The result of a work that reads a few rows, found by their keys."""

    async def read(self, work: Callable[[Connection], T]) -> T:
        """The result of a work that changes nothing."""

    async def commit(self, works: list[Work]) -> list[Outcome]:
        """Run works, each of which may fail alone, and store what they did."""

    async def clock_offset(self, own: Callable[[], float]) -> float:
        """Seconds by which the database's clock is ahead of this process's own."""

    def damage(self) -> str | None:
        """What has happened to the database's file, if that can be seen from outside."""

    async def close(self) -> None:
        """Let go of it."""


def read_url(url: str) -> URL:
    """The address of a database; DatabaseUrl says what was expected."""
    try:
        found = make_url(url)
    except (ArgumentError, ValueError):
        shown = url.rpartition("@")[2]  # a password stays untold
        raise DatabaseUrl(f"{EXPECTED}; got {shown!r}") from None
    kind = found.drivername
    fits = found.database and found.database != ":memory:"
    if not fits or kind not in ("sqlite", "postgresql", "postgresql+asyncpg"):
        raise DatabaseUrl(f"{EXPECTED}; got {found.render_as_string(hide_password=True)!r}")
    return found


def is_shared(url: str) -> bool:
    """Whether several processes can have the database of this address open."""
    return read_url(url).get_backend_name() == "postgresql"


class Database:
    """An open database. All work is a function of a connection."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self.shared = backend.shared
        self.writer = Writer(backend.commit, backend.most_at_once)

    @classmethod
    async def open(cls, url: str) -> Database:
        """Migrate and open; DatabaseInUse or DatabaseUrl say why not."""
        found = read_url(url)
        if found.get_backend_name() == "sqlite":
            return cls(await sqlite.Sqlite.open(found))
        from cafe.store.postgres import Postgres  # only a server with PostgreSQL loads its driver

        return cls(await Postgres.open(found))

    async def read_inline(self, work: Callable[[Connection], T]) -> T:
        """The result of a work that reads a few rows by their keys, from one moment of the database."""
        with self._trouble():
            return await self._backend.read_inline(work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """The same for a work that may take longer: nobody else waits for it."""
        with self._trouble():
            return await self._backend.read(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """The result of a work, once what it changed is on the disk; Unavailable if it may not be."""
        return await self.writer.write(work)

    async def clock_offset(self, own: Callable[[], float]) -> float:
        """Seconds by which the database's clock is ahead of this process's own."""
        with self._trouble():
            return await self._backend.clock_offset(own)

    def damage(self) -> str | None:
        """What has happened to the database's file: what SQLite has in memory hides it for a while."""
        return self._backend.damage()

    @contextmanager
    def _trouble(self) -> Iterator[None]:
        try:
            yield
        except self._backend.trouble as error:
            raise Unavailable(f"the database does not answer: {type(error).__name__}") from error

    async def close(self) -> None:
        """Write what waits, then let go."""
        await self.writer.end()
        await self._backend.close()


def run_once(url: str, work: Callable[[Connection], T]) -> T:
    """The result of a work in a transaction of its own, also while servers run; DatabaseUrl says why not."""
    found = read_url(url)

    def checked(connection: Connection) -> T:
        expect_newest(connection)
        return work(connection)

    async def run() -> T:
        from cafe.store.postgres import opened

        async with opened(found) as engine, engine.begin() as connection:
            return await connection.run_sync(checked)

    if found.get_backend_name() == "postgresql":
        return asyncio.run(run())
    path = sqlite.sqlite_path(found)
    if not path.is_file():
        raise DatabaseUrl(f"expected a database at {path}; there is none")
    with sqlite.opened(path) as connection:
        return checked(connection)
