"""Whatever the router knows has a limit by address, and what people ask for has one by person."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
from starlette.routing import Route, WebSocketRoute

from cafe.rules.edition import edition
from cafe.server.app import ENDPOINTS, make_app, routes
from cafe.server.http.connection_limits import ConnectionLimits
from cafe.server.rooms.rate_limits import FILES, WIDE, Limits
from cafe.server.settings import Settings
from cafe.server.turn.room_settings import RoomSettings
from cafe.server.turn.start import shuffle
from cafe.store import people
from tests.server.house import gather, open_house

ONE = Settings(requests_a_second=1)
BURST = 3
FILES_BURST = 10 * FILES
PART = re.compile(r"\{\w+(:int)?\}")
ORIGIN = "http://cafe.example"


def addresses() -> Iterator[tuple[str, int]]:
    """Somebody else each time."""
    return ((f"198.51.{number >> 8}.{number & 255}", 1) for number in range(1, 60_000))


def path_of(path: str) -> str:
    """A path of a route with something in the place of its parts."""
    return PART.sub("1", path).replace("{path:path}", "anything")


def is_refused_for_now(found: httpx.Response) -> bool:
    """Whether an answer is a refusal by a limit, which always says when to try again."""
    if found.status_code != 429:
        return False
    assert int(found.headers["retry-after"]) >= 1
    assert found.json()["error"]["code"] == "rate"
    return True


async def test_every_route_counts_by_address(tmp_path: Path) -> None:
    async with open_house(f"sqlite:///{tmp_path / 'cafe.db'}", ONE) as house:
        house.limits = Limits(ONE, lambda: 1000.0)
        app, where = make_app(house, ConnectionLimits(house)), addresses()
        walked = [route for route in routes(house) if isinstance(route, Route)]
        assert len(walked) == len(ENDPOINTS) + 5
        for route in walked:
            transport = httpx.ASGITransport(app, client=next(where))
            (method,) = (route.methods or {"GET"}) - {"HEAD"}
            burst = FILES_BURST if route.path.startswith("/{") else BURST
            async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as client:
                answers = [
                    await client.request(method, path_of(route.path), headers={"origin": ORIGIN})
                    for _ in range(burst + 1)
                ]
            refused = [is_refused_for_now(found) for found in answers]
            assert refused == [False] * burst + [True], (method, route.path, answers[-2:])


async def test_every_endpoint_counts_by_person(tmp_path: Path) -> None:
    async with open_house(f"sqlite:///{tmp_path / 'cafe.db'}", ONE) as house:
        house.limits = Limits(ONE, lambda: 1000.0)
        app, where = make_app(house, ConnectionLimits(house)), addresses()

        async def ask(method: str, path: str, **more: Any) -> httpx.Response:
            transport = httpx.ASGITransport(app, client=next(where))
            async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as client:
                return await client.request(method, path, **more)

        asked = [each for each in ENDPOINTS if (each.method, each.path) != ("GET", "/api/bot/events")]
        for endpoint in asked:
            person = await ask("POST", "/api/me", json={"name": "Anna", "token": True})
            headers = {"authorization": f"Bearer {person.json()['token']}", "origin": ORIGIN}
            for _ in range(BURST):  # what these ask for does not matter
                await ask("GET", "/api/me", headers=headers)
            found = await ask(endpoint.method, path_of(endpoint.path), headers=headers)
            assert is_refused_for_now(found), (endpoint.method, endpoint.path, found.text)


async def test_every_socket_counts_by_address(tmp_path: Path) -> None:
    async with open_house(f"sqlite:///{tmp_path / 'cafe.db'}", ONE) as house:
        house.limits = Limits(ONE, lambda: 1000.0)
        app, where = make_app(house, ConnectionLimits(house)), addresses()
        for route in routes(house):
            if isinstance(route, WebSocketRoute):
                client = next(where)
                ends = [await _open(app, path_of(route.path), client) for _ in range(BURST + 1)]
                assert [end["type"] for end in ends[:-1]] == ["websocket.close"] * BURST
                assert (ends[-1]["status"], dict(ends[-1]["headers"])[b"retry-after"]) == (429, b"1")
                plain = await _open(app, path_of(route.path), client, {})
                assert plain == {"type": "websocket.close"}, "a server that cannot answer an upgrade"


async def _open(
    app: Any, path: str, client: tuple[str, int], extensions: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Open a socket; how it was closed, or refused."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    headers = [(b"host", b"cafe.example"), (b"origin", ORIGIN.encode())]
    scope = {"type": "websocket", "path": path, "raw_path": path.encode(), "query_string": b""}
    more = {"client": client, "headers": headers, "scheme": "ws", "subprotocols": [], "state": {}}
    more["extensions"] = {"websocket.http.response": {}} if extensions is None else extensions
    await app({**scope, **more, "server": ("cafe.example", 80)}, receive, send)
    return next((told for told in sent if told["type"] == "websocket.http.response.start"), sent[-1])


async def test_what_plays_games_through_is_asked_for_less_often(tmp_path: Path) -> None:
    some = Settings(requests_a_second=20)
    async with open_house(f"sqlite:///{tmp_path / 'cafe.db'}", some) as house:
        house.limits = Limits(some, lambda: 1000.0)
        company = await gather(house, shuffle(edition("board")), RoomSettings("board", []), 2)
        _, key = await house.database.write(partial(people.add, name="Anna", now=1.0))
        app, where = make_app(house, ConnectionLimits(house)), addresses()
        transport = httpx.ASGITransport(app, client=next(where))
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as client:
            logs = [await client.get(f"/api/tables/{company.room.row.id}/log") for _ in range(16)]
            headers = {"authorization": f"Bearer {key}"}
            exports = [await client.get("/api/me/export", headers=headers) for _ in range(21)]
        assert [is_refused_for_now(found) for found in logs] == [False] * 15 + [True]
        assert [is_refused_for_now(found) for found in exports] == [False] * 20 + [True]


async def test_a_network_of_households_has_so_many_connections(tmp_path: Path) -> None:
    few = Settings(connections_an_address=2)
    async with open_house(f"sqlite:///{tmp_path / 'cafe.db'}", few) as house:
        limits = ConnectionLimits(house)
        homes = [f"2001:db8:0:{number:x}::1" for number in range(WIDE + 1)]
        assert all(limits.open(home) for home in homes[:WIDE] * 2)
        assert not limits.open(homes[WIDE])
        assert limits.open("2001:db8:1::1")
        limits.close(homes[0])
        assert limits.open(homes[WIDE])
        for home in (*homes[1:], *homes[:WIDE], "2001:db8:1::1"):
            limits.close(home)
        assert not limits._open
