"""PostgreSQL: any number of processes, a few connections each."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from asyncpg.exceptions import InterfaceError, PostgresError
from sqlalchemy import URL, Connection, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from cafe.store.dialect import lock_for_all_processes
from cafe.store.errors import DatabaseUrl
from cafe.store.group_commit import Outcome, Work, run_together
from cafe.store.migration import migrate

T = TypeVar("T")

TROUBLE: tuple[type[Exception], ...] = (SQLAlchemyError, PostgresError, InterfaceError, OSError, TimeoutError)
"""The exceptions of a database that does not answer."""
CONNECTIONS = 8
TIMES = {"lock_timeout": "10s", "idle_in_transaction_session_timeout": "15s"}
"""The longest that a process which hangs in the middle of a transaction can stop the others."""


def postgres_engine(url: URL) -> AsyncEngine:
    """An engine that gives up on a server that does not answer."""
    return create_async_engine(
        url.set(drivername="postgresql+asyncpg"),
        pool_size=CONNECTIONS,
        max_overflow=0,
        pool_timeout=10,
        connect_args={"timeout": 5, "command_timeout": 20, "server_settings": TIMES},
    )


class Postgres:
    """An open PostgreSQL database."""

    shared = True
    most_at_once = 64  # a transaction holds the locks of all its rooms until it is stored
    trouble = TROUBLE

    def __init__(self, engine: AsyncEngine, is_new: bool) -> None:
        self.is_new = is_new
        self._engine = engine
        self._snapshots = engine.execution_options(isolation_level="REPEATABLE READ")

    @classmethod
    async def open(cls, url: URL) -> Postgres:
        """Migrate, one process after the other, and open; raises DatabaseUrl if that is impossible."""
        async with opened(url) as engine, engine.begin() as connection:
            await connection.run_sync(lock_for_all_processes)
            is_new = await connection.run_sync(migrate)
        return cls(postgres_engine(url), is_new)

    async def read_inline(self, work: Callable[[Connection], T]) -> T:
        """The result of a unit of work that reads a few rows."""
        return await self.read(work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """The result of a unit of work that changes nothing, from one snapshot of the database."""
        async with self._snapshots.connect() as connection:
            return await connection.run_sync(work)

    async def commit(self, works: list[Work]) -> list[Outcome]:
        """Run units of work in one transaction; one that lost a race for locks runs again on its own."""
        outcomes = await self._together(works)
        for index, (_, error) in enumerate(outcomes):
            if _is_clash(error):
                try:
                    outcomes[index] = (await self._together([works[index]]))[0]
                except TROUBLE as again:
                    outcomes[index] = None, again
        return outcomes

    async def _together(self, works: list[Work]) -> list[Outcome]:
        async with self._engine.connect() as connection:
            return await connection.run_sync(run_together, works)

    async def clock_offset(self, own: Callable[[], float]) -> float:
        """Seconds by which the database's clock is ahead of this process's."""
        async with self._engine.connect() as connection:
            await connection.execute(text("SELECT 1"))  # so that opening a connection is not measured
            before = own()
            theirs = await connection.scalar(text("SELECT extract(epoch FROM clock_timestamp())::float8"))
            return float(theirs or 0) - (before + own()) / 2

    def damage(self) -> str | None:
        """Nothing: PostgreSQL looks after its own files."""
        return None

    async def close(self) -> None:
        """Close every connection."""
        await self._engine.dispose()


def _is_clash(error: Exception | None) -> bool:
    """Whether PostgreSQL gave up because of others: a deadlock, or a lock that was not granted."""
    state = getattr(error.orig, "sqlstate", None) if isinstance(error, DBAPIError) else None
    return state is not None and (state.startswith("40") or state == "55P03")


@asynccontextmanager
async def opened(url: URL) -> AsyncIterator[AsyncEngine]:
    """An engine for a single task; raises DatabaseUrl if the database cannot be used."""
    engine = postgres_engine(url)
    try:
        yield engine
    except TROUBLE as error:
        shown = url.render_as_string(hide_password=True)
        cause = getattr(error, "orig", None) or error
        raise DatabaseUrl(f"cannot use the database {shown}: {cause}") from None
    finally:
        await engine.dispose()
