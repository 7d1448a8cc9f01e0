"""An open database: reads at once, writes in groups."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

from sqlalchemy import URL, Connection
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from cafe.store import sqlite
from cafe.store.errors import DatabaseUrl, Unavailable, in_words
from cafe.store.group_commit import Outcome, Work, Writer
from cafe.store.migration import expect_newest

T = TypeVar("T")

EXPECTED = "expected a database address such as sqlite:///cafe.db or postgresql+asyncpg://cafe@host/cafe"


class Backend(Protocol):
    """What SQLite and PostgreSQL each do in their own way."""

    shared: bool
    """Whether other processes may have the same database open."""
    most_at_once: int
    """The most units of work in one transaction."""
    trouble: tuple[type[Exception], ...]
    """The exceptions it raises when it does not answer."""
    is_new: bool
    """Whether it was empty when it was opened."""

    async def read_inline(self, work: Callable[[Connection], T]) -> T:
        """The result of a unit of work that reads a few rows, found by their keys."""

    async def read(self, work: Callable[[Connection], T]) -> T:
        """The result of a unit of work that changes nothing."""

    async def commit(self, works: list[Work]) -> list[Outcome]:
        """Run units of work, each of which may fail on its own, and store what they did."""

    async def clock_offset(self, own: Callable[[], float]) -> float:
        """Seconds by which the database's clock is ahead of this process's own."""

    def damage(self) -> str | None:
        """What has happened to the database's file, as far as can be seen from outside."""

    async def close(self) -> None:
        """Let go of it."""


def read_url(url: str) -> URL:
    """The address of a database; a DatabaseUrl error says what was expected."""
    try:
        found = make_url(url)
    except (ArgumentError, ValueError):
        shown = url.rpartition("@")[2]  # the password is not shown
        raise DatabaseUrl(f"{EXPECTED}; got {shown!r}") from None
    kind = found.drivername
    fits = found.database and found.database != ":memory:"
    if not fits or kind not in ("sqlite", "postgresql", "postgresql+asyncpg"):
        raise DatabaseUrl(f"{EXPECTED}; got {found.render_as_string(hide_password=True)!r}")
    return found


class Database:
    """An open database. A unit of work is a function of a connection."""

    def __init__(self, backend: Backend, name: str) -> None:
        self._backend = backend
        self.name = name
        """Its file or address, without a password."""
        self.shared = backend.shared
        self.is_new = backend.is_new
        self.writer = Writer(backend.commit, backend.most_at_once)

    @classmethod
    async def open(cls, url: str) -> Database:
        """Migrate and open; raises DatabaseInUse or DatabaseUrl if that is impossible."""
        found = read_url(url)
        if found.get_backend_name() == "sqlite":
            return cls(await sqlite.Sqlite.open(found), str(sqlite.sqlite_path(found).resolve()))
        from cafe.store.postgres import Postgres  # only a server with PostgreSQL loads its driver

        return cls(await Postgres.open(found), found.render_as_string(hide_password=True))

    async def read_inline(self, work: Callable[[Connection], T]) -> T:
        """The result of a unit of work that reads a few rows by their keys, from one snapshot."""
        with self._trouble():
            return await self._backend.read_inline(work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """The same for one that may take longer: nobody else waits for it."""
        with self._trouble():
            return await self._backend.read(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """The result of a unit of work, once it is on disk; raises Unavailable if it might not be."""
        return await self.writer.write(work)

    async def clock_offset(self, own: Callable[[], float]) -> float:
        """Seconds by which the database's clock is ahead of this process's own."""
        with self._trouble():
            return await self._backend.clock_offset(own)

    def damage(self) -> str | None:
        """What has happened to the database's file: SQLite's memory hides damage for a while."""
        return self._backend.damage()

    @contextmanager
    def _trouble(self) -> Iterator[None]:
        try:
            yield
        except self._backend.trouble as error:
            raise Unavailable(f"the database does not answer: {in_words(error)}") from error

    async def close(self) -> None:
        """Write what is waiting, then close the database."""
        await self.writer.end()
        await self._backend.close()


def run_once(url: str, work: Callable[[Connection], T]) -> T:
    """The result of a unit of work in its own transaction, even while servers run; may raise DatabaseUrl."""
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
    sqlite.expect_one_name(path)
    with sqlite.opened(path) as connection:
        return checked(connection)
