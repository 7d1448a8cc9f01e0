"""The working tree beside another commit: rules and server, both ready, in alternating rounds.

    python -m bench [rules] [server_load] --against REV [--rounds 40]

A ratio above 1 means that the working tree is faster. Both versions do the same work: the same random games,
the same load on `cafe serve` over HTTP and WebSockets.
"""

from __future__ import annotations

import asyncio
import subprocess
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import uvloop

from bench.games import WORKLOADS
from bench.load import cafe
from bench.report import heading, spread
from bench.server_load import Ours, ended
from bench.versions import ROOT, Version, checked_out, working_tree

PARTS = ("rules", "server_load")
RULES_SECONDS = 0.25
"""Seconds of processor time for each workload, version and round."""
SERVER_SECONDS = 2.0
"""Seconds of measured play for each version and round."""
TABLES = 100

Measured = dict[str, float]
"""What was measured, by name; more is better."""
Measure = Callable[[], Awaitable[Measured]]


async def alternate(rounds: int, pairs: Sequence[tuple[Measure, Measure]]) -> None:
    """Measure new and old of every pair one after the other, and in the next round the other way round.

    Prints the ratios of each round, then what all rounds say together.
    """
    news: list[Measured] = []
    olds: list[Measured] = []
    for number in range(rounds):
        after: Measured = {}
        before: Measured = {}
        for new, old in pairs:
            both = [(new, after), (old, before)]
            for measure, found in both if number % 2 else reversed(both):
                found.update(await measure())
        news.append(after)
        olds.append(before)
        told = (f"{name} {after[name] / before[name]:.2f}" for name in after)
        print(f"round {number + 1:3}  {'   '.join(told)}", flush=True)
    for name in news[0]:
        now, then = [found[name] for found in news], [found[name] for found in olds]
        ratios = [one / other for one, other in zip(now, then, strict=True)]
        print(f"{name:25} {spread(ratios, 'x', 2):26} {spread(then, 'before'):38} {spread(now, 'now')}")


class Worker:
    """A process that plays random games with the rules of a version."""

    def __init__(self, version: Version) -> None:
        self.process = subprocess.Popen(
            [version.python, str(ROOT / "bench/games.py")],
            cwd=version.folder,
            # The order of sets and dictionaries in memory must not favour one of the two for a whole run.
            env=version.environment({"PYTHONHASHSEED": "0"}),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    async def measure(self, workload: str) -> Measured:
        """The rate of a workload."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{workload}\t{RULES_SECONDS}\n")
        self.process.stdin.flush()
        return {workload: float(self.process.stdout.readline())}


def compare_rules(new: Version, old: Version, rounds: int) -> None:
    """Random games (decisions per second) and all turns of mid-game hands (turns per second)."""

    async def run(stack: ExitStack) -> None:
        one, other = Worker(new), Worker(old)
        for worker in (one, other):
            stack.enter_context(ended(worker.process))
            for name in WORKLOADS:
                await worker.measure(name)
        pairs = [(partial(one.measure, name), partial(other.measure, name)) for name in WORKLOADS]
        await alternate(rounds, pairs)

    print("\nrules: decisions and turns per second of processor time", flush=True)
    with ExitStack() as stack:
        asyncio.run(run(stack))


def compare_servers(new: Version, old: Version, rounds: int) -> None:
    """The load of `bench.server_load` on both servers."""

    async def side(version: Version, stack: ExitStack) -> Measure:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        process, port = cafe.start_server(data, version=version)
        ours = Ours(stack.enter_context(ended(process)), port, TABLES, 0.0, rematches=False)
        await ours.begin(0.0)
        return partial(measure_server, ours)

    async def run(stack: ExitStack) -> None:
        await alternate(rounds, [(await side(new, stack), await side(old, stack))])

    print(f"\nserver: {TABLES} tables with four sockets each, no thinking time", flush=True)
    with ExitStack() as stack:
        uvloop.run(run(stack))


async def measure_server(side: Ours) -> Measured:
    """Moves per second, by the clock on the wall and by the processor time of the server."""
    found = await side.round(SERVER_SECONDS)
    return {
        "moves/s": found.moves_a_second,
        "moves per core-second": found.moves_a_second / found.server_cores,
    }


def main(revision: str, parts: Sequence[str], rounds: int) -> None:
    """Compare the named parts, rules and server if none is named."""
    with checked_out(revision) as old:
        new = working_tree()
        heading(f"{new.name} (now) against {old.name} (before)", "msgspec", "uvicorn", "uvloop", "websockets")
        if old.python != new.python:
            print(f"{old.name} has packages of its own, by its requirements.txt")
        compare = {"rules": compare_rules, "server_load": compare_servers}
        for part in parts or PARTS:
            compare[part](new, old, rounds)
