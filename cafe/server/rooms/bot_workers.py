"""Bots think in processes of their own, so that thinking never delays anybody's move."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from random import Random

import msgspec

from cafe.bots import BOTS, MAESTRO, Budget
from cafe.bots.turn import whole_turn
from cafe.protocol.convert import action_form, view_of
from cafe.protocol.forms import AnyAction, StateForm
from cafe.protocol.hints import ReasonsForm
from cafe.rules.names import action_text
from cafe.rules.view import determinise
from cafe.server.rooms.fair_queue import FairQueue
from cafe.server.rooms.worker_pool import WorkerPool
from cafe.server.rooms.worker_process import Tell, WorkerFailed, place_of

FALLBACK = "greedy"
HINTS = MAESTRO if MAESTRO in BOTS else "chef"
"""The bot that gives hints: with NumPy the strongest one, whose network is also behind the reviews."""
HINT_MS = 200
"""How many milliseconds it may think at most: clocks that ran out wait for the same process."""
PATIENT = 2
"""How many turns may wait for each process before bots think for a shorter time."""
LEAST_MS = 50.0
EXACT_NODES = 5000
"""The budget of a bot that must answer the same everywhere: more than those of the café of the day use."""
EXACT_MS = 10_000.0
"""Such a bot reads no clock; a process that takes longer than this has failed."""
MOST_STEPS = 6
"""A turn has at most a party's announcement, its four guests and an end."""


class Task(msgspec.Struct, frozen=True):
    """A turn to be played: the bot sees only the view."""

    bot: str
    view: StateForm
    ms: float
    seed: int
    nodes: int | None = None


class Result(msgspec.Struct, frozen=True):
    actions: list[AnyAction] = []
    reasons: ReasonsForm | None = None
    error: str | None = None


def play_turn(task: Task) -> Result:
    """The rest of a turn as a bot plays it, up to its end or to a reveal."""
    seen = view_of(task.view)
    rng = Random(task.seed)
    state = determinise(seen, rng)  # behaves like the real state up to a reveal, where this stops
    choices = whole_turn(BOTS[task.bot](), state, rng, Budget(ms=task.ms, nodes=task.nodes))
    actions = [choice.action for choice in choices]
    plan = state.edition.plan
    reasons = msgspec.convert(choices[0].info.get("reasons"), ReasonsForm | None)
    if reasons is not None and reasons.turn != [action_text(plan, action) for action in actions]:
        reasons = None  # on its way the bot found another turn that is equally good
    return Result([action_form(plan, action) for action in actions], reasons)


def answer_task(data: bytes, tell: Tell) -> bytes:
    """What a worker process does: a task in, a result out."""
    try:
        result = play_turn(msgspec.json.decode(data, type=Task))
    except Exception as error:
        result = Result(error=place_of(error))
    return msgspec.json.encode(result)


def seed_of(seen: StateForm) -> int:
    """A seed that depends only on what a bot sees."""
    return int.from_bytes(hashlib.sha256(msgspec.json.encode(seen, order="sorted")).digest()[:4], "big")


class Workers(WorkerPool):
    """A few worker processes for all rooms, shared fairly between people."""

    def __init__(self, count: int, ms: float) -> None:
        super().__init__(answer_task, "cafe-bot", count)
        self._count = count
        self._ms = ms
        self._queue = FairQueue(count)

    @property
    def is_full(self) -> bool:
        """Whether so many turns are waiting that bots think for a shorter time."""
        return self.waiting > PATIENT * self._count

    @property
    def waiting(self) -> int:
        """How many turns are waiting for a process."""
        return self._queue.waiting

    async def turn(
        self, bot: str, seen: StateForm, who: str, *, urgent: bool = False, exact: bool = False
    ) -> tuple[Result, str | None]:
        """The bot's turn, or `greedy`'s together with the reason why the bot failed.

        `who` is the person for whom it thinks; `urgent` comes before everything else. A bot that is `exact`
        gives the same answer to the same view everywhere, however many are waiting; raises WorkerFailed if it
        does not answer.
        """
        await self._queue.take(who, urgent=urgent)
        if exact:
            task = Task(bot, seen, EXACT_MS, seed_of(seen), EXACT_NODES)
        else:
            task = Task(bot, seen, self._shortened(), secrets.randbits(32))
        try:
            return await self._play(task), None
        except WorkerFailed as error:
            if exact:
                raise
            reason = str(error)
        finally:
            self._queue.give_back()
        fallback = Task(FALLBACK, seen, self._ms, task.seed)
        return await asyncio.to_thread(play_turn, fallback), reason

    async def _play(self, task: Task) -> Result:
        """The bot's turn; raises WorkerFailed if there is none in time."""
        answer = await self.ask(msgspec.json.encode(task), task.ms * MOST_STEPS / 1000 + 2)
        result = msgspec.json.decode(answer, type=Result)
        if result.error is not None:
            raise WorkerFailed(result.error)
        return result

    def _shortened(self) -> float:
        """How long a bot may think: the more are waiting, the shorter, so that nobody waits long."""
        if not self.is_full:
            return self._ms
        return max(min(self._ms, LEAST_MS), self._ms * PATIENT * self._count / self.waiting)
