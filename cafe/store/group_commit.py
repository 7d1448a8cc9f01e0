"""Group commit: everything waiting to be written goes into one transaction."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from sqlalchemy import Connection

from cafe.store import crash_points
from cafe.store.batch_append import AppendTurn, BatchRefused, append_all
from cafe.store.errors import StoreError, Unavailable, in_words

T = TypeVar("T")
Work = Callable[[Connection], Any]
Outcome = tuple[Any, Exception | None]


def run_together(connection: Connection, works: list[Work]) -> list[Outcome]:
    """Run all units of work in one transaction; one that fails is undone on its own."""
    turns = [work for work in works if isinstance(work, AppendTurn)]
    try:
        return _run_all(connection, works, turns)
    except BatchRefused:
        return _run_all(connection, works, [])


def _run_all(connection: Connection, works: list[Work], together: list[AppendTurn]) -> list[Outcome]:
    with connection.begin():
        if together:
            append_all(connection, together)
        outcomes = [
            (None, None) if together and isinstance(work, AppendTurn) else _run(connection, work)
            for work in works
        ]
        crash_points.reach("before-commit")
    crash_points.reach("after-commit")
    return outcomes


def _run(connection: Connection, work: Work) -> Outcome:
    connection.exec_driver_sql("SAVEPOINT one")  # begin_nested() takes three times as long
    outcome: Outcome
    try:
        outcome = work(connection), None
    except Exception as error:
        connection.exec_driver_sql("ROLLBACK TO SAVEPOINT one")
        outcome = None, error
    connection.exec_driver_sql("RELEASE SAVEPOINT one")
    return outcome


class Writer:
    """One task that takes everything waiting, commits it together, then notifies those who wait."""

    def __init__(self, commit: Callable[[list[Work]], Awaitable[list[Outcome]]], most: int) -> None:
        self._commit = commit
        self._most = most
        self._waiting: list[tuple[Work, asyncio.Future[Any]]] = []
        self._wake = asyncio.Event()
        self._ending = False
        self._task = asyncio.create_task(self._run(), name="writer")
        self._began: float | None = None
        self.on_batch: Callable[[int], None] = lambda size: None
        """Called with the size of every batch."""

    async def write(self, work: Callable[[Connection], T]) -> T:
        """The result of the work, once its transaction is on disk; raises Unavailable if it is not."""
        if self._ending:
            raise Unavailable("the database is being closed")
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, answer))
        self._wake.set()
        return await answer

    @property
    def seconds_of_write(self) -> float:
        """How long the current write has taken so far."""
        return 0.0 if self._began is None else time.monotonic() - self._began

    async def end(self) -> None:
        """Write what is waiting, then stop."""
        self._ending = True
        self._wake.set()
        await self._task

    async def _run(self) -> None:
        while self._waiting or not self._ending:
            await self._wake.wait()
            batch, self._waiting = self._waiting[: self._most], self._waiting[self._most :]
            if not self._waiting and not self._ending:
                self._wake.clear()
            if batch:
                await self._write(batch)

    async def _write(self, batch: list[tuple[Work, asyncio.Future[Any]]]) -> None:
        self.on_batch(len(batch))
        self._began = time.monotonic()
        try:
            outcomes = await self._commit([work for work, _ in batch])
        except Exception as error:
            outcomes = [(None, error)] * len(batch)
        self._began = None
        for (_, answer), (value, failure) in zip(batch, outcomes, strict=True):
            if answer.cancelled():
                continue
            if failure is None:
                answer.set_result(value)
            elif isinstance(failure, StoreError):
                answer.set_exception(failure)
            else:
                unavailable = Unavailable(f"the database did not store it: {in_words(failure)}")
                unavailable.__cause__ = failure
                answer.set_exception(unavailable)
