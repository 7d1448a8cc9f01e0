"""Somebody is away when it is their turn: after a time the others let a bot play, or end the game."""

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
from cafe.server.turn.clock import PATIENCE, new_clock
from cafe.server.turn.room_settings import RoomSettings
from cafe.server.turn.start import shuffle
from tests.server.house import Company, gather, open_house
from tests.server.process import Setup
from tests.server.seats import two

HOST, BEN, EVE, SPECTATOR = range(4)


@asynccontextmanager
async def without(
    place: int, url: str, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Company, list[float]]]:
    """Three people in a game where it is the turn of one who is gone; the test sets the time."""
    time = [1000.0]
    monkeypatch.setattr(Process, "now", lambda self: time[0])
    async with open_house(url) as house:
        company = await gather(house, shuffle(edition("card")), RoomSettings("card", []), 3)
        for version in range(place):
            await company.ask(version, "submit", version=version, actions=[{"type": "draw"}])
        company.room.clients.discard(company.clients[place])
        keeper = asyncio.create_task(run_due_work(house))
        try:
            yield company, time
        finally:
            house.process.ending.set()
            await keeper


def test_the_wait_fits_the_clock() -> None:
    assert new_clock(None, 2).patience == PATIENCE
    assert new_clock(ClockForm("turn", 90), 2).patience == 45
    assert new_clock(ClockForm("turn", 86_400), 2).patience == 43_200
    assert new_clock(ClockForm("total", 600, 10), 2).patience == 60


async def test_the_host_lets_a_bot_play_after_a_time(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with without(BEN, database_url, monkeypatch) as (company, time):
        assert company.clients[HOST].turn(1)["patience"] == PATIENCE
        time[0] += PATIENCE - 30
        early = await company.ask(HOST, "stand_in", version=1)
        assert (early["code"], early["retry_after"]) == ("state", 30)
        await company.ask(HOST, "resync")
        assert company.clients[HOST].latest("view")["patience"] == 30.0
        time[0] += 30
        assert (await company.ask(HOST, "stand_in", version=1))["type"] == "done"
        assert company.room.row.seats[BEN].stand_in == "greedy"
        await company.clients[HOST].until(lambda: company.clients[HOST].turn(2))
        assert company.clients[HOST].turn(2)["by"] == BEN
        await stand_in(company.house.rooms, company.room, BEN, None)
        assert company.room.may_act(company.clients[BEN].person.id, 1), "who returns has the seat again"


async def test_without_the_host_all_others_who_are_here_must_agree(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with without(HOST, database_url, monkeypatch) as (company, time):
        time[0] += PATIENCE
        assert (await company.ask(SPECTATOR, "stand_in", version=0))["code"] == "forbidden"
        assert (await company.ask(BEN, "stand_in", version=3))["code"] == "version"
        assert (await company.ask(BEN, "stand_in", version=0))["type"] == "done"
        assert company.room.row.seats[HOST].stand_in is None
        told = company.clients[EVE].latest("table")["table"]["seats"]
        assert [seat["asks_stand_in"] for seat in told] == [None, 0, None]
        assert (await company.ask(EVE, "stand_in", version=0))["type"] == "done"
        assert company.room.row.seats[HOST].stand_in == "greedy"
        await company.clients[EVE].until(lambda: company.clients[EVE].turn(1))


async def test_who_is_here_keeps_the_seat(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with without(BEN, database_url, monkeypatch) as (company, time):
        company.room.clients.add(company.clients[BEN])
        time[0] += 10 * PATIENCE
        assert (await company.ask(HOST, "stand_in", version=1))["code"] == "state"
        assert company.room.row.seats[BEN].stand_in is None


async def test_time_without_the_server_is_nobodys_absence(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with without(BEN, database_url, monkeypatch) as (company, time):
        time[0] += 10 * PATIENCE
        company.room.opened = time[0]
        assert (await company.ask(HOST, "stand_in", version=1))["retry_after"] == PATIENCE


async def test_a_game_ends_without_who_is_gone(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with without(BEN, database_url, monkeypatch) as (company, time):
        for place in (HOST, EVE):
            await company.ask(place, "agree", end=True)
        assert company.room.row.status == "running"
        time[0] += PATIENCE
        assert (await company.ask(HOST, "stand_in", version=1))["type"] == "done"
        assert company.room.row.status == "over"
        ranks = company.clients[EVE].latest("table")["table"]["ranks"]
        assert ranks[BEN] == 3, "the one who is gone comes last"


async def test_an_absent_person_is_known_in_every_process(server: Setup) -> None:
    """Over real sockets: somebody connected to any process is not away."""
    anna, ben, table = await two(server)
    async with anna.sit(table) as hers:
        async with ben.sit(table) as his:
            await hers.until_mine_or_over()
            await hers.play_turn()
            await his.until_mine_or_over()
            await hers.until(lambda: hers.table["seats"][1]["present"])
            assert hers.view is not None
            version = hers.view["version"]
            here = await hers.ask("stand_in", version=version)
            assert (here["code"], here["retry_after"]) == ("state", None)
        await hers.until(lambda: not hers.table["seats"][1]["present"])
        gone = await hers.ask("stand_in", version=version)
        assert gone["code"] == "state"
        assert 0 < gone["retry_after"] <= PATIENCE
