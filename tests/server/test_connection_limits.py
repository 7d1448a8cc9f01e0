"""Limits that refuse before any work is done: on connections, heads, requests, frames, commands."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import msgspec
import pytest
import structlog
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode

from cafe.protocol.messages import Done
from cafe.protocol.messages import Refused as RefusedMessage
from cafe.rules.edition import edition
from cafe.server import logs
from cafe.server.app import make_app
from cafe.server.http.caller import caller_at
from cafe.server.http.connection_limits import ConnectionLimits
from cafe.server.http.http_protocol import MOST_HEAD
from cafe.server.live.frame_count import FrameCount
from cafe.server.live.socket import PATIENCE, answer_message
from cafe.server.rooms.rate_limits import PEOPLE, TRANSFERS_AN_HOUR, WIDE, Caller, Limit, Limits
from cafe.server.rooms.rooms import AT_ONCE
from cafe.server.rooms.server_parts import ServerParts
from cafe.server.settings import Settings
from cafe.server.turn.room_settings import RoomSettings
from cafe.server.turn.start import shuffle
from cafe.store import people, rooms
from cafe.store.rows import Person, RoomRow, SeatRow
from tests.server.house import GENEROUS, KeepingClient, gather, open_house
from tests.server.process import LIMIT, Server, come_in, refusals

MOST_CONNECTIONS = 20
PATHS = ("/metrics", "/healthz", "/api/openapi.json", "/api/options", "/api/not-there")
LONG = b"X-Long: " + b"a" * MOST_HEAD


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with small limits, to which nobody comes through a proxy."""
    limits = {
        "CAFE_CONNECTIONS_AN_ADDRESS": str(MOST_CONNECTIONS),
        "CAFE_TRUSTED_PROXIES": "192.0.2.1",
        "CAFE_COMMANDS_A_SECOND": "20",
    }
    found = Server(Path(tmp_path_factory.mktemp("limited")) / "data", **limits)
    yield found
    found.stop()


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where an address may ask once a second."""
    found = Server(Path(tmp_path_factory.mktemp("strict")) / "data", CAFE_REQUESTS_A_SECOND="1")
    yield found
    found.stop()


@pytest.fixture(scope="module")
def unproxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where an address may ask once a second, and to which nobody comes through a proxy."""
    limits = {"CAFE_REQUESTS_A_SECOND": "1", "CAFE_TRUSTED_PROXIES": "192.0.2.1"}
    found = Server(Path(tmp_path_factory.mktemp("unproxied")) / "data", **limits)
    yield found
    found.stop()


@asynccontextmanager
async def connection(server: Server) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    where = urlsplit(server.listens)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    try:
        yield reader, writer
    finally:
        writer.close()


async def answer(reader: asyncio.StreamReader) -> bytes:
    """All that comes until the server hangs up."""
    async with asyncio.timeout(LIMIT):
        try:
            return await reader.read(-1)
        except ConnectionResetError:
            return b""


async def test_a_head_that_is_too_large_or_never_ends_is_refused(limited: Server) -> None:
    async with connection(limited) as (slow, beginning), connection(limited) as (silent, _):
        beginning.write(b"GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ")
        for line in (LONG + b"\r\n", b"X: y\r\n" * (MOST_HEAD // 6 + 10), LONG):
            async with connection(limited) as (reader, writer):
                writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n" + line)
                assert (await answer(reader))[:13] in (b"HTTP/1.1 431 ", b""), line[:20]
        assert (await answer(slow)).startswith(b"HTTP/1.1 408 ")
        assert (await answer(silent)).startswith(b"HTTP/1.1 408 ")
    assert (await refusals(limited))["head"] >= 5


async def test_requests_one_after_another_on_one_connection_are_not_one_head(limited: Server) -> None:
    async with connection(limited) as (reader, writer):
        for _ in range(3):
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: a\r\nX: " + b"a" * (MOST_HEAD // 2) + b"\r\n\r\n")
            assert b" 200 " in await reader.readuntil(b"\r\n\r\n")
            assert await reader.readexactly(3) == b"ok\n"


async def test_what_strangers_send_makes_no_lines_in_the_log(limited: Server) -> None:
    lines = len(limited.errors.read_text().splitlines())
    for data in (b"\x16\x03\x01 nonsense\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\n" + LONG + b"\r\n\r\n"):
        async with connection(limited) as (reader, writer):
            writer.write(data)
            assert (await answer(reader))[:13] in (b"HTTP/1.1 400 ", b"HTTP/1.1 431 ", b"")
    async with connection(limited) as (reader, writer):
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n")
        assert b" 200 " in await reader.readuntil(b"\r\n\r\n")
    assert len(limited.errors.read_text().splitlines()) == lines


async def test_requests_that_wait_for_no_answer_are_refused(limited: Server) -> None:
    async with connection(limited) as (reader, writer):
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n" * 200)
        told = await answer(reader)
    assert b"retry-after: 1\r\n" in told
    assert told.count(b"HTTP/1.1 ") < 200


async def test_an_address_has_so_many_connections_and_may_come_back_later(limited: Server) -> None:
    held = []
    where = urlsplit(limited.listens)
    for _ in range(MOST_CONNECTIONS):
        held.append(await asyncio.open_connection(where.hostname, where.port))
    async with connection(limited) as (reader, _):
        refused = await answer(reader)
    assert refused.startswith(b"HTTP/1.1 429 ")
    assert b"retry-after: 5\r\n" in refused
    for _, writer in held:
        writer.close()
        await writer.wait_closed()
    async with asyncio.timeout(LIMIT):
        while True:
            try:
                assert (await refusals(limited))["connections"] >= 1
                return
            except (httpx.RemoteProtocolError, httpx.ReadError, KeyError):
                continue  # the server has not noticed yet that they are gone


async def test_a_socket_gives_its_connection_back(limited: Server) -> None:
    anna = await come_in(limited.listens)
    table = await anna.table([{"kind": "me"}, {"kind": "local", "name": "Ben"}])
    for _ in range(2 * MOST_CONNECTIONS):
        async with anna.sit(table["id"]) as socket:
            await socket.until(lambda: socket.table)


async def test_empty_pings_cut_a_socket_off(limited: Server) -> None:
    anna = await come_in(limited.listens)
    table = await anna.table([{"kind": "me"}, {"kind": "local", "name": "Ben"}])
    async with connection(limited) as (reader, writer):
        writer.write(
            f"GET /api/tables/{table['id']}/socket HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            f"Authorization: Bearer {anna.token}\r\n\r\n".encode()
        )
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        writer.write(Frame(Opcode.PING, b"").serialize(mask=True) * 10_000)
        told = await answer(reader)
    assert b"too many frames: try again in 5 s" in told
    assert told.count(b"\x8a\x00") < 200
    assert (await refusals(limited))["frames"] >= 1


async def test_a_socket_that_sends_only_nonsense_is_closed_and_told_when_to_return(
    limited: Server,
) -> None:
    anna = await come_in(limited.listens)
    table = await anna.table([{"kind": "me"}, {"kind": "local", "name": "Ben"}])
    async with anna.sit(table["id"]) as socket:
        for _ in range(PATIENCE + 1):
            await socket.wire.send("nonsense")
        async with asyncio.timeout(LIMIT):
            await socket.wire.wait_closed()
    assert socket.wire.close_reason == "too many refused messages: try again in 5 s"
    assert (await refusals(limited))["refusals"] == 1


@pytest.mark.parametrize("cut", [1, 2, 3, 5, 7, 1000])
def test_frames_are_counted_however_they_are_cut(cut: int) -> None:
    sizes = [0, 1, 125, 126, 127, 65535, 65536, 0]
    data = b"".join(Frame(Opcode.BINARY, b"x" * size).serialize(mask=True) for size in sizes)
    count = FrameCount()
    found = sum(count.count(data[at : at + cut], 100) for at in range(0, len(data), cut))
    assert found == len(sizes)
    assert FrameCount().count(data * 50, 100) == 101


@pytest.mark.parametrize("path", PATHS)
async def test_every_path_counts_and_the_refusal_says_when_to_come_back(strict: Server, path: str) -> None:
    async with httpx.AsyncClient(base_url=strict.listens) as client:
        proxied = {"x-forwarded-for": f"198.51.100.{PATHS.index(path)}"}
        answers = [await client.get(path, headers=proxied) for _ in range(10)]
        refused = next(found for found in answers if found.status_code == 429)
        assert answers[0].status_code != 429
        assert int(refused.headers["retry-after"]) >= 1
        assert refused.json()["error"]["code"] == "rate"
        assert (await client.get("/", headers=proxied)).status_code == 200
        # Ten at a time, and many: a slow machine shall not wait until the limit has forgotten.
        for _ in range(100):
            files = await asyncio.gather(*[client.get("/", headers=proxied) for _ in range(10)])
            if any(found.status_code == 429 for found in files):
                break
        else:
            raise AssertionError("expected a refusal within a thousand files; got none")


@pytest.mark.parametrize("where", ["strict", "unproxied"])
@pytest.mark.parametrize(
    ("number", "path", "origin"),
    [(101, "/nothing", None), (102, "/", None), (103, "/api/tables/x/socket", "http://elsewhere.example")],
)
async def test_upgrades_count_wherever_they_are_tried(
    request: pytest.FixtureRequest, where: str, number: int, path: str, origin: str | None
) -> None:
    server: Server = request.getfixturevalue(where)
    address, statuses = server.listens.replace("http", "ws", 1) + path, []
    local = f"127.0.0.{number}" if where == "unproxied" else "127.0.0.1"
    headers = {"x-forwarded-for": f"198.51.100.{number}"} | ({} if origin is None else {"origin": origin})
    async with asyncio.timeout(LIMIT):
        while 429 not in statuses:
            with pytest.raises(InvalidStatus) as refused:
                await connect(address, additional_headers=headers, local_addr=(local, 0)).__aenter__()
            statuses.append(refused.value.response.status_code)
    assert set(statuses[:-1]) == {403}
    assert int(refused.value.response.headers["retry-after"]) >= 1


async def test_what_is_too_long_is_refused_without_a_traceback(single: Server) -> None:
    anna = await come_in(single.address)
    table = await anna.table([{"kind": "me"}, {"kind": "friend"}])
    codes = [
        (await anna.ask(method, path, body)).status_code
        for method, path, body in (
            ("GET", "/" + "a" * 3_000, None),
            ("GET", "/t/" + "a" * 1_990, None),
            ("GET", "/" + "é" * 200, None),
            ("GET", "/api/tables/" + "a" * 3_000, None),
            ("GET", "/api/tables/" + "a" * 1_500, None),
            ("PUT", f"/api/tables/{table['id']}/seats/" + "9" * 1_500, {"kind": "anybody"}),
            ("PUT", f"/api/tables/{table['id']}/seats/" + "9" * 5_000, {"kind": "anybody"}),
        )
    ]
    assert codes == [404, 404, 404, 404, 404, 422, 404]
    lines = single.errors.read_text().splitlines()
    assert not any("Traceback" in line or len(line) > 4_000 for line in lines)


async def test_commands_are_counted_by_address_too_and_say_when_to_come_back(database_url: str) -> None:
    few = replace(GENEROUS, commands_a_second=1)
    async with open_house(database_url, few) as house:
        house.limits = Limits(few, lambda: 1000.0)
        company = await gather(house, shuffle(edition("board")), RoomSettings("board", []), 2)
        company.clients = [KeepingClient(Person(f"q{number}", "Q", False)) for number in range(2 * PEOPLE)]
        for client in company.clients:
            client.caller = Caller("192.0.2.1")
        answers = [await company.ask(number // 2, "resync") for number in range(4 * PEOPLE)]
        refused = answers[3 * PEOPLE]  # each of them has asked no more than they may
        assert [found["type"] for found in answers] == ["done"] * 3 * PEOPLE + ["refused"] * PEOPLE
        assert (refused["code"], refused["retry_after"]) == ("rate", 1)
        company.clients[0].caller = Caller("192.0.2.2")
        assert (await company.ask(0, "resync"))["type"] == "done"
        assert (await company.ask(0, "resync"))["code"] == "rate"
        unread = await answer_message(house, company.room, company.clients[0], b"[" * 1_000)
        assert isinstance(unread, RefusedMessage)
        assert unread.code == "rate"


def test_a_network_of_households_counts_too() -> None:
    time = [0.0]
    limit = Limit("test", "1 a second", 1, 1, lambda: time[0])
    homes = [caller_at(f"2001:db8:0:{number:x}::1") for number in range(WIDE + 1)]
    assert len({home.address for home in homes}) == WIDE + 1
    assert [limit.wait(home) for home in homes] == [0] * WIDE + [1]
    assert limit.wait(caller_at("2001:db8:1::1")) == 0
    time[0] = 1.0
    assert limit.wait(homes[0]) == 0
    assert caller_at("::ffff:192.0.2.1") == caller_at("192.0.2.1") == Caller("192.0.2.1")


async def test_new_games_and_links_to_other_devices_are_limited_by_the_hour(tmp_path: Path) -> None:
    few = Server(tmp_path / "data", CAFE_TABLES_A_PERSON="2")
    anna = await come_in(few.address)
    codes = []
    for _ in range(5):
        found = await anna.ask(
            "POST", "/api/tables", {"edition": "board", "seats": [{"kind": "me"}, {"kind": "friend"}]}
        )
        codes.append(found.status_code)
        if found.status_code == 201:
            await anna.post(f"/api/tables/{found.json()['id']}/close")
    assert codes == [201] * 4 + [429]
    assert int(found.headers["retry-after"]) > 60
    codes = [(await anna.ask("POST", "/api/me/transfer", {})).status_code for _ in range(31)]
    assert codes == [200] * 30 + [429]
    few.stop()


async def test_lists_of_finished_games_count_for_more_than_other_requests(
    tmp_path: Path,
) -> None:
    few = Settings(requests_a_second=20)
    async with open_house(f"sqlite:///{tmp_path / 'cafe.db'}", few) as house:
        house.limits = Limits(few, lambda: 1000.0)
        async with inside(house) as client:
            found = [await client.get("/api/games") for _ in range(7)]
    assert [each.status_code for each in found] == [200] * 6 + [429]
    assert found[-1].headers["retry-after"] == "1"


@asynccontextmanager
async def inside(house: ServerParts) -> AsyncIterator[httpx.AsyncClient]:
    """Requests to a house without the network, all from one address."""
    stranger = httpx.ASGITransport(make_app(house, ConnectionLimits(house)), client=("192.0.2.7", 1))
    async with httpx.AsyncClient(transport=stranger, base_url="http://cafe.example") as client:
        yield client


async def finished_game(
    house: ServerParts, client: httpx.AsyncClient, name: str
) -> tuple[dict[str, str], str]:
    """The headers of somebody new, and a game that they opened and ended at once."""
    token = (await client.post("/api/me", json={"name": name, "token": True})).json()["token"]
    headers = {"authorization": f"Bearer {token}"}
    return headers, await ended(house, client, headers)


async def ended(house: ServerParts, client: httpx.AsyncClient, headers: dict[str, str]) -> str:
    """A game that is over."""
    seats = [{"kind": "me"}, {"kind": "local", "name": "N"}]
    made = await client.post("/api/tables", json={"edition": "card", "seats": seats}, headers=headers)
    assert made.status_code == 201, made.text
    table = str(made.json()["id"])
    await client.post(f"/api/tables/{table}/start", json={}, headers=headers)
    room = await house.rooms.get(table)
    host = Person(room.row.host, "A", False)
    told = await answer_message(house, room, KeepingClient(host), b'{"type":"agree","id":"a","end":true}')
    assert isinstance(told, Done)
    assert room.row.status == "over"
    return table


async def test_an_export_keeps_what_it_wrote(tmp_path: Path) -> None:
    few = Settings(requests_a_second=4)
    async with open_house(f"sqlite:///{tmp_path / 'cafe.db'}") as house, inside(house) as client:
        headers, table = await finished_game(house, client, "Anna")
        tables = [table, *[await ended(house, client, headers) for _ in range(4)]]
        house.limits = Limits(few, lambda: 1000.0)
        exported = (await client.get("/api/me/export", headers=headers)).json()["games"]
        records = [await client.get(f"/api/tables/{each}/record", headers=headers) for each in tables]
    assert [each.status_code for each in records] == [200] * 5, "none has to be played through again"
    assert {each["id"]: each["record"] for each in exported} == {
        name: found.text for name, found in zip(tables, records, strict=True)
    }


async def test_a_rematch_counts_among_the_new_games_of_an_address(tmp_path: Path) -> None:
    few = replace(GENEROUS, tables_a_person=1)
    async with open_house(f"sqlite:///{tmp_path / 'cafe.db'}", few) as house, inside(house) as client:
        for number in range(PEOPLE):
            headers, table = await finished_game(house, client, f"P{number}")
            again = await client.post(f"/api/tables/{table}/rematch", json={}, headers=headers)
            assert again.status_code == 200, again.text
        with pytest.raises(AssertionError, match="new games from one address per hour"):
            await finished_game(house, client, "One more")


@pytest.mark.parametrize("path", ["/api/me/transfer", "/api/me/recovery"])
async def test_links_to_other_devices_are_limited_by_address_too(tmp_path: Path, path: str) -> None:
    async with open_house(f"sqlite:///{tmp_path / 'cafe.db'}") as house, inside(house) as client:
        statuses = []
        for number in range(PEOPLE + 1):
            made = await client.post("/api/me", json={"name": f"P{number}", "token": True})
            headers = {"authorization": f"Bearer {made.json()['token']}"}
            statuses += [
                (await client.post(path, json={}, headers=headers)).status_code
                for _ in range(TRANSFERS_AN_HOUR)
            ]
    assert statuses == [200] * PEOPLE * TRANSFERS_AN_HOUR + [429] * TRANSFERS_AN_HOUR


@pytest.mark.parametrize("asked", ["block", "go"])
async def test_news_about_a_person_do_not_reload_all_their_games_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    monkeypatch.setattr("cafe.server.rooms.rooms.REREAD_PAUSE", LIMIT)
    async with open_house(f"sqlite:///{tmp_path / 'cafe.db'}") as house, inside(house) as client:
        made = await client.post("/api/me", json={"name": "Anna", "token": True})
        headers = {"authorization": f"Bearer {made.json()['token']}"}
        who, other = (
            (await house.database.read(partial(people.find, secret=made.json()["token"]))),
            (await house.database.write(partial(people.add, name="Ben", now=1.0)))[0],
        )
        assert who is not None
        seats = SeatRow(0, "person", who.id), SeatRow(1, "person", other.id)
        text = msgspec.json.encode(RoomSettings("card", [])).decode()
        loaded = []
        for number in range(30):
            row = RoomRow(
                f"t{number}", "i", who.id, "over", text, False, 1, 1, 0, None, None, None, None, seats
            )
            await house.database.write(partial(rooms.add, row=row))
            loaded.append(await house.rooms.get(row.id))
        if asked == "block":
            done = await client.post("/api/tables/t20/block", json={"seat": 1}, headers=headers)
        else:
            done = await client.delete("/api/me", headers=headers)
        assert done.status_code == 200, done.text
        stored = await house.database.read(partial(rooms.revisions, names=[room.row.id for room in loaded]))
        read = [room.row.id for room in loaded if room.row.revision == stored[room.row.id]]
        assert AT_ONCE <= len(read) <= AT_ONCE + 1
        assert asked != "block" or "t20" in read, "where it was asked for it is seen at once"
        house.process.ending.set()


def test_uvicorn_still_has_what_the_protocol_builds_on() -> None:
    """uvicorn's class is private: a version that keeps these under other names shall not pass unnoticed."""
    source = inspect.getsource(HttpToolsProtocol)
    kept = (
        "def connection_made(",
        "def connection_lost(self, exc: Exception | None) -> None:",
        "def data_received(self, data: bytes) -> None:",
        "def handle_websocket_upgrade(self) -> None:",
        "def send_400_response(self, msg: str) -> None:",
        "def on_message_begin(self) -> None:",
        "def on_header(self, name: bytes, value: bytes) -> None:",
        "def on_headers_complete(self) -> None:",
        "def on_body(self, body: bytes) -> None:",
        "def on_message_complete(self) -> None:",
        "def _should_upgrade(self) -> bool:",
        "self.parser.should_upgrade()",
        "self.url += url",
        "self.client = get_remote_addr(transport)",
        "except httptools.HttpParserError:",
    )
    assert [each for each in kept if each not in source] == []


def test_a_line_of_the_log_has_a_bound(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("info")
    structlog.get_logger("cafe").error("x" * 100_000, path="y" * 100_000)
    structlog.reset_defaults()  # the next test of this process writes elsewhere
    assert 0 < len(capsys.readouterr().err) < 2_000
