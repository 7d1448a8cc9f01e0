"""What a run of load found."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from bench.load.link import Broken


class Figures(NamedTuple):
    """One run: moves a second, milliseconds of a move, cores that were busy."""

    moves_a_second: float
    p50: float
    p99: float
    server_cores: float
    main_cores: float
    """Of the server's main thread alone."""
    generator_cores: float
    games: int
    """How many ended."""


class Meter:
    """Takes the time of moves while it is on."""

    def __init__(self) -> None:
        self.on = False
        self.games = 0
        """How many have ended."""
        self._times: list[float] = []
        self.unanswered: Callable[[], list[float]] = list
        """When the moves began that still wait for an answer."""
        self.failure: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def moved(self, began: float) -> None:
        """A move that began then was answered now."""
        if self.on:
            self._times.append(time.perf_counter() - began)

    def fail(self, why: Exception) -> None:
        """Something is wrong, so nothing is measured."""
        if not self.failure.done():
            self.failure.set_exception(why)

    async def measure(self, server: int, seconds: float) -> Figures:
        """The figures of this many seconds from now."""
        self._times, games = [], self.games
        before, main, own = cpu(server), cpu(server, server), time.process_time()
        began = time.perf_counter()
        self.on = True
        await asyncio.wait([self.failure], timeout=seconds)
        self.on = False
        if self.failure.done():
            self.failure.result()
        lasted = time.perf_counter() - began
        now = time.perf_counter()
        times = sorted((*self._times, *(now - sent for sent in self.unanswered())))
        if not times:
            raise Broken(f"no move was answered in {lasted:.0f} s")
        return Figures(
            len(times) / lasted,
            1000 * times[len(times) // 2],
            1000 * times[len(times) * 99 // 100],
            (cpu(server) - before) / lasted,
            (cpu(server, server) - main) / lasted,
            (time.process_time() - own) / lasted,
            self.games - games,
        )


def cpu(process: int, thread: int | None = None) -> float:
    """Seconds of processor time that a process, or one thread of it, has used."""
    place = f"/proc/{process}" if thread is None else f"/proc/{process}/task/{thread}"
    fields = Path(f"{place}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> float:
    """Kilobytes that a process holds."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return float(status.split("VmRSS:")[1].split()[0])
