"""Some worker processes for tasks of one kind."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from cafe.server.rooms.worker_process import Answer, Tell, WorkerProcess


class WorkerPool:
    """Processes that all do the same work. Tasks beyond their number wait until one is free."""

    def __init__(self, answer: Answer, name: str, count: int) -> None:
        self._threads = ThreadPoolExecutor(max(1, count), name)
        self._all = [WorkerProcess(answer, name) for _ in range(count)]
        self._idle = list(self._all)

    async def ask(self, task: bytes, seconds: float, noted: Tell | None = None) -> bytes:
        """The answer to a task; raises WorkerFailed if there is none in time. `noted` gets its progress."""
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, self._ask, task, seconds, noted
        )

    def _ask(self, task: bytes, seconds: float, noted: Tell | None) -> bytes:
        worker = self._idle.pop()  # there are as many threads as workers
        try:
            return worker.ask(task, seconds, noted)
        finally:
            self._idle.append(worker)

    def processes(self) -> list[int]:
        """The ids of the processes that are running."""
        return [worker.process_id for worker in self._all if worker.process_id is not None]

    async def rest(self) -> None:
        """End the processes that have nothing to do, and free their memory."""
        for worker in list(self._idle):
            await asyncio.to_thread(worker.kill)

    async def close(self) -> None:
        """End all processes, even in the middle of a task."""
        for worker in self._all:
            worker.interrupt()
        await asyncio.to_thread(self._threads.shutdown)
        for worker in self._all:
            await asyncio.to_thread(worker.kill)
