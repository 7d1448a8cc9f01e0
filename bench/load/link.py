"""WebSocket and HTTP clients with as little as possible between the wire and the measurement."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Any

import msgspec

PING, PONG, CLOSE = 0x9, 0xA, 0x8


class Broken(Exception):
    """A server that did not do what was expected."""


class Link(asyncio.Protocol):
    """A WebSocket; `heard` is called with it and every message. Its mask of zeros changes nothing sent."""

    def __init__(self, heard: Heard) -> None:
        self._heard = heard
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False
        self.sent = 0.0
        """When the last command was sent."""
        self._rest = b""
        self._transport: asyncio.Transport

    @classmethod
    async def open(cls, port: int, path: str, heard: Heard, headers: str = "") -> Link:
        """Connect and shake hands."""
        loop = asyncio.get_running_loop()
        _, link = await loop.create_connection(lambda: cls(heard), "127.0.0.1", port)
        key = base64.b64encode(os.urandom(16)).decode()
        link._transport.write(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n{headers}\r\n".encode()
        )
        await link.ready
        return link

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Connected."""
        self._transport = transport  # type: ignore[assignment]

    def connection_lost(self, error: Exception | None) -> None:
        """Nothing more comes."""
        self.lost = True
        if not self.ready.done():
            self.ready.set_exception(Broken(f"the server hung up: {error}"))

    def data_received(self, data: bytes) -> None:
        """Take what came apart into messages."""
        data = self._rest + data if self._rest else data
        if not self.ready.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                self.ready.set_exception(Broken(head.decode()))
                return
            self.ready.set_result(None)
        at, whole = 0, len(data)
        while whole - at >= 2:
            start, size = at + 2, data[at + 1]
            if size >= 126:
                start += 2 if size == 126 else 8
                size = int.from_bytes(data[at + 2 : start], "big")
            if whole < start + size:
                break
            kind = data[at] & 15
            if kind < PING - 1:
                self._heard(self, data[start : start + size])
            elif kind == PING:
                self._send(PONG, data[start : start + size])
            at = start + size
        self._rest = data[at:]

    def send(self, message: bytes) -> None:
        """Send a text."""
        self._send(1, message)

    def _send(self, kind: int, data: bytes) -> None:
        size = len(data)
        length = bytes((128 + size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self._transport.write(bytes((128 + kind,)) + length + b"\0\0\0\0" + data)

    def close(self) -> None:
        """Hang up."""
        if not self.lost:
            self._send(CLOSE, b"\x03\xe8")
            self._transport.close()


Heard = Callable[[Link, bytes], None]


class Caller:
    """HTTP requests one after the other over one connection."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: object, headers: str = "") -> Any:
        """Send JSON; the JSON that is answered."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        data = msgspec.json.encode(body)
        writer.write(
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(data)}\r\n{headers}\r\n".encode()
            + data
        )
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        size = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
        answer = await reader.readexactly(size)
        if head.split(b" ", 2)[1] not in (b"200", b"201"):
            raise Broken(f"{path}: {answer.decode()}")
        return msgspec.json.decode(answer)
