"""Finished games are looked through in processes of their own, which yield to everything else."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor

import msgspec

from cafe.protocol.reviews import GameReviewForm
from cafe.server.rooms.worker_process import Tell, WorkerFailed, WorkerProcess, place_of
from cafe.server.turn.review import ReviewTask, make_review

SECONDS = 300.0
"""How long one review may take; on a core of its own it takes a tenth of that, at most."""
NICE = 10
"""How much a worker yields: to everything else, but never for ever."""


class ReviewResult(msgspec.Struct, frozen=True):
    review: GameReviewForm | None = None
    error: str | None = None


def answer_task(data: bytes, tell: Tell) -> bytes:
    """What a worker process does: a task in, a result out, and how far it is meanwhile."""
    os.setpriority(os.PRIO_PROCESS, 0, NICE)
    try:
        task = msgspec.json.decode(data, type=ReviewTask)
        result = ReviewResult(make_review(task, lambda *far: tell(msgspec.json.encode(far))))
    except Exception as error:
        result = ReviewResult(error=place_of(error))
    return msgspec.json.encode(result)


class ReviewWorkers:
    """A few processes for the reviews of all people; they end when nobody waits."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.wanted = asyncio.Event()
        """Set when somebody asks."""
        self._threads = ThreadPoolExecutor(max(1, count), "reviews")
        self._idle = [WorkerProcess(answer_task, "cafe-review") for _ in range(count)]
        self._all = list(self._idle)

    async def make(self, task: ReviewTask, far: list[int]) -> GameReviewForm:
        """The review; WorkerFailed if there is none. `far` becomes the steps done, and all."""
        worker = self._idle.pop()

        def noted(told: bytes) -> None:
            far[:] = msgspec.json.decode(told, type=tuple[int, int])

        try:
            loop, data = asyncio.get_running_loop(), msgspec.json.encode(task)
            answer = await loop.run_in_executor(self._threads, worker.ask, data, SECONDS, noted)
        finally:
            self._idle.append(worker)
        result = msgspec.json.decode(answer, type=ReviewResult)
        if result.review is None:
            raise WorkerFailed(result.error or "no review")
        return result.review

    async def rest(self) -> None:
        """End the processes that have nothing to do: each holds a network in memory."""
        for worker in self._idle:
            await asyncio.to_thread(worker.kill)

    def processes(self) -> list[int]:
        """The ids of the worker processes that run."""
        return [worker.process_id for worker in self._all if worker.process_id is not None]

    async def close(self) -> None:
        """End all workers, in the middle of a review, too."""
        for worker in self._all:
            worker.interrupt()
        await asyncio.to_thread(self._threads.shutdown)
        for worker in self._all:
            await asyncio.to_thread(worker.kill)
