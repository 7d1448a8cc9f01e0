"""Load on the game server, side by side with boardgame.io: four sockets a table, one move in flight at each.

    python -m bench.server_load [--tables 100 400] [--seconds 6] [--rounds 3] [--think-ms 1000] [--alone]

One generator for both. A move lasts from sending a turn to its answer. Ours are real games of edition
`board`, and every turn is on the disk before it is answered; boardgame.io keeps its matches in memory.
Rounds alternate, so that a machine that drifts does so for both. Tables are open before they are measured: as
many again begin when a game is over, but for one comparison where there is a rematch instead: a new table and
four new sockets. With CAFE_DATABASE_URL and CAFE_REDIS_URL in
the environment our server stores its turns there.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any, Protocol

import uvloop

from bench.load import cafe, peer
from bench.load.figures import Figures, Meter
from bench.report import heading, spread

WARM_UP = 2.0
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

    def close(self) -> None:
        """Hang up."""


async def load(
    tables: Sequence[Played],
    meter: Meter,
    server: int,
    seconds: float,
    spread: float,
    behind: Sequence[Played] = (),
    sampled: bool = False,
) -> Figures:
    """Open the tables, play for some seconds, measure; a server that takes samples begins with it.

    The tables begin one after the other, spread over so many seconds; those `behind` wait for their turn.
    """
    opening = iter([*tables, *behind])

    async def open_some() -> None:
        for table in opening:
            await table.open()

    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(open_some() for _ in range(AT_ONCE)))
    for table in tables:
        table.begin()
        await asyncio.sleep(spread / len(tables))
    await asyncio.sleep(WARM_UP)
    if sampled:
        os.kill(server, signal.SIGUSR1)
    found = await meter.measure(server, seconds)
    for table in [*tables, *behind]:
        table.close()
    return found


def ours(
    tables: int, seconds: float, think: float, rematches: bool = False, samples: Path | None = None
) -> Figures:
    """A round on `cafe serve`; on request it writes down where its time goes.

    After the last turn of a game either another table begins that is open already, or there is a rematch.
    """
    before = () if samples is None else ("-m", "bench.load.sampler", str(samples))

    async def run(server: int, port: int) -> Figures:
        meter = Meter()
        tokens = await cafe.people(port, cafe.SEATS)
        behind = [
            cafe.CafeTable(port, tokens, meter, think, tables + seed)
            for seed in range(0 if rematches else tables)
        ]
        first = [
            cafe.CafeTable(port, tokens, meter, think, seed, after)
            for seed, after in enumerate(behind or [None] * tables)
        ]
        spread = SPREAD if rematches else 0.0
        return await load(first, meter, server, seconds, spread, behind, samples is not None)

    with tempfile.TemporaryDirectory() as folder:
        process, port = cafe.start_server(Path(folder), *before)
        return _run(process, run(process.pid, port))


def theirs(program: str, tables: int, seconds: float, think: float, rematches: bool = False) -> Figures:
    """A round on boardgame.io; new matches are over the same sockets."""

    async def run(server: int, port: int) -> Figures:
        meter = Meter()
        opened = [peer.PeerTable(port, meter, think, seed) for seed in range(tables)]
        return await load(opened, meter, server, seconds, SPREAD if rematches else 0.0)

    process, port = peer.start_server(program)
    return _run(process, run(process.pid, port))


def _run(
    process: subprocess.Popen[str] | subprocess.Popen[bytes], work: Coroutine[Any, Any, Figures]
) -> Figures:
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            return runner.run(work)
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
        f"   {spread([r.moves_a_second / r.server_cores for r in rounds], 'moves a core-second')}"
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
    mine: list[Figures] = []
    other: list[Figures] = []
    for _ in range(rounds):
        mine.append(ours(tables, seconds, think, rematches))
        if program is not None:
            other.append(theirs(program, tables, seconds, think, rematches))
    show("cafe serve", mine)
    if other:
        show("boardgame.io", other)
        pairs = list(zip(mine, other, strict=True))
        faster = spread([a.moves_a_second / b.moves_a_second for a, b in pairs], "x the moves/s", 2)
        slower = spread([a.p99 / b.p99 for a, b in pairs], "x the p99", 2)
        print(f"  ratio         {faster}   {slower}", flush=True)


def show_where(tables: int, seconds: float) -> None:
    """Where the server's main thread spends its time."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "samples"
        ours(tables, seconds, 0.0, samples=file)
        print(f"\nwhere the time of the server's main thread goes, {tables} tables, no thinking time")
        print(file.read_text(encoding="utf-8"), end="", flush=True)


def main(arguments: Sequence[str] = ()) -> None:
    """Compare at every number of tables saturated, then once with rematches, once with thinking time."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, nargs="+", default=[100, 400])
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--rounds", type=int, default=3)
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
