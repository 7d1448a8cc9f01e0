"""Clocks: the server keeps time, a bot plays when it is up, downtime is given back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from cafe.protocol.tables import ClockForm
from cafe.rules.edition import edition
from cafe.server.cluster.due_work import run_due_work
from cafe.server.rooms.process import Process
from cafe.server.rooms.turns import stand_in
from cafe.server.turn.clock import new_clock
from cafe.server.turn.room_settings import RoomSettings
from cafe.server.turn.start import shuffle
from cafe.store import log
from tests.server.house import Company, gather, open_house

TURN = ClockForm("turn", 60)
TOTAL = ClockForm("total", 100, 10)


def test_a_turn_clock_begins_anew_each_turn() -> None:
    clock = new_clock(TURN, 2).running(0, 1000.0)
    assert clock.deadline == 1060.0
    assert clock.all_left(0, 1020.0) == [40.0, 60.0]
    assert clock.spent(0, 20.0, ends=True).banks == (60.0, 60.0)


def test_a_total_clock_keeps_what_is_left_and_adds_the_increment() -> None:
    clock = new_clock(TOTAL, 2).running(1, 0.0).spent(1, 30.0, ends=True).running(0, 30.0)
    assert clock.all_left(0, 30.0) == [100.0, 80.0]
    assert clock.spent(1, 500.0, ends=False).banks == (100.0, 0.0)
    assert clock.left(0, 0, 1000.0) == 0.0


def test_without_a_clock_nothing_runs() -> None:
    clock = new_clock(None, 2).running(0, 5.0)
    assert (clock.deadline, clock.all_left(0, 9.0), clock.spent(0, 3.0, ends=True)) == (None, [], clock)


@asynccontextmanager
async def timed(
    url: str, form: ClockForm, monkeypatch: pytest.MonkeyPatch, *, bots: bool = True
) -> AsyncIterator[tuple[Company, list[float]]]:
    """A game with a clock, in a house whose time the test sets; perhaps one where bots never come to move."""
    time = [1000.0]
    monkeypatch.setattr(Process, "now", lambda self: time[0])
    async with open_house(url) as house:
        settings = RoomSettings("card", [], clock=form)
        company = await gather(house, shuffle(edition("card")), settings, 2)
        company.room.clock = company.room.clock.running(0, time[0])
        keeper = asyncio.create_task(run_due_work(house)) if bots else None
        try:
            yield company, time
        finally:
            house.process.ending.set()
            if keeper is not None:
                await keeper


def moves_next(company: Company) -> int | None:
    return None if company.room.game is None else company.room.game.state.player


async def test_time_used_is_stored_and_told(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with timed(database_url, TOTAL, monkeypatch) as (company, time):
        time[0] += 30
        await company.ask(0, "submit", version=0, actions=[{"type": "draw"}])
        assert company.clients[1].turn(1)["clocks"] == [80.0, 100.0]
        time[0] += 5
        await company.ask(1, "resync")
        assert company.clients[1].latest("view")["clocks"] == [80.0, 95.0]
        (entry,) = await company.house.database.read(lambda c: log.entries(c, "table"))
        assert entry.took == 30.0
        assert await company.house.database.read(lambda c: log.deadline(c, "table")) == 1130.0
        await company.house.rooms.refresh(company.room)
        assert company.room.clocks(time[0]) == [80.0, 95.0]


async def test_a_bot_plays_the_turn_when_time_is_up(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with timed(database_url, TURN, monkeypatch) as (company, time):
        await company.ask(0, "submit", version=0, actions=[{"type": "draw"}])
        time[0] += 59.9
        company.house.rooms.due_soon.set()
        await company.ask(0, "resync")
        assert company.room.game is not None
        assert company.room.game.version == 1
        time[0] += 0.2
        company.house.rooms.due_soon.set()
        await company.clients[0].until(lambda: company.clients[0].turn(2))
        assert moves_next(company) == 0
        assert company.room.row.seats[1].stand_in is None
        assert company.clients[0].turn(2)["by"] == 1


async def test_a_bot_takes_the_seat_when_time_is_up(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    then_seat = ClockForm("turn", 60, then="seat")
    async with timed(database_url, then_seat, monkeypatch) as (company, time):
        await company.ask(0, "submit", version=0, actions=[{"type": "draw"}])
        time[0] += 61
        company.house.rooms.due_soon.set()
        await company.clients[0].until(lambda: moves_next(company) == 0)
        assert company.room.row.seats[1].stand_in == "greedy"
        assert company.room.game is not None
        version = company.room.game.version
        refused = await company.ask(1, "submit", version=version, actions=[{"type": "draw"}])
        assert refused["code"] == "turn"


async def test_who_leaves_and_returns_has_no_more_time_than_before(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with timed(database_url, TOTAL, monkeypatch, bots=False) as (company, time):
        house, room = company.house, company.room
        await company.ask(0, "submit", version=0, actions=[{"type": "draw"}])
        time[0] += 30
        await stand_in(house.rooms, room, 1, "greedy")
        time[0] += 5
        await stand_in(house.rooms, room, 1, None)
        assert room.clocks(time[0]) == [110.0, 65.0]
        assert await house.database.read(lambda c: log.deadline(c, "table")) == 1100.0


async def test_time_that_is_up_is_used_up_also_when_a_bot_takes_the_seat(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    then_seat = ClockForm("total", 100, 10, then="seat")
    async with timed(database_url, then_seat, monkeypatch) as (company, time):
        await company.ask(0, "submit", version=0, actions=[{"type": "draw"}])
        time[0] += 101
        company.house.rooms.due_soon.set()
        await company.clients[0].until(lambda: moves_next(company) == 0)
        assert company.room.clocks(time[0]) == [110.0, 10.0]


async def test_who_resigned_does_not_return(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with timed(database_url, TURN, monkeypatch, bots=False) as (company, _):
        await stand_in(company.house.rooms, company.room, 1, "greedy")
        await company.ask(1, "resign")
        await stand_in(company.house.rooms, company.room, 1, None)  # asked for before, and only now its turn
        assert company.room.row.seats[1].stand_in == "greedy"
