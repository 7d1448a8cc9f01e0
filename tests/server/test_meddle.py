"""Nobody meddles: strangers, forged commands, floods, foreign pages and script in names get nowhere."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.process import LIMIT, Server, Setup, Somebody, come_in, refusals
from tests.server.seats import BEN, GREEDY, ME


async def running(somebody: Somebody, edition: str = "card") -> str:
    table = await somebody.table([ME, BEN], edition, starter=0)
    await somebody.post(f"/api/tables/{table['id']}/start")
    return str(table["id"])


async def test_strangers_get_nowhere(server: Setup) -> None:
    anna, eve = await come_in(server.address), Somebody(server.address, "Eve", "guessed")
    table = await running(anna)
    assert (await eve.ask("GET", "/api/me")).status_code == 401
    assert (
        await eve.ask("POST", "/api/tables", {"edition": "board", "seats": [ME, GREEDY]})
    ).status_code == 401
    for path in ("join", "start", "leave", "rematch", "close"):
        assert (await eve.ask("POST", f"/api/tables/{table}/{path}", {})).status_code == 401
    async with eve.sit(table) as socket:
        await socket.wire.wait_closed()
        assert socket.wire.close_code == 4401
        assert socket.messages == []


async def test_guessed_tables_are_not_there(server: Setup) -> None:
    anna = await come_in(server.address)
    assert (await anna.ask("GET", "/api/tables/abcdefghjk")).status_code == 404
    assert (await anna.ask("GET", "/api/tables/..%2f..%2fetc/view")).status_code == 404
    async with anna.sit("abcdefghjk") as socket:
        await socket.wire.wait_closed()
        assert socket.wire.close_code == 4404


async def test_only_the_host_arranges_a_table_and_only_before_the_start(server: Setup) -> None:
    anna, eve = await come_in(server.address), await come_in(server.address, "Eve")
    table = (await anna.table([ME, {"kind": "friend"}]))["id"]
    bot = {"kind": "bot", "bot": "greedy"}
    assert (await eve.ask("PUT", f"/api/tables/{table}/seats/1", bot)).status_code == 403
    assert (await eve.ask("POST", f"/api/tables/{table}/start", {})).status_code == 403
    assert (await eve.ask("POST", f"/api/tables/{table}/close", {})).status_code == 403
    wrong = await eve.ask("POST", f"/api/tables/{table}/join", {"invite": "guess"})
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (403, "forbidden")
    assert (await anna.ask("PUT", f"/api/tables/{table}/seats/7", bot)).status_code == 404
    assert (
        await anna.ask("PUT", f"/api/tables/{table}/seats/1", {"kind": "bot", "bot": "x"})
    ).status_code == 422
    assert (await anna.ask("PUT", f"/api/tables/{table}/seats/1", bot)).status_code == 200
    await anna.post(f"/api/tables/{table}/start")
    assert (await anna.ask("PUT", f"/api/tables/{table}/seats/1", bot)).status_code == 409
    assert (await anna.ask("POST", f"/api/tables/{table}/start", {})).status_code == 409


async def test_acting_for_another_seat_or_with_anothers_command_is_refused(server: Setup) -> None:
    anna, ben = await come_in(server.address), await come_in(server.address, "Ben")
    table = await anna.table([ME, {"kind": "friend"}], "card", starter=0)
    await ben.post(f"/api/tables/{table['id']}/join", {"invite": table["invite"]})
    await anna.post(f"/api/tables/{table['id']}/start")
    draw = [{"type": "draw"}]
    async with anna.sit(table["id"]) as first, ben.sit(table["id"]) as second:
        await asyncio.gather(first.until_version(0), second.until_version(0))
        assert (await second.ask("submit", "x", version=0, actions=draw))["code"] == "turn"
        assert (await first.ask("submit", "x", version=0, actions=draw))["version"] == 1
        assert (await first.ask("submit", "y", version=1, actions=draw))["code"] == "turn"
        assert (await second.ask("submit", "x", version=0, actions=draw))["code"] == "version"
        assert (await second.ask("submit", "x", version=1, actions=draw))["version"] == 2


@pytest.mark.parametrize(
    "data",
    [
        "",
        "nonsense",
        "[]",
        "{}",
        '{"type": "submit"}',
        '{"type": "nonsense", "id": "a"}',
        '{"type": "submit", "id": "a", "version": 0, "actions": [{"type": "fly"}]}',
        '{"type": "submit", "id": "a", "version": 0, "actions": [], "player": 1}',
        '{"type": "submit", "id": "", "version": 0, "actions": []}',
        '{"type": "submit", "id": "a\\u0000", "version": 0, "actions": [{"type": "draw"}]}',
        '{"type": "submit", "id": "a", "version": "0", "actions": []}',
        '{"type": "submit", "id": "a", "version": 1e400, "actions": []}',
        '{"type": "say", "id": "a", "text": "' + "x" * 201 + '"}',
        '{"type": "preview", "id": "a", "version": 0, "actions": ['
        + ",".join(['{"type":"done"}'] * 17)
        + "]}",
        "[" * 5000,
        b"\xff\xfe",
    ],
)
async def test_malformed_messages_are_answered_and_change_nothing(server: Setup, data: str | bytes) -> None:
    anna = await come_in(server.address)
    table = await running(anna)
    async with anna.sit(table) as socket:
        await socket.until_version(0)
        await socket.wire.send(data)
        (answer,) = await socket.until(lambda: [m for m in socket.messages if m["type"] == "refused"])
        assert answer["code"] == "form"
        assert (await socket.ask("submit", version=0, actions=[{"type": "draw"}]))["type"] == "done"


async def test_odd_names_in_actions_are_refused_by_the_rules(server: Setup) -> None:
    anna = await come_in(server.address)
    table = await running(anna, "board")
    async with anna.sit(table) as socket:
        await socket.until_version(0)
        for action in (
            {"type": "seat", "guest": "XXm", "chair": "a1"},
            {"type": "seat", "guest": "DEm", "chair": "z99", "as": "QQ"},
            {"type": "swap", "guest": "", "chair": ""},
            {"type": "party", "table": "b2", "gender": "f"},
        ):
            answer = await socket.ask("submit", version=0, actions=[action])
            assert (answer["type"], answer["code"]) == ("refused", "illegal")


async def test_long_messages_end_the_socket_and_long_bodies_are_refused(server: Setup) -> None:
    anna = await come_in(server.address)
    table = await running(anna)
    async with anna.sit(table) as socket:
        await socket.until_version(0)
        await socket.wire.send("x" * 20_000)
        await socket.wire.wait_closed()
        assert socket.wire.close_code == 1009
    found = await anna.ask("POST", "/api/practice", {"players": [0], "record": "x" * 70_000})
    assert found.status_code == 413


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
async def test_pages_of_other_sites_get_nowhere(server: Setup, origin: str) -> None:
    anna = await come_in(server.address)
    table = await running(anna)
    address = f"{server.address.replace('http', 'ws')}/api/tables/{table}/socket"
    with pytest.raises(InvalidStatus) as refused:
        async with connect(address, additional_headers=anna.headers, origin=origin):  # type: ignore[arg-type]
            pass
    assert refused.value.response.status_code == 403
    async with httpx.AsyncClient(base_url=server.address) as client:
        found = await client.post("/api/me", json={"name": "x"}, headers={"origin": origin})
    assert (found.status_code, found.json()["error"]["code"]) == (403, "origin")


async def test_with_a_public_address_only_its_pages_may(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", CAFE_PUBLIC_ADDRESS="HTTPS://Café.Example:443/Play/")
    try:
        assert server.address == "https://xn--caf-dma.example/Play"
        async with httpx.AsyncClient(base_url=server.listens) as client:

            async def ask(origin: str) -> httpx.Response:
                return await client.post("/api/me", json={"name": "x"}, headers={"origin": origin})

            assert (await ask("https://xn--caf-dma.example")).status_code == 200
            for origin in ("http://xn--caf-dma.example", server.listens, "https://xn--caf-dma.example:444"):
                refused = await ask(origin)
                assert refused.status_code == 403
                assert "expected a page from https://xn--caf-dma.example;" in refused.text
                assert "--public-address" in refused.text
    finally:
        assert server.stop() == 0
    told = [json.loads(line) for line in server.errors.read_text().splitlines() if "origin refused" in line]
    assert [line["origin"] for line in told] == [
        "http://xn--caf-dma.example",
        server.listens,
        "https://xn--caf-dma.example:444",
    ]
    assert {line["setting"] for line in told} == {"CAFE_PUBLIC_ADDRESS"}


async def test_without_a_public_address_a_page_by_tls_is_no_other_one(single: Server) -> None:
    own = single.address.removeprefix("http://")
    async with httpx.AsyncClient(base_url=single.address) as client:
        for scheme, forwarded, status in (
            ("http", None, 200),
            ("https", None, 403),
            ("https", "https", 200),
            ("http", "https", 403),
        ):
            headers = {"origin": f"{scheme}://{own}"}
            if forwarded is not None:
                headers["x-forwarded-proto"] = forwarded
            found = await client.post("/api/me", json={"name": "x"}, headers=headers)
            assert found.status_code == status, (scheme, forwarded)


async def test_the_own_page_may(server: Setup) -> None:
    async with httpx.AsyncClient(base_url=server.address) as client:
        found = await client.post("/api/me", json={"name": "x"}, headers={"origin": server.address})
        cookie = found.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "token" not in found.json()
        assert (await client.get("/api/me")).json() == {"name": "x", "exported": True, "shown": "stamps"}


async def test_names_are_cleaned_and_told_as_plain_json(server: Setup) -> None:
    anna = await come_in(server.address, "  <script>\n\u202ealert(1)\x00 ")
    assert (await anna.get("/api/me"))["name"] == "<script> alert(1)"
    async with httpx.AsyncClient(base_url=server.address) as client:
        for name in ("", " \u200b\u202e ", "\u3164", "\u2800\ufe0f", "x" * 25):
            assert (await client.post("/api/me", json={"name": name})).status_code == 400
        page = await client.get("/t/abcdefghjk")
        assert page.status_code == 200
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert page.headers["x-content-type-options"] == "nosniff"
    assert page.headers["x-frame-options"] == "DENY"


async def test_paths_lead_nowhere_outside(server: Setup) -> None:
    async with httpx.AsyncClient(base_url=server.address) as client:
        for path in (
            "/..%2f..%2fpyproject.toml",
            "/assets/..%2f..%2f__init__.py",
            "/%00.txt",
            "/api/nothing",
        ):
            assert (await client.get(path)).status_code == 404, path


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with small limits."""
    limits = {"CAFE_COMMANDS_A_SECOND": "1", "CAFE_PEOPLE_AN_HOUR": "5", "CAFE_TABLES_A_PERSON": "2"}
    found = Server(Path(tmp_path_factory.mktemp("strict")) / "data", **limits)
    yield found
    found.stop()


async def test_floods_are_refused_and_then_cut_off(strict: Server) -> None:
    anna = await come_in(strict.address)
    table = await running(anna)
    async with anna.sit(table) as socket:
        await socket.until_version(0)
        with suppress(ConnectionClosed, ConnectionError):
            while True:
                await socket.ask("resync")
        async with asyncio.timeout(LIMIT):
            await socket.wire.wait_closed()
        assert socket.wire.close_code == 4429
        assert (socket.wire.close_reason or "").endswith(": try again in 5 s")
        assert any(message.get("code") == "rate" for message in socket.messages)
    counted = await refusals(strict)
    assert counted["commands"] > 1
    assert counted.keys() & {"frames", "refusals"}, "whichever comes first"


async def test_an_address_cannot_open_sockets_without_end(tmp_path: Path) -> None:
    strict = Server(tmp_path / "data", CAFE_REQUESTS_A_SECOND="1")

    async def opened() -> int | None:
        try:
            async with connect(strict.address.replace("http", "ws", 1) + "/api/tables/x/socket") as wire:
                await wire.wait_closed()
                return wire.close_code
        except InvalidStatus as refused:
            return refused.response.status_code

    async with asyncio.timeout(LIMIT):
        codes = await asyncio.gather(*(opened() for _ in range(60)))
    strict.stop()
    assert {4401, 429} == set(codes)


async def test_a_person_cannot_keep_sockets_open_without_end(tmp_path: Path) -> None:
    strict = Server(tmp_path / "data", CAFE_SOCKETS_A_PERSON="2")
    anna, ben = await come_in(strict.address), await come_in(strict.address, "Ben")
    table = await running(anna)
    async with anna.sit(table) as first, ben.sit(table) as other, anna.sit(table) as second:
        for socket in (first, other, second):
            await socket.until_version(0)
        async with anna.sit(table) as third, asyncio.timeout(LIMIT):
            await third.wire.wait_closed()
        assert third.wire.close_code == 4429
        assert "try again in 5 s" in (third.wire.close_reason or "")
    assert (await refusals(strict))["sockets"] == 1
    async with anna.sit(table) as again:
        await again.until_version(0)
    strict.stop()


async def test_people_and_tables_are_limited(strict: Server) -> None:
    anna = await come_in(strict.address)
    ended = await running(anna, "board")
    async with anna.sit(ended) as socket:
        await socket.ask("agree", end=True)
        await socket.until(lambda: socket.table["status"] == "over")
    answers = [
        await anna.ask("POST", "/api/tables", {"edition": "board", "seats": [ME, GREEDY]}) for _ in range(3)
    ]
    assert [found.status_code for found in answers] == [201, 201, 429]
    assert (await anna.ask("POST", f"/api/tables/{ended}/rematch", {})).status_code == 429
    assert (await refusals(strict))["tables"] == 2
    async with httpx.AsyncClient(base_url=strict.address) as client:
        codes = [(await client.post("/api/me", json={"name": "x"})).status_code for _ in range(6)]
    assert codes[-1] == 429


async def test_a_network_of_addresses_counts_as_one_caller(strict: Server) -> None:
    codes = []
    async with httpx.AsyncClient(base_url=strict.address) as client:
        for last in range(6):
            proxied = {"x-forwarded-for": f"2001:db8:0:1::{last}"}
            codes.append((await client.post("/api/me", json={"name": "x"}, headers=proxied)).status_code)
        other = {"x-forwarded-for": "2001:db8:0:2::1"}
        assert (await client.post("/api/me", json={"name": "x"}, headers=other)).status_code == 200
    assert codes == [200] * 5 + [429]


async def test_the_system_gives_as_many_sockets_as_it_may(tmp_path: Path) -> None:
    few = "import resource as r; r.setrlimit(r.RLIMIT_NOFILE, (64, r.getrlimit(r.RLIMIT_NOFILE)[1]))"
    server = Server(tmp_path / "data", (sys.executable, "-c", f"{few}; from cafe.cli import main; main()"))
    anna = await come_in(server.address)
    table = await running(anna)
    async with AsyncExitStack() as open_sockets:
        for _ in range(100):
            socket = await open_sockets.enter_async_context(anna.sit(table))
        await socket.until_version(0)
    assert server.stop() == 0


async def test_a_slow_client_is_sent_away_and_slows_nobody(server: Setup) -> None:
    anna, slow = await come_in(server.address), await come_in(server.address, "Slow")
    table = await running(anna, "board")
    address = f"{server.address.replace('http', 'ws')}/api/tables/{table}/socket"
    lazily = connect(address, additional_headers=slow.headers, max_queue=1)
    async with anna.sit(table) as socket, lazily as lazy:
        await socket.until(lambda: socket.table.get("watching") == 1)
        for number in range(5000):  # it asks for some 30 MB and reads none of it
            await lazy.send(json.dumps({"type": "resync", "id": str(number)}))
        while socket.table["watching"]:
            assert (await socket.ask("preview", version=0, actions=[]))["type"] == "previewed"
        lazy.transport.abort()
