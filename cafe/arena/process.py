"""A second process that answers each line with a line, with a limit on how long it is waited for."""

from __future__ import annotations

import os
import select
import shlex
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final

from cafe.arena.forfeit import Forfeit, Why
from cafe.arena.processor_time import processor_time

LONGEST_LINE: Final = 1 << 20
END_S: Final = 1.0
"""How long a process may take to end after being asked to, and again after SIGTERM."""
SILENT_S: Final = 10.0
"""How long a process may stay silent without computing, in addition to ten times what it may take."""


class Process:
    """A running command line; raises OSError or ValueError if it cannot be started."""

    def __init__(self, command: str) -> None:
        self._process = subprocess.Popen(
            shlex.split(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,  # an interrupt goes to the arena, which ends what it started
        )
        if self._process.stdin is None or self._process.stdout is None:
            raise AssertionError("the process was started without pipes")
        self._to, self._from = self._process.stdin, self._process.stdout
        for pipe in (self._to, self._from):
            os.set_blocking(pipe.fileno(), False)
        self._said = b""
        self._clock: Callable[[], float] = time.monotonic

    def count_processor_time(self) -> None:
        """Count processor time instead of elapsed time; raises OSError if the system does not report it."""
        self._clock = partial(processor_time, self._process.pid)
        self._clock()

    def ask(self, line: bytes, allowed: float) -> tuple[bytes, float]:
        """The line that it answers and the milliseconds it took; raises Forfeit if there is none in time."""
        try:
            if not self._said and self._wait(0, writing=False):
                self._read()
            if self._said:
                raise Forfeit(Why.ANSWER, f"expected one line per answer; also got {self._said[:80]!r}")
            return self._exchange(line + b"\n", allowed)
        except (OSError, EOFError):
            raise Forfeit(Why.ENDED, f"expected an answer; {self._ending()}") from None

    def _ending(self) -> str:
        """How the program ended, in words."""
        try:
            status = self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            return "the program runs, but has closed its input or output"
        if status < 0:
            return f"the program has ended by {signal.Signals(-status).name}"
        return f"the program has ended with status {status}"

    def _exchange(self, left: bytes, allowed: float) -> tuple[bytes, float]:
        begin, patience = self._clock(), SILENT_S + allowed / 100
        give_up = time.monotonic() + patience
        spent = 0.0
        while left or b"\n" not in self._said:
            if spent > allowed:
                raise Forfeit(Why.TIME, f"expected an answer within {allowed:.0f} ms; got none")
            if time.monotonic() > give_up:
                raise Forfeit(
                    Why.TIME,
                    f"expected an answer within {patience:.1f} s by the wall clock; got none, "
                    f"with {spent:.0f} of {allowed:.0f} ms of processor time used",
                )
            for pipe in self._wait(allowed - spent, writing=bool(left)):
                if pipe == self._to.fileno():
                    left = left[os.write(pipe, left) :]
                else:
                    self._read()
            spent = (self._clock() - begin) * 1000
        if spent > allowed:
            raise Forfeit(Why.TIME, f"expected an answer within {allowed:.0f} ms; it took {spent:.0f}")
        line, _, self._said = self._said.partition(b"\n")
        return line, spent

    def _wait(self, ms: float, writing: bool) -> list[int]:
        """The pipes that are ready, as soon as there are any."""
        poll = select.poll()
        poll.register(self._from, select.POLLIN)
        if writing:
            poll.register(self._to, select.POLLOUT)
        return [pipe for pipe, _ in poll.poll(ms and ms + 1)]

    def _read(self) -> None:
        found = os.read(self._from.fileno(), LONGEST_LINE)
        if not found:
            raise EOFError
        self._said += found
        if self._said.find(b"\n", 0, LONGEST_LINE) < 0 and len(self._said) >= LONGEST_LINE:
            raise Forfeit(Why.ANSWER, f"expected a line of at most {LONGEST_LINE} bytes; got a longer one")

    def close(self, last: bytes) -> None:
        """Ask it to end by a last line; if necessary send SIGTERM, then SIGKILL, to it and all it started."""
        with suppress(OSError):
            os.write(self._to.fileno(), last + b"\n")
        with suppress(OSError):
            self._to.close()
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                self._process.wait(END_S)
                break
            except subprocess.TimeoutExpired:
                with suppress(ProcessLookupError):
                    os.killpg(self._process.pid, number)
        self._process.wait()
        self._from.close()  # not before: it may have been about to say something
