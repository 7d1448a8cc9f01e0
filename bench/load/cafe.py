"""Tables of `cafe serve` with four sockets each: real games of edition `board`, a new one after each."""

from __future__ import annotations

import asyncio
import os
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from bench.load.figures import Meter
from bench.load.link import Broken, Caller, Link
from bench.load.pace import Pace
from bench.versions import Version, working_tree

SEATS = 4
NEW_TABLE: dict[str, object] = {
    "edition": "board",
    "starter": 0,
    "seats": [{"kind": "me"}, *[{"kind": "friend"}] * (SEATS - 1)],
}
ALONE = {**NEW_TABLE, "seats": [{"kind": "me"}, *[{"kind": "local", "name": "friend"}] * (SEATS - 1)]}
LIMITS = {
    "CAFE_PORT": "0",
    "CAFE_REQUESTS_A_SECOND": "1000000",
    "CAFE_COMMANDS_A_SECOND": "1000000",
    "CAFE_PEOPLE_AN_HOUR": "1000000",
    "CAFE_TABLES_A_PERSON": "1000000",
    "CAFE_SOCKETS_A_PERSON": "1000000",
    "CAFE_LOG_LEVEL": "warning",
}
STORES = ("CAFE_DATABASE_URL", "CAFE_REDIS_URL")
"""Variables by which a server with PostgreSQL and Redis is measured in place of one with SQLite."""
DONE = msgspec.Raw(b'{"type":"done"}')


class Offer(msgspec.Struct):
    """A legal action, as far as the generator looks at it."""

    action: msgspec.Raw
    total: int = 0
    ends: bool = False

    @property
    def is_seat(self) -> bool:
        """Whether a guest takes a chair."""
        return bytes(self.action).startswith(b'{"type":"seat"')


class Told(msgspec.Struct):
    """A message with offers."""

    version: int
    legal: list[Offer]


class Command(msgspec.Struct):
    """A turn on trial, or to be played."""

    type: str
    id: str
    version: int
    actions: list[msgspec.Raw]


_told = msgspec.json.Decoder(Told)
_encode = msgspec.json.Encoder().encode


def start_server(
    folder: Path, *before: str, version: Version | None = None, settings: Mapping[str, str] | None = None
) -> tuple[subprocess.Popen[str], int]:
    """A server on a new SQLite file, or on the database that the environment names; its port."""
    version = version or working_tree()
    kept = {
        name: value for name, value in os.environ.items() if name in STORES or not name.startswith("CAFE_")
    }
    process = subprocess.Popen(
        [version.python, *(before or ("-m", "cafe")), "serve"],
        cwd=version.folder,
        env={**version.environment(kept), **LIMITS, **(settings or {}), "CAFE_DATA_DIRECTORY": str(folder)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    return process, int(process.stdout.readline().rpartition(":")[2])


def best_seat(legal: list[Offer]) -> Offer | None:
    """The seat that brings the most, if one brings anything."""
    scoring = [offer for offer in legal if offer.total > 0 and offer.is_seat]
    return max(scoring, key=lambda offer: offer.total, default=None)


def rest(offer: Offer) -> list[msgspec.Raw]:
    """The offer's action and whatever else ends the turn."""
    return [offer.action] if offer.ends else [offer.action, DONE]


class CafeTable:
    """One table: the mover takes the seat with the most points; a table for two is tried by a preview."""

    def __init__(
        self,
        port: int,
        tokens: list[str],
        meter: Meter,
        pace: Pace,
        seed: int,
        spare: list[CafeTable] | None = None,
        asked: dict[str, object] = NEW_TABLE,
    ) -> None:
        self._asked = asked
        self._spare = [] if spare is None else spare
        """Tables of which one begins when this one's game is over."""
        self._caller = Caller(port)
        self._port = port
        self._headers = [f"Authorization: Bearer {token}\r\n" for token in tokens]
        self._meter = meter
        self._pace = pace
        self._rng = Random(seed)
        self._links: list[Link] = []
        self._path = ""
        self._version = -1
        self._legal: list[Offer] = []
        self._first = DONE
        self._mover: Link | None = None
        self._begun = self.ended = False
        self.unanswered: float | None = None
        """When the turn was submitted that was not answered yet."""
        self._next: asyncio.Task[None]

    async def open(self) -> None:
        """Open the table, let everybody sit down, start and look."""
        await self.sit()
        await self.look(SEATS)

    async def sit(self) -> None:
        """Open the table, let everybody sit down, start."""
        made = await self._post("/api/tables", self._asked, 0)
        self._path = f"/api/tables/{made['id']}"
        for seat in range(1, SEATS):
            await self._post(f"{self._path}/join", {"invite": made["invite"]}, seat)
        await self._start()

    async def look(self, count: int) -> None:
        """Open the sockets of this many more people, who come at the same time."""
        path = f"{self._path}/socket"
        opened = (
            Link.open(self._port, path, self._hear, headers)
            for headers in self._headers[len(self._links) :][:count]
        )
        self._links += await asyncio.gather(*opened)

    async def _post(self, path: str, body: object, seat: int) -> Any:
        return await self._caller.post(path, body, self._headers[seat])

    async def _start(self) -> None:
        await self._post(f"{self._path}/start", {}, 0)
        self._version, self._legal, self._links, self.ended = -1, [], [], False

    def begin(self) -> None:
        """Play from now on."""
        self._begun = True
        if self._legal:
            self._pace.wants(self._move)

    def close(self) -> None:
        """Hang up."""
        for link in self._links:
            link.close()

    def _hear(self, link: Link, data: bytes) -> None:
        if data.startswith(b'{"type":"done"'):
            self.unanswered = None
            self._meter.moved(link.sent)
        elif data.startswith((b'{"type":"events"', b'{"type":"view"')):
            if b'"type":"over"' in data:
                self._over()
            elif b'"legal":[]' not in data:
                told = _told.decode(data)
                self._mover, self._version, self._legal = link, told.version, told.legal
                if self._begun:
                    self._pace.wants(self._move)
        elif data.startswith(b'{"type":"previewed"'):
            second = best_seat(_told.decode(data).legal)
            self._submit([self._first, *rest(second)] if second else self._any_end())
        elif data.startswith(b'{"type":"refused"'):
            self._meter.fail(Broken(data.decode()))

    def _move(self) -> None:
        best = best_seat(self._legal)
        if best is not None:
            self._submit(rest(best))
            return
        seats = [offer.action for offer in self._legal if offer.is_seat]
        if not seats:
            self._submit(self._any_end())
            return
        self._first = seats[int(self._rng.random() * len(seats))]
        self._send("preview", [self._first])

    def _any_end(self) -> list[msgspec.Raw]:
        """A turn of one step: the bar, a swap, a pass."""
        ending = [offer.action for offer in self._legal if offer.ends]
        return [ending[int(self._rng.random() * len(ending))]]

    def _submit(self, actions: list[msgspec.Raw]) -> None:
        self._legal = []
        self._send("submit", actions)
        self.unanswered = time.perf_counter()

    def _send(self, kind: str, actions: list[msgspec.Raw]) -> None:
        if self._mover is not None:
            command = Command(kind, f"{kind[0]}{self._version}", self._version, actions)
            self._mover.sent = time.perf_counter()
            self._mover.send(_encode(command))

    def _over(self) -> None:
        """The game is over: a spare table begins, or the same people play another one."""
        if self.ended:
            return
        self.ended = True
        self._meter.games += 1
        if self._spare:
            self._spare.pop().begin()
        else:
            self._next = asyncio.create_task(self._again())

    async def _again(self) -> None:
        self._caller = Caller(self._port)  # a server may hang up when nobody calls for a while
        try:
            made = await self._post(f"{self._path}/rematch", {}, 0)
            self.close()
            self._path = f"/api/tables/{made['id']}"
            await self._start()
            await self.look(SEATS)
        except (Broken, EOFError, OSError) as error:
            self._meter.fail(error)


async def people(port: int, count: int) -> list[str]:
    """The secrets of this many people."""
    caller = Caller(port)
    return [
        (await caller.post("/api/me", {"name": f"P{number}", "token": True}))["token"]
        for number in range(count)
    ]


async def open_alone(token: str, caller: Caller) -> None:
    """Begin a game with others on one's own screen."""
    headers = f"Authorization: Bearer {token}\r\n"
    made = await caller.post("/api/tables", ALONE, headers)
    await caller.post(f"/api/tables/{made['id']}/start", {}, headers)
