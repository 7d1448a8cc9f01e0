"""Reviewing finished games in separate processes, which yield to everything else."""

from __future__ import annotations

import asyncio
import os

import msgspec

from cafe.protocol.reviews import GameReviewForm
from cafe.server.rooms.worker_pool import WorkerPool
from cafe.server.rooms.worker_process import Tell, WorkerFailed, place_of
from cafe.server.turn.review import ReviewTask, make_review

SECONDS = 300.0
"""How long one review may take; on a core of its own it takes at most a tenth of that."""
NICE = 10
"""The workers' niceness: they yield to everything else, but not for ever."""


class ReviewResult(msgspec.Struct, frozen=True):
    review: GameReviewForm | None = None
    error: str | None = None


def answer_task(data: bytes, tell: Tell) -> bytes:
    """What a worker process does: a task in, a result out, with its progress in between."""
    os.setpriority(os.PRIO_PROCESS, 0, NICE)
    try:
        task = msgspec.json.decode(data, type=ReviewTask)
        result = ReviewResult(make_review(task, lambda *far: tell(msgspec.json.encode(far))))
    except Exception as error:
        result = ReviewResult(error=place_of(error))
    return msgspec.json.encode(result)


class ReviewWorkers(WorkerPool):
    """A few processes for everybody's reviews; they end when nobody is waiting."""

    def __init__(self, count: int) -> None:
        super().__init__(answer_task, "cafe-review", count)
        self.count = count
        self.wanted = asyncio.Event()
        """Set when somebody asks."""

    async def make(self, task: ReviewTask, far: list[int]) -> GameReviewForm:
        """The review; raises WorkerFailed if there is none. `far` becomes the steps done and the total."""

        def noted(told: bytes) -> None:
            far[:] = msgspec.json.decode(told, type=tuple[int, int])

        answer = await self.ask(msgspec.json.encode(task), SECONDS, noted)
        result = msgspec.json.decode(answer, type=ReviewResult)
        if result.review is None:
            raise WorkerFailed(result.error or "no review")
        return result.review
