"""Messages on the wire: in one piece, in many, several at once; and readers that do not keep up."""

from __future__ import annotations

import asyncio
import inspect
import json
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from cafe.server.live.socket import MOST_BYTES
from cafe.server.live.websocket_protocol import TextFrameProtocol, text_frame, text_of_single_frame
from cafe.server.rooms.client import MOST_WAITING, TOO_SLOW, Client
from cafe.store.rows import Person
from tests.server.process import LIMIT, Server, come_in

PERSON = Person("p1", "Anna", False)


def sent(text: bytes, opcode: Opcode = Opcode.TEXT, fin: bool = True) -> bytes:
    """A frame as a client sends it."""
    return Frame(opcode, text, fin).serialize(mask=True)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65535, 65536])
def test_a_frame_is_what_the_library_makes_of_the_message(size: int) -> None:
    message = b"x" * size
    assert text_frame(message) == Frame(Opcode.TEXT, message).serialize(mask=False)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, MOST_BYTES])
def test_a_whole_text_is_read_and_nothing_else(size: int) -> None:
    text = ("é" * size).encode()[:size] if size % 2 == 0 else b"x" * size
    whole = sent(text)
    assert text_of_single_frame(whole, MOST_BYTES) == text.decode()
    others = [
        whole[:-1],
        whole + b"\x81",
        whole + whole,
        whole[:1],
        b"",
        sent(text, fin=False),
        sent(text, Opcode.BINARY),
        sent(b"", Opcode.PING),
        Frame(Opcode.TEXT, b"not masked").serialize(mask=False),
        sent(b"\xff"),
        sent(b"x" * (MOST_BYTES + 1)),
    ]
    assert [text_of_single_frame(other, MOST_BYTES) for other in others] == [None] * len(others)


def test_uvicorn_still_has_what_the_protocol_builds_on() -> None:
    """uvicorn's class is private: a version that keeps these under other names shall not pass unnoticed."""
    source = inspect.getsource(WebSocketsSansIOProtocol)
    kept = (
        "self.queue: asyncio.Queue[",
        "self.queue.put_nowait(",
        '"type": "websocket.receive"',
        "self.writable = asyncio.Event()",
        "self.handshake_complete = True",
        "self.close_sent = True",
        "self.read_paused = True",
        "self.transport.pause_reading()",
        "self.response = ",
        '"extensions": {',
        "max_size=self.config.ws_max_size",
        "async def run_asgi(self) -> None:",
        "def handle_connect(self, event: Request) -> None:",
        "def data_received(self, data: bytes) -> None:",
        "async def send(self, ",
    )
    assert [each for each in kept if each not in source] == []
    assert issubclass(TextFrameProtocol, WebSocketsSansIOProtocol)


def test_the_versions_beneath_the_protocol_are_capped() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    bounds = [
        each
        for each in project["project"]["optional-dependencies"]["server"]
        if each.startswith(("uvicorn", "websockets"))
    ]
    assert len(bounds) == 2
    assert all(",<" in bound for bound in bounds)


class Sink:
    """Takes messages while it is open."""

    def __init__(self) -> None:
        self.open = True
        self.taken: list[bytes] = []
        self.asked = 0

    def write(self, message: bytes) -> bool:
        if self.open:
            self.taken.append(message)
        return self.open

    def waits(self) -> None:
        self.asked += 1


def test_messages_keep_their_order_when_a_client_stumbles() -> None:
    wire = Sink()
    client = Client(PERSON, frozenset(), wire.write, wire.waits)
    client.send(b"1")
    wire.open = False
    client.send(b"2")
    wire.open = True
    client.send(b"3")  # must not overtake what waits
    assert (wire.taken, client.next_waiting) == ([b"1"], b"2")
    for message in (b"2", b"3"):
        assert client.next_waiting == message
        wire.taken.append(message)
        client.pop_waiting()
    assert client.next_waiting is None
    client.send(b"4")
    assert wire.taken == [b"1", b"2", b"3", b"4"]


def test_too_many_messages_that_wait_are_dropped_and_end_the_socket() -> None:
    wire = Sink()
    wire.open = False
    client = Client(PERSON, frozenset(), wire.write, wire.waits)
    for _ in range(MOST_WAITING):
        client.send(b"x")
    before = client.close_reason
    assert before is None
    client.send(b"x")
    assert (client.close_reason, client.next_waiting) == (TOO_SLOW, None)
    asked = wire.asked
    client.send(b"x")
    client.end()
    assert (client.close_reason, client.next_waiting, wire.asked) == (TOO_SLOW, None, asked)


def test_a_reader_whose_socket_is_gone_keeps_nothing() -> None:
    wire = Sink()
    wire.open = False
    client = Client(PERSON, frozenset(), wire.write, wire.waits)
    client.send(b"1")
    client.close()
    client.send(b"2")
    client.end()
    assert (client.next_waiting, wire.taken, wire.asked) == (None, [], 1)


async def answered(client: asyncio.StreamReader, wanted: int) -> list[str]:
    """The ids of this many answers, in order; every other message is skipped."""
    found: list[str] = []
    async with asyncio.timeout(LIMIT):
        while len(found) < wanted:
            head = await client.readexactly(2)
            size = head[1]
            if size >= 126:
                size = int.from_bytes(await client.readexactly(2 if size == 126 else 8), "big")
            data = await client.readexactly(size)
            if head[0] == 0x81:
                message = json.loads(data)
                if message.get("id"):
                    found.append(message["id"])
    return found


async def test_commands_are_answered_however_they_are_cut(single: Server) -> None:
    anna = await come_in(single.address)
    table = await anna.table([{"kind": "me"}, {"kind": "local", "name": "Ben"}], starter=0)
    where = urlsplit(single.address)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    writer.write(
        f"GET /api/tables/{table['id']}/socket HTTP/1.1\r\nHost: {where.netloc}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        f"Authorization: Bearer {anna.token}\r\n\r\n".encode()
    )
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")

    def command(name: str) -> bytes:
        return json.dumps({"type": "resync", "id": name}).encode()

    async def send(data: bytes) -> None:
        writer.write(data)
        await writer.drain()

    await send(sent(command("whole")))
    assert await answered(reader, 1) == ["whole"]
    await send(sent(b"", Opcode.PONG))
    await send(sent(command("after a pong")))
    assert await answered(reader, 1) == ["after a pong"]
    await send(sent(command("two")) + sent(command("at once")))
    assert await answered(reader, 2) == ["two", "at once"]
    cut = sent(command("cut in the middle"))
    await send(cut[:9])
    await send(cut[9:] + sent(command("and more")))
    assert await answered(reader, 2) == ["cut in the middle", "and more"]
    parts = command("in parts")
    await send(sent(parts[:5], fin=False))
    await send(sent(parts[5:], Opcode.CONT))
    assert await answered(reader, 1) == ["in parts"]
    for number in range(50):
        writer.write(sent(command(str(number))))
    assert await answered(reader, 50) == [str(number) for number in range(50)]
    writer.close()
