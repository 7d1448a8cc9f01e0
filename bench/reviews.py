"""Honest moves beside reviews: `python -m bench.reviews [--people 50] [--rounds 20] [--seconds 5]`.

The server and honest players have one core, the process that makes reviews the other. People have each
finished a game, board and card in turn, and all ask for its review at once. While they wait, rounds in which
reviews are made and rounds in which that process is halted follow one another; a move lasts from sending a
turn to its answer. Then everybody gets theirs, and what one review took of the processor is told.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from bench.load import cafe
from bench.load.figures import Meter, cpu
from bench.load.link import Broken, Caller
from bench.load.pace import Pace
from bench.report import heading, spread

HONEST_CORE, REVIEW_CORE = {0}, {1}
TABLES: Final = 4
THINK: Final = 0.1
EDITIONS: Final = ("board", "card")
BAR: Final = 1.5
POLL: Final = 0.2
SETTINGS: Final = {"CAFE_BOT_PAUSE_MS": "0", "CAFE_REVIEWS_A_DAY": "1000"}


class Asker(NamedTuple):
    """Somebody who has finished a game."""

    headers: str
    table: str
    edition: str


async def finished_game(port: int, token: str, edition: str) -> Asker:
    """A game that bots have played to its end, for somebody who left it to them."""
    caller, headers = Caller(port), f"Authorization: Bearer {token}\r\n"
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
    made = await caller.post("/api/tables", {"edition": edition, "seats": seats}, headers)
    await caller.post(f"/api/tables/{made['id']}/start", {}, headers)
    await caller.post(f"/api/tables/{made['id']}/leave", {}, headers)
    while True:
        left = await caller.post(f"/api/tables/{made['id']}/leave", {}, headers)
        if left["status"] == "over":
            return Asker(headers, made["id"], edition)
        await asyncio.sleep(POLL)


class Workers:
    """The processes of a server that make reviews, known by their low priority."""

    def __init__(self, server: int) -> None:
        self._server = server
        self.seconds: dict[int, float] = {}
        """Processor time that each has used."""

    def found(self) -> list[int]:
        """Those that run now, each on the core of reviews."""
        alive = []
        for file in Path(f"/proc/{self._server}/task").glob("*/children"):
            for text in file.read_text(encoding="ascii").split():
                with suppress(OSError):
                    if os.getpriority(os.PRIO_PROCESS, int(text)) > os.getpriority(os.PRIO_PROCESS, 0):
                        os.sched_setaffinity(int(text), REVIEW_CORE)
                        self.seconds[int(text)] = cpu(int(text))
                        alive.append(int(text))
        return alive

    def let(self, run: bool) -> None:
        """Let them run, or halt them."""
        for process in self.found():
            with suppress(OSError):
                os.kill(process, signal.SIGCONT if run else signal.SIGSTOP)


async def run(people: int, rounds: int, seconds: float) -> None:
    """All rounds on one server."""
    with tempfile.TemporaryDirectory() as folder:
        process, port = cafe.start_server(Path(folder), settings=SETTINGS)
        os.sched_setaffinity(process.pid, HONEST_CORE)
        try:
            await _beside(process.pid, port, people, rounds, seconds)
        finally:
            process.terminate()
            process.wait()


async def _beside(server: int, port: int, people: int, rounds: int, seconds: float) -> None:
    meter, pace, workers = Meter(), Pace(THINK), Workers(server)
    tokens = await cafe.people(port, cafe.SEATS + people)
    askers = await asyncio.gather(
        *(
            finished_game(port, token, EDITIONS[number % len(EDITIONS)])
            for number, token in enumerate(tokens[cafe.SEATS :])
        )
    )
    tables = [cafe.CafeTable(port, tokens[: cafe.SEATS], meter, pace, seed) for seed in range(TABLES)]
    for table in tables:
        await table.open()
    pace.play()
    for table in tables:
        table.begin()

    async def ask() -> list[str]:
        caller = Caller(port)
        told = [await caller.post(f"/api/tables/{one.table}/review", {}, one.headers) for one in askers]
        return [each["state"] for each in told]

    began = time.monotonic()
    await ask()
    while not workers.found():
        await asyncio.sleep(POLL)
    ratios, alone = list[float](), list[float]()
    for number in range(rounds):
        found: dict[bool, float] = {}
        for makes in (True, False) if number % 2 else (False, True):
            workers.let(makes)
            found[makes] = (await meter.measure(server, seconds)).p99
        alone.append(found[False])
        ratios.append(found[True] / found[False])
        if "waiting" not in await ask():
            print(f"every review was made after {number + 1} rounds: more people, or shorter rounds")
            break
    workers.let(True)
    while (states := await ask()).count("done") < len(states):
        if "failed" in states:
            raise Broken(f"{states.count('failed')} of {len(states)} reviews failed")
        workers.found()
        await asyncio.sleep(POLL)
    middle = statistics.median(ratios)
    print(f"p99 of a move {spread(alone, 'ms', 1)} while no review is made")
    print(
        f"beside reviews {spread(ratios, 'x', 2)} of that, {len(ratios)} rounds"
        f"{'' if middle < BAR else ' DOES NOT HOLD'}"
    )
    print(f"all {len(askers)} reviews were made within {time.monotonic() - began:.0f} s")
    a_review = sum(workers.seconds.values()) / len(askers)
    print(
        f"a review took {a_review:.1f} s of one core on the average of {' and '.join(EDITIONS)}", flush=True
    )


def main(arguments: Sequence[str] = ()) -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(prog="python -m bench.reviews", description=__doc__)
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=5.0, help="of each half of a round")
    asked = parser.parse_args(arguments)
    os.sched_setaffinity(0, HONEST_CORE)
    heading("reviews beside honest moves", "uvicorn", "websockets")
    asyncio.run(run(asked.people, asked.rounds, asked.seconds))


if __name__ == "__main__":
    main(sys.argv[1:])
