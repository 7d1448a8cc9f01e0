"""When the database does not answer, nothing is acknowledged; whatever is asked, the server does not fail."""

from __future__ import annotations

import asyncio
from functools import partial
from random import Random
from typing import Any, get_args

import httpx
from sqlalchemy.exc import OperationalError

from cafe.rules.edition import edition
from cafe.server.app import ENDPOINTS
from cafe.server.cluster.due_work import run_due_work
from cafe.server.rooms.turns import stand_in
from cafe.server.turn.room_settings import RoomSettings
from cafe.server.turn.start import shuffle
from cafe.store import log
from tests.scale import scaled
from tests.server.house import gather, open_house
from tests.server.process import Setup, come_in

DRAW = [{"type": "draw"}]


async def test_nothing_is_acknowledged_that_is_not_stored(database_url: str) -> None:
    async with open_house(database_url) as house:
        company = await gather(house, shuffle(edition("card")), RoomSettings("card", []), 2)
        working = house.database.writer._commit

        async def broken(works: list[Any]) -> list[Any]:
            raise OperationalError("COMMIT", {}, OSError("no space left on device"))

        house.database.writer._commit = broken
        told = len(company.clients[1].kept)
        answer = await company.ask(0, "submit", version=0, actions=DRAW)
        assert (answer["type"], answer["code"]) == ("refused", "store")
        assert len(company.clients[1].kept) == told
        house.database.writer._commit = working
        assert await house.database.read(lambda c: log.entries(c, "table")) == []
        assert (await company.ask(0, "submit", version=0, actions=DRAW))["version"] == 1
        assert company.clients[1].turn(1)["by"] == 0


async def test_a_bot_moves_although_the_answer_got_lost_that_its_move_was_taken(database_url: str) -> None:
    async with open_house(database_url) as house:
        company = await gather(house, shuffle(edition("card")), RoomSettings("card", []), 2)
        await stand_in(house.rooms, company.room, 0, "greedy")
        working = house.database.writer._commit

        async def stored_but_untold(works: list[Any]) -> list[Any]:
            house.database.writer._commit = working
            await working(works)
            raise OperationalError("COMMIT", {}, OSError("connection reset by peer"))

        house.database.writer._commit = stored_but_untold
        keeper = asyncio.create_task(run_due_work(house))
        client = company.clients[1]
        await client.until(lambda: client.turn(1))
        house.process.ending.set()
        await keeper


async def test_a_crowd_that_comes_is_told_once(database_url: str) -> None:
    async with open_house(database_url) as house:
        company = await gather(house, shuffle(edition("board")), RoomSettings("board", []), 3)
        for client in company.clients:
            client.kept.clear()
        for _ in range(50):
            house.presence.changed(company.room)
        for client in company.clients:
            await client.until(partial(bool, client.kept))
        told = [[message["table"] for message in client.kept] for client in company.clients]
        assert [len(rooms) for rooms in told] == [1, 1, 1, 1]
        yours = [[seat["yours"] for seat in room["seats"]] for (room,) in told]
        assert yours == [
            [True, False, False],
            [False, True, False],
            [False, False, True],
            [False, False, False],
        ]
        assert [room["watching"] for (room,) in told] == [1, 1, 1, 1]
        assert [room["invite"] is None for (room,) in told] == [False, False, False, True]


def nonsense(rng: Random, depth: int = 0) -> Any:
    """Some JSON."""
    kind = int(rng.random() * (8 if depth < 3 else 5))
    if kind == 0:
        return None
    if kind == 1:
        return rng.choice([True, False])
    if kind == 2:
        return rng.choice([0, -1, 3, 1e9, 1.5, 2**70])
    if kind in (3, 4):
        return rng.choice(["", "x", "board", "greedy", "\u202e", "\x00", "me", "é" * 30, "DEm", "random"])
    if kind == 5:
        return [nonsense(rng, depth + 1) for _ in range(int(rng.random() * 4))]
    return {rng.choice(["name", "seats", "edition", "x"]): nonsense(rng, depth + 1) for _ in range(3)}


async def test_no_request_makes_the_server_fail(server: Setup) -> None:
    rng = Random(4)
    anna = await come_in(server.address)
    room = (await anna.table([{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]))["id"]
    answers: dict[int, int] = {}
    async with httpx.AsyncClient(base_url=server.address, timeout=60) as client:
        for number in range(scaled(600)):
            endpoint = ENDPOINTS[number % len(ENDPOINTS)]
            if endpoint.method == "DELETE":
                continue
            path = endpoint.path.replace("{table}", rng.choice([room, "nothing", "a%00b"]))
            path = path.replace("{seat:int}", rng.choice(["0", "1", "9"]))
            body: Any = nonsense(rng)
            if endpoint.body is not None and rng.random() < 0.7:
                form = rng.choice(get_args(endpoint.body) or (endpoint.body,))
                body = {name: nonsense(rng) for name in form.__struct_fields__ if rng.random() < 0.8}
            headers = anna.headers if rng.random() < 0.9 else {"authorization": "Bearer \x7f"}
            found = await client.request(endpoint.method, path, json=body, headers=headers)
            assert found.status_code < 500, (endpoint.path, body, found.text)
            answers[found.status_code] = answers.get(found.status_code, 0) + 1
    assert {200, 400, 404} <= answers.keys()
