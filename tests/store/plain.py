"""Works on a database without the writer: in a transaction of its own, or in one that is undone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

from cafe.store import postgres, sqlite
from cafe.store.database import read_url

T = TypeVar("T")


def work_on(url: str, work: Callable[[Connection], T]) -> T:
    """The result of a unit of work."""
    found = read_url(url)
    if found.get_backend_name() == "sqlite":
        path = sqlite.sqlite_path(found)
        path.parent.mkdir(parents=True, exist_ok=True)
        with sqlite.opened(path) as connection:
            return work(connection)

    async def run() -> T:
        async with postgres.opened(found) as engine, engine.begin() as connection:
            return await connection.run_sync(work)

    return asyncio.run(run())


class _Blocking:
    """A connection of an asynchronous driver that waits for each statement."""

    def __init__(self, loop: asyncio.AbstractEventLoop, connection: AsyncConnection) -> None:
        self._loop = loop
        self._connection = connection
        self.dialect = connection.dialect

    def _run(self, name: str, *arguments: Any) -> Any:
        return self._loop.run_until_complete(
            self._connection.run_sync(lambda c: getattr(c, name)(*arguments))
        )

    def execute(self, *arguments: Any) -> Any:
        return self._run("execute", *arguments)

    def scalar(self, *arguments: Any) -> Any:
        return self._run("scalar", *arguments)

    def scalars(self, *arguments: Any) -> Any:
        return self._run("scalars", *arguments)


@contextmanager
def rolled_back(url: str) -> Iterator[Connection]:
    """A connection whose work is undone in the end."""
    found = read_url(url)
    if found.get_backend_name() == "sqlite":
        engine = sqlite.sqlite_engine(sqlite.sqlite_path(found))
        with engine.connect() as connection:
            yield connection
        engine.dispose()
        return
    with asyncio.Runner() as runner:
        other = postgres.postgres_engine(found)
        opened = runner.run(other.connect().__aenter__())
        yield cast(Connection, _Blocking(runner.get_loop(), opened))
        runner.run(opened.close())
        runner.run(other.dispose())
