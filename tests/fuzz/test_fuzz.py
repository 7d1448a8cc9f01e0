"""Nonsense gets a refusal, never a traceback: parsers and forms in process, then engine, HTTP and socket.

`CAFE_TEST_SCALE` multiplies the inputs: a scale of 2,000 tries ten million, nine of them in process. No
answer may take longer than a quarter of a second, by processor time: a busy machine does not count. The
slowest is printed (`pytest -s`). What an engine is asked to work on for long, `perft`, `turns` and `go`, is
not among the inputs.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from urllib.parse import quote, urlsplit

import msgspec
import pytest

from cafe.protocol import commands, tables
from cafe.rules.edition import edition
from cafe.rules.errors import CafeError
from cafe.rules.names import action_from_text
from cafe.rules.position import read_position, write_position
from cafe.rules.record import read_record
from cafe.server.app import ENDPOINTS
from cafe.server.errors import Refused
from cafe.server.public_address import normal_address
from cafe.server.rooms.confusable_names import are_alike
from cafe.server.rooms.plain_text import clean_name, clean_text
from tests.engine.talk import Talk
from tests.fuzz.mutation import mutated
from tests.rules.games import Setup
from tests.scale import scaled
from tests.server.process import LIMIT, Server, come_in
from tests.server.seats import BEN, ME

GAME = (Path(__file__).parents[1] / "playthroughs" / "card.cafe").read_text(encoding="utf-8")
RECORD = "".join(GAME.splitlines(keepends=True)[:30])
POSITION = write_position(Setup("board", 2, ()).new(1))
PLAN = edition("board").plan
COMMANDS = (
    '{"type":"submit","id":"a","version":0,"actions":[{"type":"draw"}]}',
    '{"type":"preview","id":"b","version":0,"actions":[{"type":"seat","guest":"ESm","chair":"c2"}]}',
    '{"type":"say","id":"c","text":"hello","emote":null}',
    '{"type":"hint","id":"d","version":0}',
    '{"type":"coach","id":"f"}',
    '{"type":"resync","id":"e"}',
)
TABLE = '{"edition":"card","seats":[{"kind":"me"},{"kind":"bot","bot":"easy"}],"clock":null,"public":true}'
ENGINE = (
    '{"cmd":"new","edition":"card","players":2,"seed":1}',
    '{"cmd":"position","text":"' + POSITION.replace("\n", "\\n") + '"}',
    '{"cmd":"legal"}',
    '{"cmd":"apply","action":{"type":"draw"}}',
    '{"cmd":"state"}',
)
BODIES = (
    TABLE,
    json.dumps({"name": "Anna", "record": RECORD}),
    '{"edition":"card","day":"2026-11-10"}',
    '{"version":0,"actions":[{"type":"draw"}],"id":"a"}',
    '{"person":"x","reason":"y","kind":"anybody","code":"a-b-c","invite":"i","stamp":"s"}',
    "{}",
)
PART = re.compile(r"\{\w+\}")
"""A part of a path that is not the same for everybody."""
ENDS = {("DELETE", "/api/me"), ("POST", "/api/bot"), ("GET", "/api/bot/events")}
"""After these a person is no more, or a bot; the last one never ends."""
REQUESTS = [each for each in ENDPOINTS if (each.method, each.path) not in ENDS]


def _decode(form: object) -> Callable[[str], object]:
    return lambda text: msgspec.json.decode(text.encode("utf-8", "surrogatepass"), type=form)


PARSERS: dict[str, tuple[Callable[[str], object], str]] = {
    "record": (read_record, RECORD),
    "position": (read_position, POSITION),
    "action": (lambda text: action_from_text(PLAN, text), "DEm@d3"),
    "command": (_decode(commands.AnyCommand), COMMANDS[0]),
    "table": (_decode(tables.NewTable), TABLE),
    "name": (clean_name, "Anna Bert"),
    "talk": (clean_text, "hello <b>there</b>"),
    "likeness": (lambda text: are_alike(text, "Anna"), "Anna"),
    "address": (normal_address, "https://cafe.example:8443/play"),
}


SLOWEST = 0.25
"""How many seconds of processor time an answer may take."""


def judge(what: str, count: int, slowest: float) -> None:
    """Say how long the slowest answer took, and that it was not too long."""
    print(f"{what}: {count} inputs, the slowest took {1000 * slowest:.1f} ms", file=sys.stderr)
    assert slowest < SLOWEST, what


@pytest.fixture
def lifted(tmp_path: Path) -> Iterator[Server]:
    """A server whose limits are never reached; what it logs has no traceback."""
    found = Server(tmp_path / "data", CAFE_TABLES_A_PERSON="1000000", CAFE_DAILY_TRIES_AN_HOUR="1000000")
    yield found
    assert found.stop() == 0
    assert "Traceback" not in found.errors.read_text()


def main_thread_time(server: Server) -> float:
    """Seconds of processor time that the main thread of a server has used."""
    number = server.process.pid
    return int(Path(f"/proc/{number}/task/{number}/schedstat").read_text().split()[0]) / 1e9


class Line:
    """Requests one after the other; the connection is reopened where the server closed it."""

    def __init__(self, address: str, token: str) -> None:
        where = urlsplit(address)
        self._host, self._port = where.hostname, where.port
        self._headers = f"Host: {where.netloc}\r\nAuthorization: Bearer {token}\r\n"
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: bytes) -> int:
        """The status of the answer; asked again where a connection was closed while nobody asked."""
        is_new = self._streams is None
        try:
            return await self._ask(method, path, body)
        except (asyncio.IncompleteReadError, ConnectionError):
            self.close()
            if is_new:
                raise
            return await self._ask(method, path, body)

    async def _ask(self, method: str, path: str, body: bytes) -> int:
        head = f"{method} {path} HTTP/1.1\r\n{self._headers}Content-Length: {len(body)}\r\n\r\n"
        async with asyncio.timeout(LIMIT):
            if self._streams is None:
                self._streams = await asyncio.open_connection(self._host, self._port)
            reader, writer = self._streams
            writer.write(head.encode() + body)
            answer = (await reader.readuntil(b"\r\n\r\n")).lower()
            size = answer.partition(b"content-length:")[2].partition(b"\r\n")[0]
            await reader.readexactly(int(size))
        if b"connection: close" in answer:
            self.close()
        return int(answer.split(b" ", 2)[1])

    def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


@pytest.mark.parametrize("name", PARSERS)
def test_parsers_refuse_nonsense_in_their_own_words(name: str) -> None:
    parse, good = PARSERS[name]
    parse(good)
    random, slowest, count = Random(name), 0.0, scaled(500)
    for _ in range(count):
        text = mutated(good, random)
        began = time.thread_time()
        with suppress(CafeError, Refused, ValueError):  # msgspec's errors are ValueErrors, as are Unicode's
            parse(text)
        slowest = max(slowest, time.thread_time() - began)
    judge(name, count, slowest)


def test_the_engine_answers_every_line() -> None:
    random, talk, slowest, count = Random(1), Talk(), 0.0, scaled(300)
    for _ in range(count):
        line = mutated(random.choice(ENGINE), random).replace("\n", " ").encode("utf-8", "surrogatepass")
        began = time.thread_time()
        answer = talk.line(line)
        slowest = max(slowest, time.thread_time() - began)
        assert answer["ok"] or answer["error"]["message"], (line, answer)
    judge("engine", count, slowest)


async def test_requests_of_any_kind_are_answered(lifted: Server) -> None:
    random, slowest, count = Random(2), 0.0, scaled(100)
    anna = await come_in(lifted.address)
    table = (await anna.table([ME, BEN], "card"))["id"]
    await anna.post(f"/api/tables/{table}/start")
    line = Line(lifted.address, anna.token)
    for _ in range(count):
        endpoint = random.choice(REQUESTS)
        path = endpoint.path.replace("{table}", random.choice((table, "x"))).replace("{seat:int}", "1")
        path = quote(PART.sub(lambda _: mutated("2026-11-10", random), path), errors="replace")
        query = "?" + quote(mutated("edition=card&page=1", random), "=&", errors="replace")
        body = mutated(random.choice(BODIES), random).encode("utf-8", "surrogatepass")
        began = main_thread_time(lifted)
        status = await line.ask(endpoint.method, path + query * endpoint.in_query, body)
        slowest = max(slowest, main_thread_time(lifted) - began)
        assert status < 500, (endpoint.method, path, body, status)
    line.close()
    judge("HTTP", count, slowest)


async def test_commands_of_any_kind_are_answered(lifted: Server) -> None:
    random, slowest, count = Random(3), 0.0, scaled(100)
    anna = await come_in(lifted.address)
    table = (await anna.table([ME, BEN], "card"))["id"]
    await anna.post(f"/api/tables/{table}/start")
    async with anna.sit(table, ping_interval=None) as socket:
        for number in range(count):
            text = mutated(random.choice(COMMANDS), random).encode("utf-8", "replace").decode()
            began = main_thread_time(lifted)
            await socket.wire.send(text)
            assert (await socket.ask("resync", f"after {number}"))["type"] == "done", text
            slowest = max(slowest, main_thread_time(lifted) - began)
            socket.messages.clear()
            socket.answers.clear()
    judge("socket", count, slowest)
