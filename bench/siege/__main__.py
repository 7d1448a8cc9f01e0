"""An honest game on a server that somebody attacks, each attack alone.

    python -m bench.siege [--attacks pings chefs] [--seconds 20] [--rounds 5] [--against REV]

The server runs with its default settings, on one core together with the honest players; the attacker has the
other core. Four people play real games of edition `board` with five seconds a turn, and one plays against the
house's bot. A move lasts from sending a turn to its answer; a bot's from that answer to its turn. Each
round is a new server: a quiet time, the attack, the same attack again. A move that still waits at the end
counts with the time it has waited. A clock that runs out, or no answer at all, ends the round as unfair.
`--against` names another commit, which is attacked too, in turns; the ratio of the two p99 is taken within a
round. Whatever an attack does to a server, its round ends in time: one that does not stop is killed.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from bench.load import cafe
from bench.load.figures import Meter, memory
from bench.load.link import Broken, Caller, Link
from bench.load.pace import Pace
from bench.report import heading, spread
from bench.siege.attacks import ATTACKS
from bench.versions import Version, checked_out, working_tree

HONEST_CORE, ATTACKING_CORE = {0}, {1}
TABLES = 4
THINK = 0.25
CLOCK = {"kind": "turn", "seconds": 5}
STOP_SECONDS = 5.0
"""How long a server may take to stop: one that an attack has frozen does not hear that it shall."""


class Round(NamedTuple):
    """Milliseconds of honest moves without and with the attack; what the second attack added in memory."""

    quiet_p50: float
    quiet_p99: float
    p50: float
    p99: float
    bot_quiet: float
    """The slowest of the house's bot's moves."""
    bot: float
    growth: float
    unfair: bool
    answers: dict[str, int]


def start_server(version: Version, folder: Path) -> tuple[subprocess.Popen[str], int]:
    """A server with default settings on its core."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CAFE_")}
    process = subprocess.Popen(
        [version.python, "-m", "cafe", "serve", "--port", "0", "--log-level", "error"],
        cwd=version.folder,
        env={**version.environment(kept), "CAFE_DATA_DIRECTORY": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    os.sched_setaffinity(process.pid, HONEST_CORE)
    assert process.stdout is not None
    return process, int(process.stdout.readline().rpartition(":")[2])


class BotTable:
    """One person against the house's bot, who answers at once."""

    def __init__(self, port: int, token: str) -> None:
        self._port = port
        self._headers = f"Authorization: Bearer {token}\r\n"
        self._answered = math.nan
        self.slowest = 0.0
        self._link: Link | None = None
        self._version = 0

    async def begin(self) -> None:
        """Open the table and play on for ever."""
        caller = Caller(self._port)
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
        asked = {"edition": "card", "starter": 0, "seats": seats}
        made = await caller.post("/api/tables", asked, self._headers)
        await caller.post(f"/api/tables/{made['id']}/start", {}, self._headers)
        path = f"/api/tables/{made['id']}/socket"
        self._link = await Link.open(self._port, path, self._hear, self._headers)

    def waits(self, now: float) -> None:
        """Count a move that has not come yet."""
        if not math.isnan(self._answered):
            self.slowest = max(self.slowest, now - self._answered)

    def _hear(self, link: Link, data: bytes) -> None:
        now = asyncio.get_running_loop().time()
        if data.startswith(b'{"type":"done"'):
            self._answered = now
        elif data.startswith((b'{"type":"events"', b'{"type":"view"')) and b'"legal":[]' not in data:
            self.waits(now)
            self._answered = math.nan
            told = msgspec.json.decode(data, type=cafe.Told)
            ending = next((offer for offer in told.legal if offer.ends), None)
            if ending is not None:
                command = cafe.Command("submit", f"s{told.version}", told.version, [ending.action])
                asyncio.get_running_loop().call_later(THINK, link.send, msgspec.json.encode(command))


async def play_round(version: Version, attack: str, seconds: float) -> Round:
    """One round of one attack."""
    with tempfile.TemporaryDirectory() as folder:
        process, port = start_server(version, Path(folder))
        try:
            return await _besieged(process.pid, port, attack, seconds)
        finally:
            stop_server(process)


def stop_server(process: subprocess.Popen[str]) -> None:
    """End a server and the processes of its bots, whatever state it is in."""
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(STOP_SECONDS)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


async def _besieged(server: int, port: int, attack: str, seconds: float) -> Round:
    meter, pace = Meter(), Pace(THINK)
    tokens = await cafe.people(port, cafe.SEATS + 1)
    tables = [
        cafe.CafeTable(
            port, tokens[: cafe.SEATS], meter, pace, seed, asked={**cafe.NEW_TABLE, "clock": CLOCK}
        )
        for seed in range(TABLES)
    ]
    meter.unanswered = lambda: [table.unanswered for table in tables if table.unanswered is not None]
    bot = BotTable(port, tokens[-1])
    for table in tables:
        await table.open()
    await bot.begin()
    pace.play()
    for table in tables:
        table.begin()
    await asyncio.sleep(1)
    quiet = await meter.measure(server, max(2.0, seconds / 4))
    bot_quiet, bot.slowest = bot.slowest, 0.0
    answers: dict[str, int] = {}
    held, unfair, p50, p99 = [], False, math.inf, math.inf
    for again in (False, True):
        running = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bench.siege.attacks",
            attack,
            str(port),
            str(seconds),
            stdout=subprocess.PIPE,
        )
        os.sched_setaffinity(running.pid, ATTACKING_CORE)
        try:
            found = await meter.measure(server, seconds)
            if not again:
                p50, p99 = found.p50, found.p99
                bot.waits(asyncio.get_running_loop().time())
                bot_slowest = bot.slowest
        except Broken:
            unfair, bot_slowest = True, math.inf
        output, _ = await running.communicate()
        answers = msgspec.json.decode(output or b"{}", type=dict[str, int])
        held.append(memory(server))
        if unfair:
            break
    growth = math.nan if unfair else held[1] / held[0] - 1
    return Round(
        quiet.p50, quiet.p99, p50, p99, 1000 * bot_quiet, 1000 * bot_slowest, growth, unfair, answers
    )


def show(name: str, rounds: Sequence[Round]) -> None:
    """What an attack did to the honest players."""
    ratio = spread([r.p99 / r.quiet_p99 for r in rounds], "x the quiet p99", 1)
    print(
        f"  {name:8} p50 {spread([r.p50 for r in rounds], 'ms', 1)}"
        f"  p99 {spread([r.p99 for r in rounds], 'ms', 1)}"
        f"  quiet p50 {spread([r.quiet_p50 for r in rounds], 'ms', 1)}"
        f"  p99 {spread([r.quiet_p99 for r in rounds], 'ms', 1)}  {ratio}"
        f"  bot at most {spread([r.bot for r in rounds], 'ms')}"
        f", quiet {spread([r.bot_quiet for r in rounds], 'ms')}"
        f"  memory {spread([100 * r.growth for r in rounds], '% more after the second', 1)}"
        f"  {sum(r.unfair for r in rounds)} of {len(rounds)} unfair  answers {rounds[-1].answers}",
        flush=True,
    )


def main(arguments: Sequence[str] = ()) -> None:
    """Every attack, or those named."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--attacks", nargs="+", choices=ATTACKS, default=list(ATTACKS))
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--against", metavar="REV", help="a commit to attack as well")
    chosen = parser.parse_args(arguments)
    os.sched_setaffinity(0, HONEST_CORE)
    with ExitStack() as stack:
        versions = [stack.enter_context(checked_out(chosen.against))] if chosen.against else []
        besiege([*versions, working_tree()], chosen.attacks, chosen.seconds, chosen.rounds)


def besiege(versions: Sequence[Version], attacks: Sequence[str], seconds: float, rounds: int) -> None:
    """Every attack, some rounds each, on every version in turn."""
    heading("siege", "uvicorn", "websockets")
    for attack in attacks:
        print(f"\n{attack}: {(ATTACKS[attack].__doc__ or 'requests without end').strip()}", flush=True)
        found: dict[str, list[Round]] = {version.name: [] for version in versions}
        for number in range(rounds):
            for version in versions if number % 2 == 0 else versions[::-1]:
                found[version.name].append(asyncio.run(play_round(version, attack, seconds)))
        for name, played in found.items():
            show(name, played)
        if len(versions) > 1:
            before, after = found.values()
            ratios = [old.p99 / new.p99 for old, new in zip(before, after, strict=True)]
            print(f"  the p99 of {versions[0].name} is {spread(ratios, 'x that of the working tree', 1)}")


if __name__ == "__main__":
    main(sys.argv[1:])
