"""People who play on whatever happens to the servers, and know what was acknowledged."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from cafe.protocol.convert import view_form
from cafe.protocol.fairness import check_commitment
from cafe.rules.record import read_record, verify
from cafe.rules.view import view
from tests.server.process import LIMIT, Json, Socket, Somebody, Unavailable, answered, come_in
from tests.server.seats import FRIEND, GREEDY, ME

T = TypeVar("T")

BREAKS = (ConnectionClosed, ConnectionError, InvalidHandshake, InvalidMessage, EOFError)
"""What a server that dies does to those who are connected."""


class Tally:
    """Counts acknowledged turns."""

    def __init__(self) -> None:
        self.count = 0
        self._news = asyncio.Condition()

    async def add(self) -> None:
        """One more."""
        async with self._news:
            self.count += 1
            self._news.notify_all()

    async def more(self, number: int) -> None:
        """Wait for this many more."""
        wanted = self.count + number
        async with asyncio.timeout(LIMIT), self._news:
            await self._news.wait_for(lambda: self.count >= wanted)


class Gamer:
    """Somebody at a table. A turn that was not answered is submitted again, with the same id."""

    def __init__(self, somebody: Somebody, tally: Tally) -> None:
        self.somebody = somebody
        self.tally = tally
        self.acknowledged: dict[str, int] = {}
        self.view: Json = {}
        """What was known of the game in the end."""
        self.breaks = 0
        self.refused = 0
        self._commands = itertools.count()
        self._open: tuple[str, int, list[Json]] | None = None

    async def play(self, table: str) -> None:
        """Play, or watch, until the game is over."""
        while True:
            try:
                async with self.somebody.sit(table) as socket:
                    await self._go_on(socket)
                    return
            except BREAKS:
                self.breaks += 1

    async def _go_on(self, socket: Socket) -> None:
        if self._open is not None:
            await self._submit(socket)
        while not (await socket.until_mine_or_over())["view"]["over"]:
            assert socket.view is not None
            version = socket.view["version"]
            self._open = f"c{next(self._commands)}", version, await socket.draft()
            await self._submit(socket)
        assert socket.view is not None
        self.view = socket.view

    async def _submit(self, socket: Socket) -> None:
        """Submit the open turn, perhaps not for the first time: it is there once, whatever happened."""
        assert self._open is not None
        command, version, actions = self._open
        while True:
            answer = await socket.ask("submit", command, version=version, actions=actions)
            if answer["type"] == "done":
                break
            assert answer["code"] == "store", answer
            self.refused += 1
        assert answer["version"] == version + 1
        self.acknowledged[command] = answer["version"]
        self._open = None
        await self.tally.add()
        await socket.until_version(answer["version"])


async def play_games(address: str, tally: Tally, edition: str, bot: bool, done: asyncio.Event) -> int:
    """One game after the other until it is enough, each checked in the end; how many."""
    people = [await again(partial(come_in, address, name)) for name in ("Anna", "Ben", "Eve")]
    anna, ben, eve = (Gamer(somebody, tally) for somebody in people)
    for games in itertools.count(1):
        table = await begin(anna.somebody, ben.somebody, edition, bot)
        await asyncio.gather(*(gamer.play(table) for gamer in (anna, ben, eve)))
        await check(table, [anna, ben], [anna, ben, eve])
        if done.is_set():
            return games
        for gamer in (anna, ben):
            gamer.acknowledged.clear()
    raise AssertionError


async def begin(anna: Somebody, ben: Somebody, edition: str, bot: bool) -> str:
    """A game that has begun, whatever happens meanwhile."""
    table = await again(partial(anna.table, [ME, FRIEND, *[GREEDY] * bot], edition))
    name = str(table["id"])
    await again(partial(ben.post, f"/api/tables/{name}/join", {"invite": table["invite"]}))
    started = await again(partial(start, anna, name))
    assert started.status_code in (200, 409), started.text  # 409: it was heard, and not answered
    return name


async def start(host: Somebody, table: str) -> httpx.Response:
    """The answer to the wish to begin, unless the server cannot answer now."""
    return answered(await host.ask("POST", f"/api/tables/{table}/start", {}))


async def again(ask: Callable[[], Awaitable[T]]) -> T:
    """Ask until there is an answer; without its database a server says that it has none."""
    while True:
        try:
            return await ask()
        except (httpx.TransportError, Unavailable):
            await asyncio.sleep(0.05)


async def check(table: str, players: list[Gamer], everybody: list[Gamer]) -> None:
    """Every acknowledged turn is in the record at its place and once; all saw what a replay gives."""
    told = await again(partial(players[0].somebody.get, f"/api/tables/{table}/record.json"))
    stored = [turn["version"] for turn in told["turns"] if not turn["bot"]]
    assert stored == sorted(version for gamer in players for version in gamer.acknowledged.values())
    assert [turn["version"] for turn in told["turns"]] == list(range(1, len(told["turns"]) + 1))
    record = read_record(told["notation"])
    end = verify(record)
    assert check_commitment(record)
    for gamer in everybody:
        seen = msgspec.to_builtins(view_form(view(end, gamer.view["player"])))
        assert gamer.view["view"] == seen
        assert gamer.view["version"] == len(told["turns"])
