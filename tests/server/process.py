"""A real `cafe serve` in a process of its own, and clients that speak to it."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.server.proxy import Proxy

Json = dict[str, Any]
GENEROUS = {
    "CAFE_REQUESTS_A_SECOND": "100000",
    "CAFE_COMMANDS_A_SECOND": "100000",
    "CAFE_PEOPLE_AN_HOUR": "1000000",
    "CAFE_PUZZLES_AN_HOUR": "1000000",
    "CAFE_BOT_PAUSE_MS": "0",
    "CAFE_PORT": "0",
}
PROGRAM = (sys.executable, "-c", "from cafe.cli import main; main()")
LIMIT = 240.0
"""Seconds after which something that was waited for will not come, on however busy a machine."""


def environment(data: Path, **more: str) -> dict[str, str]:
    """The variables of a server whose limits do not matter."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CAFE_")}
    return {**kept, **GENEROUS, "CAFE_DATA_DIRECTORY": str(data), **more}


class Server:
    """A running server; `address` is where it listens."""

    def __init__(
        self, data: Path, program: Sequence[str] = PROGRAM, flags: Sequence[str] = (), **more: str
    ) -> None:
        self.data = data
        data.parent.mkdir(parents=True, exist_ok=True)
        self.variables = {"CAFE_DATA_DIRECTORY": str(data)}
        """What the host's commands need to find the database."""
        self.errors = data.with_suffix(".log")
        with self.errors.open("ab") as errors:
            self.process = subprocess.Popen(
                [*program, "serve", *flags],
                env=environment(data, **more),
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("Café International: http"), line + self.errors.read_text()
        self.address = line.split()[-1]
        told = [line for line in self.errors.read_text().splitlines() if '"serving"' in line]
        self.listens = f"http://127.0.0.1:{json.loads(told[-1])['port']}"
        """Where it listens, whatever its public address is."""

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self._reap()

    def stop(self) -> int:
        """Ask it to stop; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self._reap()

    def _reap(self) -> int:
        status = self.process.wait(LIMIT)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return status


class Fleet:
    """Servers on one database, behind a proxy that sends every connection to the next one."""

    def __init__(self, data: Path, count: int, **variables: str) -> None:
        self.variables = variables
        self._data = data
        self._numbers = itertools.count()
        self._proxy = Proxy()
        self.address = self._proxy.address
        self.servers: list[Server] = []
        for _ in range(count):
            self.add()

    def add(self, **more: str) -> Server:
        """Start one more server and send people to it."""
        public = {"CAFE_PUBLIC_ADDRESS": self.address}
        new = Server(self._data / str(next(self._numbers)), **self.variables, **public, **more)
        self.servers.append(new)
        self._proxy.use([server.listens for server in self.servers])
        return new

    def replace(self, server: Server, **more: str) -> Server:
        """End one as a power cut would, if it still lives, and start another; nobody else notices."""
        self.servers.remove(server)
        self._proxy.use([server.listens for server in self.servers])
        server.kill()
        return self.add(**more)

    def stop(self) -> int:
        """Stop all; the greatest exit status."""
        statuses = [server.stop() for server in self.servers]
        self._proxy.close()
        return max(statuses)


Setup = Server | Fleet
"""What a test can run on."""


class Unavailable(AssertionError):
    """The server says that it cannot answer now."""


def answered(found: httpx.Response) -> httpx.Response:
    """The same answer, unless it is that there is none now."""
    if found.status_code == 503:
        raise Unavailable(found.text)
    return found


class Somebody:
    """A person with a token."""

    def __init__(self, address: str, name: str, token: str) -> None:
        self.address = address
        self.name = name
        self.token = token
        self.headers = {"authorization": f"Bearer {token}"}

    async def ask(self, method: str, path: str, body: Json | None = None) -> httpx.Response:
        """One request."""
        async with httpx.AsyncClient(base_url=self.address, timeout=LIMIT) as client:
            return await client.request(method, path, json=body, headers=self.headers)

    async def get(self, path: str) -> Any:
        """What a request that must go well answers."""
        return self._good(await self.ask("GET", path))

    async def post(self, path: str, body: Json | None = None) -> Any:
        """What a request that must go well answers."""
        return self._good(await self.ask("POST", path, body or {}))

    @staticmethod
    def _good(found: httpx.Response) -> Any:
        assert answered(found).status_code in (200, 201), found.text
        return found.json()

    async def table(self, seats: list[Json], edition: str = "board", **more: Any) -> Json:
        """A new table."""
        found: Json = await self.post("/api/tables", {"edition": edition, "seats": seats, **more})
        return found

    @asynccontextmanager
    async def sit(self, table: str, **more: Any) -> AsyncIterator[Socket]:
        """A socket at a table."""
        address = f"{self.address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        async with connect(address, additional_headers=self.headers, open_timeout=LIMIT, **more) as wire:
            socket = Socket(wire)
            try:
                yield socket
            finally:
                await socket.close()


async def come_in(address: str, name: str = "Anna") -> Somebody:
    """A new person."""
    async with httpx.AsyncClient(base_url=address, timeout=LIMIT) as client:
        found = await client.post("/api/me", json={"name": name, "token": True})
        assert found.status_code == 200, found.text
        return Somebody(address, name, found.json()["token"])


async def refusals(server: Server) -> dict[str, float]:
    """How often each limit of a server has refused something."""
    async with httpx.AsyncClient(base_url=server.listens, timeout=LIMIT) as client:
        text = (await client.get("/metrics")).text
    lines = (line for line in text.splitlines() if line.startswith("cafe_refusals_total{"))
    return {line.split('"')[1]: float(line.rpartition(" ")[2]) for line in lines}


class Socket:
    """A client that keeps the view up to date as the documentation says, and the answers by id."""

    def __init__(self, wire: ClientConnection) -> None:
        self.wire = wire
        self.messages: list[Json] = []
        self.view: Json | None = None
        """The message `view`, with all later changes in it."""
        self.table: Json = {}
        self.answers: dict[str, Json] = {}
        self._news = asyncio.Condition()
        self._number = 0
        self.ended = False
        self._task = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for data in self.wire:
                message = json.loads(data)
                async with self._news:
                    self._take(message)
                    self._news.notify_all()
        finally:
            async with self._news:
                self.ended = True
                self._news.notify_all()

    def _take(self, message: Json) -> None:
        self.messages.append(message)
        kind = message["type"]
        if kind == "view":
            self.view = message
        elif kind == "events":
            assert self.view is not None
            assert message["version"] == self.view["version"] + 1
            assert message["player"] == self.view["player"]
            merge(self.view["view"], message["changes"], ("tables", "seated"))
            merge(self.view["faces"], message["faces"], ("seated",))
            replaced = ("version", "outlook", "legal", "clocks", "patience")
            self.view |= {name: message[name] for name in replaced} | {"events": []}
        elif kind == "table":
            self.table = message["table"]
        elif "id" in message and message["id"] is not None:
            self.answers[message["id"]] = message

    async def until(self, what: Any) -> Any:
        """Wait until `what()` is true; its value."""
        async with asyncio.timeout(LIMIT), self._news:
            while not what():
                if self.ended:
                    raise ConnectionError(f"the socket ended: {self.wire.close_code}")
                await self._news.wait()
            return what()

    async def ask(self, kind: str, command: str | None = None, **more: Any) -> Json:
        """Send a command; its answer."""
        self._number += 1
        name = command or f"{id(self)}-{self._number}"
        self.answers.pop(name, None)
        await self.wire.send(json.dumps({"type": kind, "id": name, **more}))
        await self.until(lambda: name in self.answers)
        return self.answers[name]

    async def until_version(self, version: int) -> Json:
        """Wait for the game to be at a version, or further; the view."""
        await self.until(lambda: self.view is not None and self.view["version"] >= version)
        assert self.view is not None
        return self.view

    async def until_mine_or_over(self) -> Json:
        """Wait for one's turn or the end; the view."""
        await self.until(lambda: self.view is not None and (self.view["legal"] or self.view["view"]["over"]))
        assert self.view is not None
        return self.view

    async def draft(self) -> list[Json]:
        """A whole turn: each time the step with the most points."""
        assert self.view is not None
        actions: list[Json] = []
        version, legal = self.view["version"], self.view["legal"]
        while True:
            best = max(legal, key=lambda offer: offer.get("total", 0))
            actions.append(best["action"])
            if best.get("ends") or best.get("reveals"):
                return actions
            tried = await self.ask("preview", version=version, actions=actions)
            assert tried["type"] == "previewed", tried
            legal = tried["legal"]

    async def play_turn(self) -> Json:
        """Play a whole turn; the answer."""
        actions = await self.draft()
        assert self.view is not None
        answer = await self.ask("submit", version=self.view["version"], actions=actions)
        assert answer["type"] == "done", answer
        await self.until_version(answer["version"])
        return answer

    async def close(self) -> None:
        """Hang up."""
        await self.wire.close()
        await asyncio.gather(self._task, return_exceptions=True)


def merge(old: Json, changes: Json, maps: tuple[str, ...]) -> None:
    """Take changes into a view, as docs/server-api.md says."""
    for name, value in changes.items():
        if name not in maps:
            old[name] = value
            continue
        for cell, there in value.items():
            if there is None:
                old[name].pop(cell, None)
            else:
                old[name][cell] = there
