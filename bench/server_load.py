"""Load on a real server: four sockets a table, real games of edition `board`, every turn stored durably.

    python -m bench.server_load --tables 100 --seconds 8 [--think-ms 1000]

Closed loop: each table has one turn in flight; a move lasts from sending the turn until its answer.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx
import uvloop
from websockets.asyncio.client import ClientConnection, connect

Json = dict[str, Any]
SEATS = 4
HOST: Json = {
    "edition": "board",
    "starter": 0,
    "seats": [{"kind": "me"}, *[{"kind": "friend"}] * (SEATS - 1)],
}
LIMITS = {
    "CAFE_PORT": "0",
    "CAFE_REQUESTS_A_SECOND": "1000000",
    "CAFE_COMMANDS_A_SECOND": "1000000",
    "CAFE_PEOPLE_AN_HOUR": "1000000",
    "CAFE_TABLES_A_PERSON": "1000000",
    "CAFE_LOG_LEVEL": "warning",
}


class Figures:
    """What is measured between `begin` and `end`."""

    def __init__(self) -> None:
        self.measuring = False
        self.ended = False
        self.times: list[float] = []
        self.failures: list[str] = []
        self.games = 0

    def quantile(self, part: float) -> float:
        """Milliseconds below which this part of the moves took."""
        found = sorted(self.times)
        return round(1000 * found[min(len(found) - 1, int(part * len(found)))], 1) if found else 0.0


def best_seat(legal: list[Json]) -> Json | None:
    """The offer of a guest on a chair that brings the most, if one brings anything."""
    scoring = [offer for offer in legal if offer.get("total", 0) > 0 and offer["action"]["type"] == "seat"]
    return max(scoring, key=lambda offer: offer["total"], default=None)


def finished(before: list[Json], offer: Json) -> list[Json]:
    """A whole turn that stops after this offer."""
    return [*before, offer["action"]] if offer.get("ends") else [*before, offer["action"], {"type": "done"}]


def any_end(legal: list[Json], rng: Random) -> list[Json]:
    """A turn of one step: the bar, a swap, a pass."""
    ending = [offer["action"] for offer in legal if offer.get("ends")]
    return [ending[int(rng.random() * len(ending))]]


class Table:
    """One table with its four sockets; a game that is over is followed by a new one."""

    def __init__(self, address: str, tokens: list[str], figures: Figures, think: float, seed: int) -> None:
        self.address = address
        self.tokens = tokens
        self.figures = figures
        self.think = think
        self.rng = Random(seed)
        self.sockets: list[ClientConnection] = []

    async def open(self, client: httpx.AsyncClient) -> None:
        """Open a table, let everybody join, start, and open the sockets."""
        headers = [{"authorization": f"Bearer {token}"} for token in self.tokens]
        made = (await client.post("/api/tables", json=HOST, headers=headers[0])).json()
        path = f"/api/tables/{made['id']}"
        for one in headers[1:]:
            await client.post(f"{path}/join", json={"invite": made["invite"]}, headers=one)
        await client.post(f"{path}/start", json={}, headers=headers[0])
        socket = f"{self.address.replace('http', 'ws', 1)}{path}/socket"
        self.sockets = [
            await connect(socket, additional_headers=one, compression=None, max_queue=None) for one in headers
        ]

    async def play(self, client: httpx.AsyncClient) -> None:
        """Play games until the measuring ends."""
        while not self.figures.ended:
            self.figures.games += 1
            await self._game()
            for socket in self.sockets:
                await socket.close()
            if not self.figures.ended:
                await self.open(client)

    async def _game(self) -> None:
        drains = [asyncio.create_task(self._seat(socket)) for socket in self.sockets]
        await asyncio.wait(drains, return_when=asyncio.FIRST_COMPLETED)
        for task in drains:
            task.cancel()
        for error in await asyncio.gather(*drains, return_exceptions=True):
            if isinstance(error, RuntimeError):
                self.figures.failures.append(str(error))

    async def _seat(self, socket: ClientConnection) -> None:
        """Read everything, and move when it is this seat's turn; ends with the game."""
        sent, version = 0.0, 0
        legal: list[Json] = []
        first: Json = {}
        async for data in socket:
            text = data if isinstance(data, str) else data.decode()
            if text.startswith('{"type":"done"'):
                if self.figures.measuring:
                    self.figures.times.append(time.perf_counter() - sent)
                continue
            if text.startswith('{"type":"refused"'):
                raise RuntimeError(f"expected every turn to be taken; got {text}")
            if text.startswith('{"type":"previewed"'):
                second = best_seat(json.loads(text)["legal"])
                actions = finished([first], second) if second else any_end(legal, self.rng)
            elif '"type":"over"' in text or self.figures.ended:
                return
            elif '"legal":[]' in text or not text.startswith(('{"type":"events"', '{"type":"view"')):
                continue
            else:
                message = json.loads(text)
                version, legal = message["version"], message["legal"]
                if self.think:
                    await asyncio.sleep(self.think * (0.5 + self.rng.random()))
                found = best_seat(legal)
                pairs = [offer["action"] for offer in legal if offer["action"]["type"] == "seat"]
                if found is None and pairs:  # perhaps a table for two, which the rules show step by step
                    first = pairs[int(self.rng.random() * len(pairs))]
                    ask = {"type": "preview", "id": f"p{version}", "version": version, "actions": [first]}
                    await socket.send(json.dumps(ask))
                    continue
                actions = finished([], found) if found else any_end(legal, self.rng)
            command = {"type": "submit", "id": f"t{version}", "version": version, "actions": actions}
            sent = time.perf_counter()
            await socket.send(json.dumps(command))


def memory(process: int) -> float:
    """Megabytes that a process holds."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def cpu(process: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(address: str, server: int, tables: int, seconds: float, think: float) -> Json:
    """Open the tables, play for some seconds, report."""
    figures = Figures()
    async with httpx.AsyncClient(base_url=address, timeout=120) as client:
        people = [
            (await client.post("/api/me", json={"name": f"P{n}", "token": True})).json()["token"]
            for n in range(SEATS)
        ]
        empty = memory(server)
        opened = [Table(address, people, figures, think, number) for number in range(tables)]
        for first in range(0, tables, 20):
            await asyncio.gather(*(table.open(client) for table in opened[first : first + 20]))
        full = memory(server)
        playing = [asyncio.create_task(table.play(client)) for table in opened]
        await asyncio.sleep(2)
        figures.measuring, began, used, own = True, time.perf_counter(), cpu(server), time.process_time()
        await asyncio.sleep(seconds)
        figures.measuring, figures.ended = False, True
        lasted = time.perf_counter() - began
        report = {
            "tables": tables,
            "think_ms": round(1000 * think),
            "moves_a_second": round(len(figures.times) / lasted),
            "p50_ms": figures.quantile(0.5),
            "p99_ms": figures.quantile(0.99),
            "server_cpu": round((cpu(server) - used) / lasted, 2),
            "generator_cpu": round((time.process_time() - own) / lasted, 2),
            "kb_a_table_with_sockets": round(1024 * (full - empty) / tables),
            "server_mb": round(memory(server)),
            "refused": len(figures.failures),
            "games_begun": figures.games,
        }
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return report


def main() -> None:
    """Run a server in a fresh directory and put load on it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[100])
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--think-ms", type=float, default=0)
    chosen = parser.parse_args()
    for tables in chosen.tables:
        with tempfile.TemporaryDirectory() as folder:
            kept = {name: value for name, value in os.environ.items() if not name.startswith("CAFE_")}
            server = subprocess.Popen(
                [sys.executable, "-c", "from cafe.cli import main; main()", "serve"],
                env={**kept, **LIMITS, "CAFE_DATA_DIRECTORY": folder},
                stdout=subprocess.PIPE,
                text=True,
            )
            try:
                assert server.stdout is not None
                address = server.stdout.readline().split()[-1]
                with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                    think = chosen.think_ms / 1000
                    found = runner.run(measure(address, server.pid, tables, chosen.seconds, think))
                print(json.dumps(found), flush=True)
            finally:
                server.terminate()
                server.wait()


if __name__ == "__main__":
    main()
