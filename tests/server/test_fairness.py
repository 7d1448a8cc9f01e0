"""Bots think for people in turn, whatever one of them asks for."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Literal

import msgspec
import pytest
from sqlalchemy import Connection

from cafe.protocol.convert import view_form
from cafe.protocol.tables import ClockForm
from cafe.rules.edition import edition
from cafe.rules.setup import new_game
from cafe.rules.view import view
from cafe.server.cluster.due_work import run_due_work
from cafe.server.rooms.bot_workers import EXACT_MS, EXACT_NODES, LEAST_MS, Result, Task, Workers, seed_of
from cafe.server.rooms.fair_queue import FairQueue
from cafe.server.rooms.process import Process
from cafe.server.rooms.turns import MOST_BOTS_ALONE, play_bot
from cafe.server.rooms.worker_process import WorkerProcess
from cafe.server.turn.room_settings import RoomSettings
from cafe.server.turn.start import shuffle
from cafe.store import log, people
from cafe.store import rooms as stored
from cafe.store.rows import Due, RoomRow, SeatRow
from tests.server.house import GENEROUS, gather, open_house
from tests.server.process import LIMIT, Server, come_in, refusals

CHEF = {"kind": "bot", "bot": "chef"}


async def test_people_are_served_in_turn_and_what_is_urgent_first() -> None:
    queue, served = FairQueue(1), list[str]()

    async def ask(who: str, what: str, urgent: bool = False) -> None:
        await queue.take(who, urgent=urgent)
        served.append(what)
        queue.give_back()

    await queue.take("nobody")
    greedy = [asyncio.create_task(ask("greedy", f"g{number}")) for number in range(5)]
    others = [asyncio.create_task(ask("anna", "a")), asyncio.create_task(ask("ben", "b"))]
    clock = asyncio.create_task(ask("greedy", "clock", urgent=True))
    gone = asyncio.create_task(ask("ben", "gone"))
    await asyncio.wait([gone], timeout=0)
    assert queue.waiting == 9
    gone.cancel()
    await asyncio.wait([gone])
    queue.give_back()
    async with asyncio.timeout(LIMIT):
        await asyncio.gather(*greedy, *others, clock)
    assert served == ["clock", "g0", "a", "b", "g1", "g2", "g3", "g4"]
    assert queue.waiting == 0
    await queue.take("anna")  # whoever went away has taken no place with them


async def test_a_full_house_thinks_for_a_shorter_time_but_where_it_must_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thought: list[float] = []
    exact: list[Task] = []

    def ask(worker: WorkerProcess, data: bytes, seconds: float, noted: object) -> bytes:
        task = msgspec.json.decode(data, type=Task)
        if task.nodes is None:
            thought.append(task.ms)
        else:
            exact.append(task)
        return msgspec.json.encode(Result())

    monkeypatch.setattr(WorkerProcess, "ask", ask)
    state = new_game(edition("board"), 2, 1)
    seen = view_form(view(state, 0))
    workers = Workers(1, 1000)
    try:
        turns = [workers.turn("chef", seen, f"p{number}", exact=number == 30) for number in range(60)]
        await asyncio.gather(*turns)
    finally:
        await workers.close()
    assert len(thought) == 59
    assert min(thought) == LEAST_MS
    assert thought[0] == thought[-1] == 1000
    assert exact == [Task("chef", seen, EXACT_MS, seed_of(seen), EXACT_NODES)]


async def test_clocks_are_taken_before_bots(database_url: str) -> None:
    async with open_house(database_url) as house:
        await gather(house, shuffle(edition("board")), RoomSettings("board", []), 2)
        dues = Due("table", "bot", 0, 1.0), Due("table", "clock", 0, 2.0)
        await house.database.write(lambda c: log.set_due(c, "table", dues))
        taken = await house.database.write(lambda c: log.take_due(c, 3.0, "me"))
        assert [due.kind for due in taken] == ["clock", "bot"]


@pytest.mark.parametrize("then", ["turn", "seat"])
async def test_a_clock_waits_neither_for_bots_that_think_nor_for_hints(
    database_url: str, monkeypatch: pytest.MonkeyPatch, then: Literal["turn", "seat"]
) -> None:
    time = [1000.0]
    monkeypatch.setattr(Process, "now", lambda self: time[0])
    async with asyncio.timeout(LIMIT), open_house(database_url, replace(GENEROUS, bot_ms=60_000)) as house:
        settings = RoomSettings("card", [], clock=ClockForm("turn", 60, then=then))
        company = await gather(house, shuffle(edition("card")), settings, 2)
        company.room.clock = company.room.clock.running(0, time[0])
        seen = view_form(view(new_game(edition("board"), 2, 1), 0))
        thinking = [asyncio.create_task(house.bots.turn("chef", seen, "greedy")) for _ in range(20)]
        hinting = [asyncio.create_task(house.hints.turn("chef", seen, "asks")) for _ in range(3)]
        keeper = asyncio.create_task(run_due_work(house))
        await company.ask(0, "submit", version=0, actions=[{"type": "draw"}])
        time[0] += 61
        house.rooms.due_soon.set()
        await company.clients[0].until(lambda: company.clients[0].turn(2))
        assert not any(task.done() for task in thinking)
        for task in (*thinking, *hinting):
            task.cancel()
        house.process.ending.set()
        await keeper


async def test_bots_do_not_think_in_more_games_than_may_be_of_bots_alone(tmp_path: Path) -> None:
    """Nobody is kept from leaving: somebody who opens games and leaves them gets quick bots there."""
    slow = replace(GENEROUS, bot_ms=60_000, bot_workers=2)
    async with asyncio.timeout(LIMIT), open_house(f"sqlite:///{tmp_path / 'cafe.db'}", slow) as house:
        host, _ = await house.database.write(partial(people.add, name="Anna", now=1.0))
        names = [f"left{number}" for number in range(MOST_BOTS_ALONE + 1)]
        for name in names:
            await house.database.write(partial(_add_left, name=name, host=host.id))
        rooms = [await house.rooms.get(name) for name in names]
        seen = view_form(view(new_game(edition("board"), 2, 1), 0))
        thinking = asyncio.create_task(house.bots.turn("chef", seen, "somebody"))
        await asyncio.gather(*(play_bot(house.rooms, house.bots, room, 0) for room in rooms))
        assert [room.running.version for room in rooms] == [1] * len(rooms)
        assert not thinking.done()
        thinking.cancel()


def _add_left(connection: Connection, name: str, host: str) -> None:
    """A game against chef, whose turn it is, after its host has left."""
    settings = RoomSettings("board", [])
    seats = SeatRow(0, "bot", bot="chef"), SeatRow(1, "person", host)
    text = msgspec.json.encode(settings).decode()
    row = RoomRow(name, "i", host, "open", text, False, 1.0, 1.0, 0, None, None, None, None, seats)
    stored.add(connection, row)
    start = msgspec.json.encode(shuffle(edition("board"))).decode()
    stored.start(connection, name, 0, start, None, 0, 0, 1.0)
    stored.set_stand_in(connection, name, 1, "greedy", 2.0)


async def test_games_of_bots_alone_are_limited(single: Server) -> None:
    anna = await come_in(single.address)
    codes = []
    for _ in range(6):
        table = await anna.table([CHEF, CHEF])
        codes.append((await anna.ask("POST", f"/api/tables/{table['id']}/start", {})).status_code)
    assert codes[:2] == [200, 200]
    assert codes[-1] in (429, 503)
    assert (await refusals(single))["bots alone"] >= 1
    table = await anna.table([{"kind": "me"}, CHEF])
    assert (await anna.ask("POST", f"/api/tables/{table['id']}/start", {})).status_code == 200
