"""What one guest who means harm can send, for some seconds.

    python -m bench.siege.attacks NAME PORT SECONDS

Attackers come from an address of their own in the loopback range, so that limits by address meet them and not
the honest player. Refusals are what they expect; they go on all the same.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count

import msgspec

ADDRESS = "127.0.0.2"
CHEFS = [{"kind": "bot", "bot": "chef"}] * 3
UPGRADE = (
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
)
"""The headers by which a request asks to become a socket."""
STEP = 0.05
"""Seconds between the looks at the clock of an attack that would otherwise never let go."""


class Attacker:
    """One connection after another to a server; counts what was answered, and how."""

    def __init__(self, port: int, until: float) -> None:
        self.port = port
        self.until = until
        self.answers: dict[int, int] = {}
        self._drains: list[asyncio.Task[None]] = []

    @property
    def goes_on(self) -> bool:
        """Whether there is time left."""
        return time.monotonic() < self.until

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A new connection."""
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(ADDRESS, 0))

    async def ask(self, method: str, path: str, body: object = None, token: str = "") -> tuple[int, bytes]:
        """One request on a connection of its own: status and answer; 0 where the server hung up."""
        try:
            reader, writer = await self.connect()
        except OSError:
            await asyncio.sleep(STEP)
            return self._count(0), b""
        data = b"" if body is None else msgspec.json.encode(body)
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", "Connection: close"]
        lines += [f"Content-Type: application/json\r\nContent-Length: {len(data)}"] if data else []
        lines += [f"Authorization: Bearer {token}"] if token else []
        try:
            writer.write("\r\n".join([*lines, "", ""]).encode() + data)
            answer = await reader.read(-1)
        except OSError:
            return self._count(0), b""
        finally:
            writer.close()
        head, _, rest = answer.partition(b"\r\n\r\n")
        return self._count(int(head.split(b" ", 2)[1]) if head else 0), rest

    def _count(self, status: int) -> int:
        self.answers[status] = self.answers.get(status, 0) + 1
        return status

    async def come_in(self) -> str:
        """A person's secret, or nothing if nobody is let in any more."""
        status, answer = await self.ask("POST", "/api/me", {"name": "M", "token": True})
        return str(msgspec.json.decode(answer)["token"]) if status == 200 else ""

    async def new_table(self, token: str, seats: list[dict[str, str]]) -> str:
        """A table that runs, or nothing if it was refused."""
        status, answer = await self.ask("POST", "/api/tables", {"edition": "board", "seats": seats}, token)
        if status != 201:
            return ""
        name = str(msgspec.json.decode(answer)["id"])
        await self.ask("POST", f"/api/tables/{name}/start", {}, token)
        return name

    async def upgrade(self, path: str, *headers: str) -> int:
        """The status of an attempt to open a socket; 0 where the server hung up."""
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", *UPGRADE, *headers]
        try:
            reader, writer = await self.connect()
        except OSError:
            await asyncio.sleep(STEP)
            return self._count(0)
        try:
            writer.write("\r\n".join([*lines, "", ""]).encode())
            head = await reader.readline()
        except OSError:
            return self._count(0)
        finally:
            writer.close()
        return self._count(int(head.split(b" ", 2)[1]) if head else 0)

    async def socket(self, token: str, table: str) -> asyncio.StreamWriter | None:
        """The open socket of a table; what comes from it is thrown away."""
        reader, writer = await self.connect()
        lines = [f"GET /api/tables/{table}/socket HTTP/1.1", f"Host: 127.0.0.1:{self.port}", *UPGRADE]
        writer.write("\r\n".join([*lines, f"Authorization: Bearer {token}", "", ""]).encode())
        head = await reader.readline()
        if b" 101 " not in head:
            writer.close()
            return None
        self._drains.append(asyncio.create_task(_drain(reader, writer)))
        return writer


async def _drain(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while await reader.read(65536):
            pass
    writer.close()


def frame(kind: int, data: bytes) -> bytes:
    """A frame from a client; its mask of zeros changes nothing."""
    size = len(data)
    length = bytes((128 + size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes((128 + kind,)) + length + b"\0\0\0\0" + data


async def _many(workers: int, work: Callable[[], Awaitable[None]]) -> None:
    await asyncio.gather(*(work() for _ in range(workers)))


def _requests(
    method: str, path: str, body: object = None, *, as_person: bool = False
) -> Callable[[Attacker], Awaitable[None]]:
    async def attack(attacker: Attacker) -> None:
        token = await attacker.come_in() if as_person else ""

        async def some() -> None:
            while attacker.goes_on:
                await attacker.ask(method, path, body, token)

        await _many(8, some)

    return attack


async def long_name(attacker: Attacker) -> None:
    """Records of a person whose player's name is very long and ends in a backslash."""
    name = "a" * 58_000 + "\\" * 2  # in a record two mean one
    record = f'[Edition "board"]\n[Players "{name}"]\n[Bag "DEm"]\n'
    await _requests("POST", "/api/replay", {"record": record}, as_person=True)(attacker)


async def upgrades(attacker: Attacker) -> None:
    """Attempts to open sockets: where there are none, from the page of another site, as nobody."""

    async def some() -> None:
        while attacker.goes_on:
            await attacker.upgrade("/nothing/at/all")
            await attacker.upgrade("/api/tables/x/socket", "Origin: http://elsewhere.example")
            await attacker.upgrade("/api/tables/x/socket")

    await _many(8, some)


async def many_commands(attacker: Attacker) -> None:
    """Sixty guests with a table each who ask for hints and explanations 18 times a second."""
    sockets = []
    for _ in range(60):
        token = await attacker.come_in()
        table = token and await attacker.new_table(token, [{"kind": "me"}, {"kind": "local", "name": "N"}])
        socket = await attacker.socket(token, table) if table else None
        if socket is not None:
            sockets.append(socket)
        if not attacker.goes_on:
            break
    numbers = count()
    while attacker.goes_on:
        for socket in sockets:
            for kind in (b'"hint","version":0', b'"explain","version":0,"actions":[],"guest":"DEm"'):
                if not socket.is_closing():
                    socket.write(frame(1, b'{"id":"c%d","type":%b}' % (next(numbers), kind)))
        await asyncio.sleep(2 / 18)


async def empty_pings(attacker: Attacker) -> None:
    """Control frames without end on one socket; another one when it is cut."""
    token = await attacker.come_in()
    table = await attacker.new_table(token, [{"kind": "me"}, {"kind": "local", "name": "N"}])
    socket: asyncio.StreamWriter | None = None
    pings = frame(9, b"") * 5_000
    while attacker.goes_on:
        if socket is None or socket.is_closing():
            socket = await attacker.socket(token, table)
        if socket is not None:
            socket.write(pings)
            with suppress(OSError):
                await socket.drain()
        await asyncio.sleep(STEP)


async def large_heads(attacker: Attacker) -> None:
    """Requests with megabytes of headers."""
    line = b"X-Long: " + b"a" * 60_000 + b"\r\n"

    async def some() -> None:
        while attacker.goes_on:
            with suppress(OSError):
                _, writer = await attacker.connect()
                writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n")
                for _ in range(100):
                    writer.write(line)
                    await writer.drain()
                writer.close()

    await _many(8, some)


async def pipelines(attacker: Attacker) -> None:
    """Requests without end on one connection, none of which waits for an answer."""
    requests = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n" * 1_000

    async def some() -> None:
        while attacker.goes_on:
            with suppress(OSError):
                reader, writer = await attacker.connect()
                reading = asyncio.create_task(_drain(reader, writer))
                await _flood(attacker, writer, requests)
                await reading

    await _many(8, some)


async def _flood(attacker: Attacker, writer: asyncio.StreamWriter, data: bytes) -> None:
    while attacker.goes_on and not writer.is_closing():
        writer.write(data)
        await writer.drain()
        await asyncio.sleep(0)
    writer.close()


async def unfinished_heads(attacker: Attacker) -> None:
    """Connections that begin a request and never end it, as many as can be had."""
    held = []
    while attacker.goes_on:
        try:
            _, writer = await attacker.connect()
        except OSError:
            await asyncio.sleep(STEP)
            continue
        writer.write(b"GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ")
        held.append(writer)
        if len(held) % 100 == 0:
            await asyncio.sleep(0)
    for writer in held:
        writer.close()


async def chef_tables(attacker: Attacker) -> None:
    """One guest with as many tables of thinking bots as are allowed."""
    token = await attacker.come_in()
    for _ in range(100):
        if not attacker.goes_on:
            return
        await attacker.new_table(token, [{"kind": "bot", "bot": "chef"}, *CHEFS])
    while attacker.goes_on:
        await asyncio.sleep(STEP)


async def renames(attacker: Attacker) -> None:
    """A guest with a hundred tables who changes their name all the time."""
    token = await attacker.come_in()
    for _ in range(100):
        if attacker.goes_on:
            await attacker.new_table(token, [{"kind": "me"}, {"kind": "local", "name": "N"}])
    for number in count():
        if not attacker.goes_on:
            return
        await attacker.ask("PATCH", "/api/me", {"name": f"M{number}"}, token)


ATTACKS: dict[str, Callable[[Attacker], Awaitable[None]]] = {
    "long-name": long_name,
    "commands": many_commands,
    "upgrades": upgrades,
    "pings": empty_pings,
    "large-heads": large_heads,
    "unfinished-heads": unfinished_heads,
    "pipelines": pipelines,
    "chefs": chef_tables,
    "renames": renames,
    "openapi": _requests("GET", "/api/openapi.json"),
    "metrics": _requests("GET", "/metrics"),
    "pages": _requests("GET", "/"),
    "people": _requests("POST", "/api/me", {"name": "M"}),
}


async def _run(name: str, port: int, seconds: float) -> dict[int, int]:
    attacker = Attacker(port, time.monotonic() + seconds)
    with suppress(TimeoutError, OSError):
        async with asyncio.timeout(seconds + 1):
            await ATTACKS[name](attacker)
    return attacker.answers


if __name__ == "__main__":
    found = asyncio.run(_run(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))
    print(msgspec.json.encode({str(status): number for status, number in found.items()}).decode())
