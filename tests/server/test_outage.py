"""Redis unavailable, the database unavailable, a process dead: play goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text

from tests.databases import Postgres, Redis
from tests.server.gamers import Gamer, Tally, begin, check
from tests.server.process import LIMIT, Fleet, Somebody, come_in
from tests.server.seats import ME
from tests.store.plain import rolled_back

DRAW = [{"type": "draw"}]
StartTwo = Callable[[str, str], Fleet]


@pytest.fixture
def start_two(tmp_path: Path) -> Iterator[StartTwo]:
    """Two servers on a database and a Redis."""
    started: list[Fleet] = []

    def start(database_url: str, redis_url: str) -> Fleet:
        started.append(Fleet(tmp_path, 2, CAFE_DATABASE_URL=database_url, CAFE_REDIS_URL=redis_url))
        return started[-1]

    yield start
    assert [fleet.stop() for fleet in started] == [0]


async def until_ready(fleet: Fleet, wanted: dict[str, str]) -> None:
    """Wait until every server reports this."""
    async with asyncio.timeout(LIMIT), httpx.AsyncClient(timeout=LIMIT) as client:
        for server in fleet.servers:
            while (await client.get(f"{server.listens}/readyz")).json() != wanted:
                pass


async def at(fleet: Fleet, number: int, name: str) -> Somebody:
    """Somebody whose every connection goes to one of the servers."""
    return await come_in(fleet.servers[number].listens, name)


async def test_play_goes_on_without_redis(start_two: StartTwo, postgres: Postgres, own_redis: Redis) -> None:
    fleet = start_two(postgres.new_database(), own_redis.url)
    tally = Tally()
    anna, ben = Gamer(await at(fleet, 0, "Anna"), tally), Gamer(await at(fleet, 1, "Ben"), tally)
    await until_ready(fleet, {"database": "ok", "redis": "ok"})
    table = await begin(anna.somebody, ben.somebody, "card", False)
    playing = [asyncio.create_task(gamer.play(table)) for gamer in (anna, ben)]
    await tally.more(4)
    own_redis.kill()
    await until_ready(fleet, {"database": "ok", "redis": "does not answer"})
    await tally.more(4)  # each turn now waits for a look of the other's server
    async with ben.somebody.sit(table) as second, anna.somebody.sit(table) as first:
        await second.until(lambda: second.table and second.table["seats"][0]["present"])
        await first.ask("say", text="is anybody there?")
        await second.until(lambda: any(m.get("text") == "is anybody there?" for m in second.messages))
    own_redis.start()
    await until_ready(fleet, {"database": "ok", "redis": "ok"})
    await asyncio.gather(*playing)
    await check(table, [anna, ben], [anna, ben])
    assert (anna.breaks, ben.breaks, anna.refused, ben.refused) == (0, 0, 0, 0)


async def test_without_the_database_commands_are_refused_and_nothing_is_acknowledged(
    start_two: StartTwo, own_postgres: Postgres, redis: Redis
) -> None:
    fleet = start_two(own_postgres.new_database(), redis.url)
    anna, ben = await at(fleet, 0, "Anna"), await at(fleet, 1, "Ben")
    table = await begin(anna, ben, "card", False)
    async with anna.sit(table) as first, ben.sit(table) as second:
        sockets = {0: first, 1: second}
        view = await first.until_version(0)
        mover = sockets[0] if view["legal"] else sockets[1]
        other = second if mover is first else first
        await mover.ask("submit", version=0, actions=DRAW)
        await mover.until_version(1)
        await other.until_version(1)
        own_postgres.kill()
        for _ in range(3):
            answer = await other.ask("submit", "mine", version=1, actions=DRAW)
            assert (answer["type"], answer["code"]) == ("refused", "store")
        assert (await other.ask("say", text="hello?"))["code"] == "store"
        versions = [message["version"] for message in mover.messages if message["type"] in ("view", "events")]
        assert max(versions) == 1, "nobody was told of a turn"
        refused = await anna.ask("GET", "/api/me")
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "store")
        await until_ready(fleet, {"database": "does not answer", "redis": "ok"})
        own_postgres.start()
        await until_ready(fleet, {"database": "ok", "redis": "ok"})
        assert (await other.ask("submit", "mine", version=1, actions=DRAW))["version"] == 2
        await mover.until_version(2)
        assert (await mover.ask("submit", version=2, actions=DRAW))["version"] == 3
        assert (await other.ask("submit", "mine", version=1, actions=DRAW))["version"] == 2
    entries = (await anna.get(f"/api/tables/{table}/log"))["entries"]
    assert [entry["version"] for entry in entries] == [1, 2, 3]


async def test_another_process_takes_over_the_bots_of_a_dead_one(
    start_two: StartTwo, postgres: Postgres, redis: Redis
) -> None:
    url = postgres.new_database()
    fleet = start_two(url, redis.url)
    anna = await come_in(fleet.address)
    table = (await anna.table([ME, {"kind": "bot", "bot": "greedy"}], "card", starter=1))["id"]
    await anna.post(f"/api/tables/{table}/start")
    holder = await asyncio.to_thread(holder_of, url)
    (dying,) = [server for server in fleet.servers if holder in server.errors.read_text()]
    await asyncio.to_thread(fleet.replace, dying)
    async with anna.sit(table) as socket:
        assert (await socket.until_mine_or_over())["version"] == 1


def holder_of(url: str) -> str:
    """The process that has taken the bot's first move: it takes long, as a worker is started for it."""
    found = None
    with rolled_back(url) as connection:
        while found is None:
            found = connection.scalar(text("SELECT holder FROM due"))
    return str(found)


async def test_presence_and_seats_are_known_everywhere_and_the_dead_are_forgotten(
    start_two: StartTwo, postgres: Postgres, redis: Redis
) -> None:
    fleet = start_two(postgres.new_database(), redis.url)
    anna, ben = await at(fleet, 0, "Anna"), await at(fleet, 1, "Ben")
    table = await anna.table([ME, {"kind": "friend"}], "card")
    async with anna.sit(table["id"]) as first:
        await first.until(lambda: first.table)
        await ben.post(f"/api/tables/{table['id']}/join", {"invite": table["invite"]})
        await first.until(lambda: first.table["seats"][1]["name"] == "Ben")
        async with ben.sit(table["id"]) as second:
            await first.until(lambda: first.table["seats"][1]["present"])
            await second.until(lambda: second.table and second.table["seats"][0]["present"])
            await asyncio.to_thread(fleet.servers[1].kill)
            await first.until(lambda: not first.table["seats"][1]["present"])
    await asyncio.to_thread(fleet.replace, fleet.servers[1])
