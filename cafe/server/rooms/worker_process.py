"""A process beside the server for work that would take too long in it."""

from __future__ import annotations

import multiprocessing
import signal
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

START_SECONDS = 60.0
NOTE, ANSWER = b"n", b"a"
"""The first byte of a worker's message."""

Tell = Callable[[bytes], None]
"""Sends the server something before the answer."""
Answer = Callable[[bytes, Tell], bytes]
"""What a worker does with a task."""


class WorkerFailed(Exception):
    """A worker that raised, was too slow or died."""


def work(answer: Answer, pipe: Connection) -> None:
    """Answer until the server hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    pipe.send_bytes(b"ready")
    with suppress(EOFError, OSError):
        while True:
            pipe.send_bytes(ANSWER + answer(pipe.recv_bytes(), lambda note: pipe.send_bytes(NOTE + note)))


def place_of(error: Exception) -> str:
    """The kind of an error and where it happened, for the log; its text might name cards."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {last.name}, line {last.lineno} of {Path(last.filename).name}"


class WorkerProcess:
    """One process, started when it is needed, and restarted after a failure."""

    def __init__(self, answer: Answer, name: str) -> None:
        self._answer = answer
        self._name = name
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    @property
    def process_id(self) -> int | None:
        """The id of the process, if one was started."""
        return None if self._process is None else self._process.pid

    def ask(self, task: bytes, seconds: float, noted: Tell | None = None) -> bytes:
        """The answer to a task; raises WorkerFailed if there is none in time. Blocks: run it in a thread.

        `noted` gets what the worker sends meanwhile.
        """
        try:
            pipe = self._running()
            pipe.send_bytes(task)
            end = time.monotonic() + seconds
            while True:
                if not pipe.poll(max(0.0, end - time.monotonic())):
                    raise WorkerFailed("no answer in time")
                message = pipe.recv_bytes()
                if message.startswith(ANSWER):
                    return message[1:]
                if noted is not None:
                    noted(message[1:])
        except (OSError, EOFError, WorkerFailed) as error:
            self.kill()
            raise WorkerFailed(f"{type(error).__name__}: {error}") from None

    def _running(self) -> Connection:
        if self._process is not None and self._process.is_alive() and self._pipe is not None:
            return self._pipe
        self.kill()
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=work, args=(self._answer, theirs), name=self._name, daemon=True
        )
        self._process.start()
        theirs.close()
        if not self._pipe.poll(START_SECONDS):
            raise WorkerFailed("the worker process did not start")
        self._pipe.recv_bytes()
        return self._pipe

    def interrupt(self) -> None:
        """End the process; a thread that is asking it notices, and releases it."""
        with suppress(ValueError):  # that thread was faster
            if self._process is not None and self._process.pid is not None:
                self._process.kill()

    def kill(self) -> None:
        """End the process, whatever it is doing, and release it. No thread may be asking it."""
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
        self._process = self._pipe = None
