"""Nonsense gets a refusal, never a traceback: parsers and forms in process, then engine, HTTP and socket.

`CAFE_TEST_SCALE` multiplies the inputs. The slowest answer is printed (`pytest -s`), never judged;
in process by processor time, so that a busy machine does not count.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect

from cafe.protocol import messages, tables
from cafe.rules.edition import edition
from cafe.rules.errors import CafeError
from cafe.rules.names import action_from_text
from cafe.rules.position import read_position, write_position
from cafe.rules.record import read_record
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

RECORD = (Path(__file__).parents[1] / "playthroughs" / "card.cafe").read_text(encoding="utf-8")
POSITION = write_position(Setup("board", 2, ()).new(1))
PLAN = edition("board").plan
COMMANDS = (
    '{"type":"submit","id":"a","version":0,"actions":[{"type":"draw"}]}',
    '{"type":"preview","id":"b","version":0,"actions":[{"type":"seat","guest":"ESm","chair":"c2"}]}',
    '{"type":"say","id":"c","text":"hello","emote":null}',
    '{"type":"hint","id":"d","version":0}',
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


def _decode(form: object) -> Callable[[str], object]:
    return lambda text: msgspec.json.decode(text.encode("utf-8", "surrogatepass"), type=form)


PARSERS: dict[str, tuple[Callable[[str], object], str]] = {
    "record": (read_record, RECORD),
    "position": (read_position, POSITION),
    "action": (lambda text: action_from_text(PLAN, text), "DEm@d3"),
    "command": (_decode(messages.AnyCommand), COMMANDS[0]),
    "table": (_decode(tables.NewTable), TABLE),
    "name": (clean_name, "Anna Bert"),
    "talk": (clean_text, "hello <b>there</b>"),
    "likeness": (lambda text: are_alike(text, "Anna"), "Anna"),
    "address": (normal_address, "https://cafe.example:8443/play"),
}


def report(what: str, count: int, slowest: float) -> None:
    """Say how long the slowest took: machines differ, so no test depends on it."""
    print(f"{what}: {count} inputs, the slowest took {1000 * slowest:.1f} ms", file=sys.stderr)


@pytest.mark.parametrize("name", PARSERS)
def test_parsers_refuse_nonsense_in_their_own_words(name: str) -> None:
    parse, good = PARSERS[name]
    parse(good)
    random, slowest, count = Random(name), 0.0, scaled(300)
    for _ in range(count):
        text = mutated(good, random)
        began = time.thread_time()
        with suppress(CafeError, Refused, ValueError):  # msgspec's errors are ValueErrors, as are Unicode's
            parse(text)
        slowest = max(slowest, time.thread_time() - began)
    report(name, count, slowest)


def test_the_engine_answers_every_line() -> None:
    random, talk, slowest, count = Random(1), Talk(), 0.0, scaled(300)
    for _ in range(count):
        line = mutated(random.choice(ENGINE), random).replace("\n", " ").encode("utf-8", "surrogatepass")
        began = time.thread_time()
        answer = talk.line(line)
        slowest = max(slowest, time.thread_time() - began)
        assert answer["ok"] or answer["error"]["message"], (line, answer)
    report("engine", count, slowest)


async def test_requests_and_commands_of_any_kind_are_answered(tmp_path: Path) -> None:
    lifted = {"CAFE_TABLES_A_PERSON": "1000000", "CAFE_SOCKETS_A_PERSON": "1000000"}
    server = Server(tmp_path / "data", **lifted)
    random, slowest, count = Random(2), 0.0, scaled(100)
    paths = ("/api/me", "/api/tables", "/api/practice", "/api/replay", "/api/transfer", "/api/tables/x/join")
    try:
        anna = await come_in(server.address)
        table = (await anna.table([ME, BEN], "card"))["id"]
        await anna.post(f"/api/tables/{table}/start")
        address = f"{server.address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        async with httpx.AsyncClient(base_url=server.address, headers=anna.headers, timeout=LIMIT) as client:
            for _ in range(count):
                path = random.choice(paths)
                body = mutated(
                    random.choice((TABLE, json.dumps({"name": "Anna", "record": POSITION}))), random
                )
                began = time.perf_counter()
                found = await client.post(path, content=body.encode("utf-8", "surrogatepass"))
                slowest = max(slowest, time.perf_counter() - began)
                assert found.status_code < 500, (path, body, found.text)
        for _ in range(count):
            text = mutated(random.choice(COMMANDS), random).encode("utf-8", "replace").decode()
            async with connect(address, additional_headers=anna.headers, open_timeout=LIMIT) as wire:
                began = time.perf_counter()
                await wire.send(text)
                await wire.send('{"type":"resync","id":"last"}')
                async for message in wire:
                    if json.loads(message).get("id") == "last":
                        break
                slowest = max(slowest, time.perf_counter() - began)
    finally:
        assert server.stop() == 0
    assert "Traceback" not in server.errors.read_text()
    report("HTTP and socket", 2 * count, slowest)
