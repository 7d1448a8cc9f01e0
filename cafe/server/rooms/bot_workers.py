"""Bots think in processes of their own, so that thinking never delays anybody's move."""

from __future__ import annotations

import asyncio
import multiprocessing
import secrets
import signal
import traceback
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random

import msgspec

from cafe.bots import BOTS, Budget
from cafe.bots.turn import whole_turn
from cafe.protocol.convert import action_form, view_of
from cafe.protocol.forms import AnyAction, StateForm
from cafe.protocol.hints import ReasonsForm
from cafe.rules.names import action_text
from cafe.rules.view import determinise

FALLBACK = "greedy"
HINTS = "regular"
"""The bot that is asked for hints: it plays well and answers at once."""
START_SECONDS = 60.0
MOST_STEPS = 6
"""A turn has at most a party's announcement, its four guests and an end."""


class Task(msgspec.Struct, frozen=True):
    """A turn to be played: the bot sees only the view."""

    bot: str
    view: StateForm
    ms: float
    seed: int


class Result(msgspec.Struct, frozen=True):
    actions: list[AnyAction] = []
    reasons: ReasonsForm | None = None
    error: str | None = None


class BotFailed(Exception):
    """A bot that raised, was too slow or died."""


def play_turn(task: Task) -> Result:
    """The rest of a turn by a bot, up to its end or to something revealed."""
    seen = view_of(task.view)
    rng = Random(task.seed)
    state = determinise(seen, rng)  # behaves as the real one up to a reveal, and there this stops
    choices = whole_turn(BOTS[task.bot](), state, rng, Budget(ms=task.ms))
    actions = [choice.action for choice in choices]
    plan = state.edition.plan
    reasons = msgspec.convert(choices[0].info.get("reasons"), ReasonsForm | None)
    if reasons is not None and reasons.turn != [action_text(plan, action) for action in actions]:
        reasons = None  # on its way the bot found another turn that is as good
    return Result([action_form(plan, action) for action in actions], reasons)


def work(pipe: Connection) -> None:
    """Answer tasks until the server hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    pipe.send_bytes(b"ready")
    with suppress(EOFError, OSError):
        while True:
            task = msgspec.json.decode(pipe.recv_bytes(), type=Task)
            try:
                result = play_turn(task)
            except Exception as error:
                result = Result(error=_place(error))
            pipe.send_bytes(msgspec.json.encode(result))


def _place(error: Exception) -> str:
    """The kind of an error and where it happened; its text might name cards, and goes into a log."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {last.name}, line {last.lineno} of {Path(last.filename).name}"


class _Worker:
    """One process, started when it is needed, and started anew after it failed."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    @property
    def process_id(self) -> int | None:
        """The id of the process, if one was started."""
        return None if self._process is None else self._process.pid

    def ask(self, task: Task) -> Result:
        """The bot's turn; BotFailed if there is none in time. Blocks: run it in a thread."""
        try:
            pipe = self._running()
            pipe.send_bytes(msgspec.json.encode(task))
            if not pipe.poll(task.ms * MOST_STEPS / 1000 + 2):
                raise BotFailed("no answer in time")
            result = msgspec.json.decode(pipe.recv_bytes(), type=Result)
        except (OSError, EOFError, BotFailed) as error:
            self.kill()
            raise BotFailed(f"{type(error).__name__}: {error}") from None
        if result.error is not None:
            raise BotFailed(result.error)
        return result

    def _running(self) -> Connection:
        if self._process is not None and self._process.is_alive() and self._pipe is not None:
            return self._pipe
        self.kill()
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs,), name="cafe-bot", daemon=True)
        self._process.start()
        theirs.close()
        if not self._pipe.poll(START_SECONDS):
            raise BotFailed("the worker process did not start")
        self._pipe.recv_bytes()
        return self._pipe

    def interrupt(self) -> None:
        """End the process; a thread that asks it notices, and lets go of it."""
        with suppress(ValueError):  # that thread was quicker
            if self._process is not None and self._process.pid is not None:
                self._process.kill()

    def kill(self) -> None:
        """End the process, whatever it does, and let go of it. No thread may be asking it."""
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
        self._process = self._pipe = None


class Workers:
    """A few worker processes for all rooms."""

    def __init__(self, count: int, ms: float) -> None:
        self._ms = ms
        self._threads = ThreadPoolExecutor(count, "bots")
        self._idle: asyncio.Queue[_Worker] = asyncio.Queue()
        self._all = [_Worker() for _ in range(count)]
        for worker in self._all:
            self._idle.put_nowait(worker)

    async def turn(self, bot: str, seen: StateForm) -> tuple[Result, str | None]:
        """The bot's turn, or `greedy`'s together with the reason why the bot failed."""
        task = Task(bot, seen, self._ms, secrets.randbits(32))
        worker = await self._idle.get()
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, worker.ask, task), None
        except BotFailed as error:
            reason = str(error)
        finally:
            self._idle.put_nowait(worker)
        fallback = Task(FALLBACK, seen, self._ms, task.seed)
        return await asyncio.to_thread(play_turn, fallback), reason

    def processes(self) -> list[int]:
        """The ids of the worker processes that run."""
        return [worker.process_id for worker in self._all if worker.process_id is not None]

    async def close(self) -> None:
        """End all workers, in the middle of a thought, too."""
        for worker in self._all:
            worker.interrupt()
        await asyncio.to_thread(self._threads.shutdown)
        for worker in self._all:
            await asyncio.to_thread(worker.kill)
