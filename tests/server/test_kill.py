"""Nothing acknowledged is lost: servers die at named points and at random moments of running games."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from cafe.protocol.fairness import check_commitment
from cafe.rules.record import read_record, verify
from cafe.store.crash import POINTS
from tests.scale import scaled
from tests.server.process import Server, Socket, Somebody, come_in

ME = {"kind": "me"}
BREAKS = (ConnectionClosed, ConnectionError, InvalidHandshake, OSError, TimeoutError)


class Game:
    """A game that goes on over any number of servers; it knows what was acknowledged."""

    def __init__(self, somebody: Somebody, table: str) -> None:
        self.somebody = somebody
        self.table = table
        self.acknowledged: dict[str, int] = {}
        self.commands = itertools.count()
        self.open: tuple[str, int, list[dict[str, object]]] | None = None
        """A submitted turn that was not answered yet."""
        self.news: asyncio.Event = asyncio.Event()

    async def go_on(self, address: str) -> bool:
        """Play until the connection breaks (False) or the game is over (True)."""
        self.somebody.address = address
        try:
            async with self.somebody.sit(self.table) as socket:
                await self._repeat(socket)
                while not (await socket.until_mine_or_over())["view"]["over"]:
                    view = socket.view
                    assert view is not None
                    self.open = f"c{next(self.commands)}", view["version"], await socket.draft()
                    await self._repeat(socket)
                return True
        except BREAKS:
            return False

    async def _repeat(self, socket: Socket) -> None:
        """Submit the open turn, perhaps not for the first time: it is there once, whatever happened."""
        if self.open is None:
            return
        command, version, actions = self.open
        answer = await socket.ask("submit", command, version=version, actions=actions)
        assert answer["type"] == "done", answer
        assert answer["version"] == version + 1
        self.acknowledged[command] = answer["version"]
        self.open = None
        self.news.set()
        await socket.until_version(answer["version"])

    async def check(self, address: str) -> None:
        """Every acknowledged turn is in the record, at its place, and the record is right."""
        self.somebody.address = address
        told = await self.somebody.get(f"/api/tables/{self.table}/record.json")
        mine = [turn["version"] for turn in told["turns"] if not turn["bot"]]
        assert mine == sorted(self.acknowledged.values())
        record = read_record(told["notation"])
        assert verify(record).over is not None
        assert check_commitment(record)


async def begin(address: str, edition: str) -> Game:
    anna = await come_in(address)
    table = await anna.table([ME, {"kind": "bot", "bot": "greedy"}], edition, starter=0)
    await anna.post(f"/api/tables/{table['id']}/start")
    return Game(anna, table["id"])


@pytest.mark.parametrize("point", POINTS)
async def test_a_server_that_dies_at_a_named_point_loses_nothing(tmp_path: Path, point: str) -> None:
    rng = Random(point)
    server = Server(tmp_path / "data")
    game = await begin(server.address, "board")
    over = False
    for _ in range(scaled(3)):
        server.kill()
        server = Server(tmp_path / "data", CAFE_TEST_CRASH=f"{point}:{rng.randint(3, 9)}")
        over = await game.go_on(server.address)
        if over:
            break
        server.process.wait()
    server.kill()
    server = Server(tmp_path / "data")
    assert over or await game.go_on(server.address)
    await game.check(server.address)
    assert server.stop() == 0


async def test_servers_killed_at_random_moments_lose_nothing(tmp_path: Path) -> None:
    rng = Random(8)
    server = Server(tmp_path / "data")
    playing = [await begin(server.address, edition) for edition in ("board", "card", "board-classic")]
    for _ in range(scaled(5)):
        tasks = [asyncio.create_task(game.go_on(server.address)) for game in playing]
        wanted = sum(len(game.acknowledged) for game in playing) + rng.randint(1, 9)
        watch = asyncio.create_task(_until_acknowledged(playing, wanted))
        await asyncio.wait([*tasks, watch], return_when=asyncio.FIRST_COMPLETED)
        server.kill()
        await asyncio.gather(*tasks)
        watch.cancel()
        server = Server(tmp_path / "data")
    assert await asyncio.gather(*(game.go_on(server.address) for game in playing)) == [True] * 3
    for game in playing:
        await game.check(server.address)
    assert server.stop() == 0


async def _until_acknowledged(playing: list[Game], wanted: int) -> None:
    while sum(len(game.acknowledged) for game in playing) < wanted:
        waits = [asyncio.create_task(game.news.wait()) for game in playing]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for game, wait in zip(playing, waits, strict=True):
            wait.cancel()
            game.news.clear()


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
