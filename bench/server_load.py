"""Load on the game server, side by side with boardgame.io: four sockets a table, one move in flight at each.

    python -m bench.server_load [--tables 100 400] [--seconds 3] [--rounds 10] [--think-ms 1000] [--alone]

One generator for both. A move lasts from sending a turn to its answer. Ours are real games of edition
`board`, and every turn is on the disk before it is answered; boardgame.io keeps its matches in memory.
Both servers stand ready all the time and play in turns, some seconds each, because the speed of a machine
drifts. Tables are open before they are measured: spare ones begin when a game is over, but for one comparison
where there is a rematch instead: a new table and four new sockets. With CAFE_DATABASE_URL and CAFE_REDIS_URL
in the environment our server stores its turns there.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import statistics
import sys
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from subprocess import Popen
from typing import Any, Protocol

import uvloop

from bench.load import cafe, peer
from bench.load.figures import Figures, Meter
from bench.load.pace import Pace
from bench.report import heading, spread

WARM_UP = 1.0
"""Seconds of play before it is measured; the other server's last moves end meanwhile."""
SPREAD = 6.0
"""Seconds over which tables with rematches begin, about as long as a game: then they end one by one."""
PATIENCE = 600.0
"""Seconds after which tables that are not open will not be."""
AT_ONCE = 16
"""Tables that are opened at the same time."""


class Played(Protocol):
    """A table of either side."""

    async def open(self) -> None:
        """Let everybody sit down."""

    def begin(self) -> None:
        """Play from now on."""


async def open_all(tables: Sequence[Played]) -> None:
    """Open the tables, some at the same time."""
    opening = iter(tables)

    async def open_some() -> None:
        for table in opening:
            await table.open()

    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(open_some() for _ in range(AT_ONCE)))


class Side(ABC):
    """A server whose tables play while they are measured, and wait in between."""

    def __init__(self, server: int, think: float) -> None:
        self.server = server
        self.meter = Meter()
        self.pace = Pace(think)

    @abstractmethod
    async def first(self) -> Sequence[Played]:
        """The tables that play, not open yet."""

    @abstractmethod
    async def refill(self) -> None:
        """Make ready what the next round uses up."""

    async def begin(self, seconds: float) -> None:
        """Open the tables and begin, one table after another over this many seconds; then wait."""
        tables = await self.first()
        await open_all(tables)
        self.pace.play()
        for table in tables:
            table.begin()
            await asyncio.sleep(seconds / len(tables))
        self.pace.stop()

    async def round(self, seconds: float, sampled: bool = False) -> Figures:
        """Play for some seconds and measure; a server that takes samples begins with it."""
        await self.refill()
        self.pace.play()
        await asyncio.sleep(WARM_UP)
        if sampled:
            os.kill(self.server, signal.SIGUSR1)
        found = await self.meter.measure(self.server, seconds)
        self.pace.stop()
        return found


class Ours(Side):
    """`cafe serve`. When a game is over a spare table begins, or there is a rematch."""

    def __init__(self, server: int, port: int, tables: int, think: float, rematches: bool) -> None:
        super().__init__(server, think)
        self._port = port
        self._count = tables
        self._spares = 0 if rematches else tables
        self._tokens: list[str] = []
        self._made: list[cafe.CafeTable] = []
        self._spare: list[cafe.CafeTable] = []

    async def first(self) -> Sequence[Played]:
        """As many tables as shall play."""
        self._tokens = await cafe.people(self._port, cafe.SEATS)
        return [self._table() for _ in range(self._count)]

    async def refill(self) -> None:
        """Hang up where the game is over; open as many spare tables again."""
        if self._spares:
            for table in self._made:
                if table.ended:
                    table.close()
            self._made = [table for table in self._made if not table.ended]
            new = [self._table() for _ in range(self._spares - len(self._spare))]
            await open_all(new)
            self._spare += new

    def _table(self) -> cafe.CafeTable:
        table = cafe.CafeTable(self._port, self._tokens, self.meter, self.pace, len(self._made), self._spare)
        self._made.append(table)
        return table


class Theirs(Side):
    """boardgame.io; new matches are over the same sockets."""

    def __init__(self, server: int, port: int, tables: int, think: float) -> None:
        super().__init__(server, think)
        self._port = port
        self._count = tables

    async def first(self) -> Sequence[Played]:
        """As many tables as shall play."""
        return [peer.PeerTable(self._port, self.meter, self.pace, seed) for seed in range(self._count)]

    async def refill(self) -> None:
        """Nothing is used up."""


@contextmanager
def ended(process: Popen[Any]) -> Iterator[int]:
    """The number of a process that ends afterwards."""
    try:
        yield process.pid
    finally:
        process.terminate()
        process.wait()


def show(name: str, rounds: Sequence[Figures]) -> None:
    """The medians of some rounds, with the lowest and the highest."""
    print(
        f"  {name:13} {spread([r.moves_a_second for r in rounds], 'moves/s')}"
        f"   p50 {spread([r.p50 for r in rounds], 'ms', 1)}   p99 {spread([r.p99 for r in rounds], 'ms', 1)}"
        f"   server {spread([r.server_cores for r in rounds], 'cores', 2)}"
        f", its main thread {statistics.median(r.main_cores for r in rounds):.2f}"
        f"   {spread([r.moves_a_second / r.server_cores for r in rounds], 'moves per core-second')}"
        f"   generator {statistics.median(r.generator_cores for r in rounds):.2f} cores"
        f"   {sum(r.games for r in rounds)} games",
        flush=True,
    )


def compare(
    program: str | None, tables: int, seconds: float, rounds: int, think: float = 0.0, rematches: bool = False
) -> None:
    """Rounds of both, one after the other."""
    thinking = f"{think:g} s thinking time" if think else "no thinking time"
    print(f"\n{tables} tables, {thinking}{', with rematches' if rematches else ''}", flush=True)

    async def run(folder: str, stack: ExitStack) -> list[list[Figures]]:
        process, port = cafe.start_server(Path(folder))
        sides: list[Side] = [Ours(stack.enter_context(ended(process)), port, tables, think, rematches)]
        if program is not None:
            other, port = peer.start_server(program)
            sides.append(Theirs(stack.enter_context(ended(other)), port, tables, think))
        for side in sides:
            await side.begin(SPREAD if rematches else 0.0)
        return [[await side.round(seconds) for side in sides] for _ in range(rounds)]

    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        found = uvloop.run(run(folder, stack))
    for name, figures in zip(("cafe serve", "boardgame.io"), zip(*found, strict=True), strict=False):
        show(name, figures)
    if program is not None:
        faster = spread([a.moves_a_second / b.moves_a_second for a, b in found], "x the moves/s", 2)
        slower = spread([a.p99 / b.p99 for a, b in found], "x the p99", 2)
        print(f"  ratio         {faster}   {slower}", flush=True)


def show_where(tables: int, seconds: float) -> None:
    """Where the server's main thread spends its time."""

    async def run(server: int, port: int) -> None:
        side = Ours(server, port, tables, 0.0, rematches=False)
        await side.begin(0.0)
        await side.round(seconds, sampled=True)

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "samples"
        process, port = cafe.start_server(Path(folder), "-m", "bench.load.sampler", str(file))
        with ended(process) as server:
            uvloop.run(run(server, port))
        print(f"\nwhere the time of the server's main thread goes, {tables} tables, no thinking time")
        print(file.read_text(encoding="utf-8"), end="", flush=True)


def main(arguments: Sequence[str] = ()) -> None:
    """Compare at every number of tables saturated, then once with rematches, once with thinking time."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, nargs="+", default=[100, 400])
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument(
        "--think-ms", type=float, default=1000, help="for the last comparison; 0: leave it out"
    )
    parser.add_argument("--alone", action="store_true", help="without boardgame.io")
    chosen = parser.parse_args(arguments)
    program, versions = (None, "") if chosen.alone else peer.install()
    heading("server under load", "uvicorn", "uvloop", "websockets")
    if versions:
        print(f"against  {versions}")
    for tables in chosen.tables:
        compare(program, tables, chosen.seconds, chosen.rounds)
    compare(program, chosen.tables[0], chosen.seconds, chosen.rounds, rematches=True)
    show_where(chosen.tables[-1], chosen.seconds)
    if chosen.think_ms:
        compare(program, chosen.tables[-1], 2 * chosen.seconds, chosen.rounds, chosen.think_ms / 1000)


if __name__ == "__main__":
    main(sys.argv[1:])
