"""Many open tables on one process, sockets at some of them: what a table takes, what a socket takes.

    python -m bench.open_tables [--tables 10000] [--watched 2000]

The tables without sockets have begun and wait in the database. At the watched ones four people sit with a
socket each; in the end they play, with ten seconds thinking time.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

import uvloop

from bench.load import cafe
from bench.load.figures import Meter, memory
from bench.load.link import Caller
from bench.load.pace import Pace
from bench.report import heading

AT_ONCE = 16
THINK = 10.0
SETTLE = 3.0
"""Seconds until a server that has much to do has done it."""


async def all_of(works: Iterable[Callable[[Caller], Awaitable[None]]], port: int) -> None:
    """Do all of it, some at the same time; each of those has a connection for its requests."""
    left = iter(works)

    async def some() -> None:
        caller = Caller(port)
        for work in left:
            await work(caller)

    await asyncio.gather(*(some() for _ in range(AT_ONCE)))


async def sit(table: cafe.CafeTable, _: Caller) -> None:
    """Let four people sit down and begin."""
    await table.sit()


async def look(table: cafe.CafeTable, count: int, _: Caller) -> None:
    """Open the sockets of this many of them."""
    await table.look(count)


async def measure(server: int, port: int, tables: int, watched: int) -> None:
    """Open the tables, then one socket at each watched one, then the other three."""
    meter, pace = Meter(), Pace(THINK)
    tokens = await cafe.people(port, cafe.SEATS)
    await cafe.open_alone(tokens[0], Caller(port))
    empty, began = memory(server), time.perf_counter()
    await all_of((partial(cafe.open_alone, tokens[0]) for _ in range(tables - watched)), port)
    played = [cafe.CafeTable(port, tokens, meter, pace, seed) for seed in range(watched)]
    await all_of((partial(sit, table) for table in played), port)
    lasted = time.perf_counter() - began
    print(f"  {tables} tables opened in {lasted:.0f} s, {memory(server) / 1024:.0f} MB", flush=True)
    await all_of((partial(look, table, 1) for table in played), port)
    await asyncio.sleep(SETTLE)
    first = memory(server)
    await all_of((partial(look, table, 3) for table in played), port)
    await asyncio.sleep(SETTLE)
    last = memory(server)
    socket = (last - first) / (3 * watched)
    print(f"  a socket     {socket:.1f} KB")
    print(
        f"  a table      {(last - empty) / watched - 4 * socket:.1f} KB (all that is not a socket)",
        flush=True,
    )
    pace.play()
    for table in played:
        table.begin()
    await asyncio.sleep(THINK)
    found = await meter.measure(server, THINK)
    print(
        f"  all playing  {found.moves_a_second:.0f} moves/s, p50 {found.p50:.1f} ms, p99 {found.p99:.1f} ms, "
        f"{found.server_cores:.2f} cores, {memory(server) / 1024:.0f} MB"
    )
    pace.stop()
    for table in played:
        table.close()


def main(arguments: Sequence[str] = ()) -> None:
    """Start a server and fill it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--watched", type=int, default=2_000)
    chosen = parser.parse_args(arguments)
    heading("open tables", "uvicorn", "uvloop", "websockets")
    with tempfile.TemporaryDirectory() as folder:
        process, port = cafe.start_server(Path(folder))
        try:
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                runner.run(measure(process.pid, port, chosen.tables, chosen.watched))
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main(sys.argv[1:])
