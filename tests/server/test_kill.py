"""Nothing acknowledged is lost: servers die at named points and at random moments of running games,
and so do the database and Redis.

`CAFE_TEST_SCALE` multiplies how often: a scale of 24 makes 1,104 kills and outages. How many turns were
acknowledged meanwhile is printed (`pytest -s`).
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from cafe.protocol import fairness, shuffle
from cafe.store.crash_points import POINTS
from tests.databases import Postgres, Redis
from tests.scale import scaled
from tests.server.gamers import Tally, play_games
from tests.server.process import LIMIT, Fleet, Server, come_in
from tests.server.seats import ME
from tests.server.shuffles import ANNAS, BENS, end_by_agreement, gather_contributors

TABLES = (("board", True), ("card", False), ("board-classic", False))
"""Games at the same time: the edition, and whether a bot plays too."""


@pytest.fixture(params=["single", "pair"])
def fleet(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Fleet]:
    """One server with its file, or two with PostgreSQL and Redis, to be killed."""
    if request.param == "single":
        found = Fleet(tmp_path, 1, CAFE_DATABASE_URL=f"sqlite:///{tmp_path / 'cafe.db'}")
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        redis: Redis = request.getfixturevalue("redis")
        found = Fleet(tmp_path, 2, CAFE_DATABASE_URL=postgres.new_database(), CAFE_REDIS_URL=redis.url)
    yield found
    assert found.stop() == 0


class Games:
    """Games that go on while servers die."""

    def __init__(self, fleet: Fleet) -> None:
        self.tally = Tally()
        self._fleet = fleet
        self._enough = asyncio.Event()
        self._tasks: list[asyncio.Task[int]] = []

    async def __aenter__(self) -> Games:
        for edition, bot in TABLES:
            playing = play_games(self._fleet.address, self.tally, edition, bot, self._enough)
            self._tasks.append(asyncio.create_task(playing))
        return self

    async def more(self, number: int) -> None:
        """Wait for this many more acknowledged turns; a game that fails ends the wait."""
        waiting = asyncio.create_task(self.tally.more(number))
        await asyncio.wait([waiting, *self._tasks], return_when=asyncio.FIRST_COMPLETED)
        if not waiting.done():
            waiting.cancel()
            await asyncio.gather(*self._tasks)
        await waiting

    async def __aexit__(self, kind: object, error: object, trace: object) -> None:
        self._enough.set()
        if kind is not None:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
        else:
            await asyncio.gather(*self._tasks)

    def report(self, what: str, count: int) -> None:
        """Say what was played through: nothing depends on it."""
        games = sum(task.result() for task in self._tasks)
        print(
            f"{count} {what}: {self.tally.count} turns acknowledged, {games} games checked", file=sys.stderr
        )


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("point", POINTS)
async def test_a_server_that_dies_at_a_named_point_loses_nothing(fleet: Fleet, point: str) -> None:
    rng, count = Random(point), scaled(3)
    async with Games(fleet) as games:
        victim = fleet.servers[0]
        await games.more(1)
        for _ in range(count):
            crash = f"{point}:{rng.randint(1, 6)}"
            victim = await asyncio.to_thread(fleet.replace, victim, CAFE_TEST_CRASH=crash)
            assert await asyncio.to_thread(victim.process.wait, LIMIT) == -signal.SIGKILL
        await asyncio.to_thread(fleet.replace, victim)
    games.report(f"kills at {point}", count)


@pytest.mark.timeout(1800)
async def test_servers_killed_at_random_moments_lose_nothing(fleet: Fleet) -> None:
    rng, count = Random(8), scaled(10)
    async with Games(fleet) as games:
        for _ in range(count):
            await games.more(rng.randint(1, 5))
            await asyncio.to_thread(fleet.replace, rng.choice(fleet.servers))
    games.report("kills at random moments", count)


@pytest.mark.timeout(1800)
async def test_outages_at_random_moments_lose_nothing(
    tmp_path: Path, own_postgres: Postgres, own_redis: Redis
) -> None:
    rng, count = Random(9), scaled(2)
    variables = {"CAFE_DATABASE_URL": own_postgres.new_database(), "CAFE_REDIS_URL": own_redis.url}
    fleet = Fleet(tmp_path, 2, **variables)
    async with Games(fleet) as games:
        for number in range(count):
            failing = (own_postgres, own_redis)[number % 2]
            await games.more(rng.randint(1, 5))
            await asyncio.to_thread(failing.kill)
            if failing is own_redis:  # without the database nothing is acknowledged
                await games.more(rng.randint(1, 5))
            await asyncio.to_thread(failing.start)
    games.report("outages of PostgreSQL and Redis in turn", count)
    assert fleet.stop() == 0


async def test_a_server_killed_while_people_open_deals_what_it_committed_to(fleet: Fleet) -> None:
    anna, ben, table = await gather_contributors(fleet)
    async with anna.sit(table) as socket:
        await socket.ask("contribute", hash=shuffle.hash_of(ANNAS))
        async with ben.sit(table) as bens:
            await bens.ask("contribute", hash=shuffle.hash_of(BENS))
        started = await anna.post(f"/api/tables/{table}/start")
        assert (await socket.ask("open_contribution", value=ANNAS))["type"] == "done"
    for server in tuple(fleet.servers):
        await asyncio.to_thread(fleet.replace, server)
    async with anna.sit(table) as socket:
        await socket.until_version(0)
        assert socket.table["commitment"] == started["commitment"]
        assert [player["opened"] for player in socket.table["shuffle"]["players"]] == [True, False]
    record = await end_by_agreement(table, anna, ben)
    assert "Ben did not open" in (fairness.check_commitment(record, started["commitment"]) or "")


async def test_a_stopped_server_says_so_and_its_successor_goes_on(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    anna = await come_in(server.address)
    table = await anna.table([ME, {"kind": "local", "name": "Ben"}], "card")
    await anna.post(f"/api/tables/{table['id']}/start")
    async with anna.sit(table["id"]) as socket:
        await socket.until_version(0)
        await socket.ask("submit", version=0, actions=[{"type": "draw"}])
        stopped = asyncio.create_task(asyncio.to_thread(server.stop))
        await socket.wire.wait_closed()
        assert socket.wire.close_code == 1012
        assert await stopped == 0
    server = Server(tmp_path / "data")
    anna.address = server.address
    assert (await anna.get(f"/api/tables/{table['id']}/view"))["version"] == 1
    assert server.stop() == 0
