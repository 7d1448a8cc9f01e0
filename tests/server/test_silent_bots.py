"""Bot accounts that do not answer: their seats go to a house bot, their challenges to somebody else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import msgspec
import pytest
from sqlalchemy import Connection, update

from cafe.protocol import bots as event
from cafe.protocol.tables import ClockForm
from cafe.rules.edition import edition
from cafe.server.api.seats import stand_up
from cafe.server.cluster.due_work import run_due_work
from cafe.server.cluster.time_keeping import set_right
from cafe.server.errors import Refused
from cafe.server.rooms.bot_news import Standing, events_between, standing
from cafe.server.rooms.challenges import (
    CHALLENGE_SECONDS,
    START_SECONDS,
    accept,
    challenges_ran_out,
    set_expiry,
    with_asked,
)
from cafe.server.rooms.process import Process
from cafe.server.rooms.room import Room
from cafe.server.rooms.server_clock import ServerClock
from cafe.server.rooms.server_parts import ServerParts
from cafe.server.rooms.turns import stand_in
from cafe.server.turn.new_turn import ANSWER_SECONDS
from cafe.server.turn.room_settings import RoomSettings
from cafe.server.turn.start import shuffle
from cafe.store import bot_accounts, log, people, rooms
from cafe.store.bot_accounts import Games
from cafe.store.rows import ASKED, Person, RoomRow, SeatRow
from cafe.store.schema import person
from tests.server.house import Company, KeepingClient, gather, open_house

DRAW = {"type": "draw"}


def make_bot(connection: Connection, who: str) -> None:
    connection.execute(update(person).where(person.c.id == who).values(author="Ada"))


@asynccontextmanager
async def beside_a_bot(
    url: str, clock: ClockForm | None, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Company, list[float]]]:
    """A game in which a bot account has seat 1, in a house whose time the test sets."""
    time = [1000.0]
    monkeypatch.setattr(Process, "now", lambda self: time[0])
    async with open_house(url) as house:
        settings = RoomSettings("card", [], clock=clock)
        company = await gather(house, shuffle(edition("card")), settings, 2)
        bot = company.clients[1].person.id
        await house.database.write(partial(make_bot, who=bot))
        await house.rooms.reread(company.room.row.id)
        company.room.clock = company.room.clock.running(0, time[0])
        keeper = asyncio.create_task(run_due_work(house))
        try:
            yield company, time
        finally:
            house.process.ending.set()
            await keeper


@pytest.mark.parametrize("clock", [None, ClockForm("turn", 86400)])
async def test_a_house_bot_has_the_seat_of_a_silent_bot_until_it_returns(
    database_url: str, clock: ClockForm | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with beside_a_bot(database_url, clock, monkeypatch) as (company, time):
        house, room, anna = company.house, company.room, company.clients[0]
        await company.ask(0, "submit", version=0, actions=[DRAW])
        time[0] += ANSWER_SECONDS - 1
        house.rooms.due_soon.set()
        done = await company.ask(1, "submit", version=1, actions=[DRAW])
        assert (done["type"], room.row.seats[1].stand_in) == ("done", None)
        await company.ask(0, "submit", version=2, actions=[DRAW])
        time[0] += ANSWER_SECONDS
        house.rooms.due_soon.set()
        await anna.until(lambda: anna.turn(4) and room.running.state.player == 0)
        seat = anna.latest("table")["table"]["seats"][1]
        assert (seat["author"], seat["stand_in"]) == ("Ada", "greedy")
        await stand_in(house.rooms, room, 1, None)
        await company.ask(0, "submit", version=room.running.version, actions=[DRAW])
        done = await company.ask(1, "submit", version=room.running.version, actions=[DRAW])
        assert done["type"] == "done"


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [(None, ANSWER_SECONDS), (ClockForm("turn", 5), 5.0), (ClockForm("total", 86400), ANSWER_SECONDS)],
)
async def test_a_bot_is_told_how_long_its_turn_may_take(
    database_url: str, clock: ClockForm | None, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with beside_a_bot(database_url, clock, monkeypatch) as (company, time):
        room, bot = company.room, company.clients[1].person.id
        await company.ask(0, "submit", version=0, actions=[DRAW])
        told = events_between(room, bot, Standing(plays=True), standing(room, bot, time[0]), time[0])
        assert list(told) == [event.Turn(room.row.id, 1, seconds)]


async def test_a_bot_that_returned_and_is_silent_again_loses_its_seat_again(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with beside_a_bot(database_url, None, monkeypatch) as (company, time):
        house, room, anna = company.house, company.room, company.clients[0]
        await company.ask(0, "submit", version=0, actions=[DRAW])
        await stand_in(house.rooms, room, 1, None)  # on its turn: the time begins anew
        time[0] += ANSWER_SECONDS
        house.rooms.due_soon.set()
        await anna.until(lambda: anna.turn(2))
        assert room.row.seats[1].stand_in == "greedy"


async def challenge(house: ServerParts, later: float = 0.0) -> tuple[Room, KeepingClient, list[Person]]:
    """Anna's room, in which two bot accounts are asked to take a seat now; the second one, so much later."""
    anna, _ = await house.database.write(partial(people.add, name="Anna", now=1.0))
    bots = []
    for name in ("Robin", "Rosa"):
        bot, _ = await house.database.write(partial(people.add, name=name, now=1.0))
        await house.database.write(partial(make_bot, who=bot.id))
        bots.append(Person(bot.id, name, author="Ada"))
    settings = with_asked(RoomSettings("card", []), (1,), house.process.now())
    settings = with_asked(settings, (2,), house.process.now() + later)
    seats = (SeatRow(0, "person", anna.id), *(SeatRow(n, ASKED, bot.id) for n, bot in enumerate(bots, 1)))
    text = msgspec.json.encode(settings).decode()
    row = RoomRow("asks", "i", anna.id, "open", text, False, 1.0, 1.0, 0, None, None, None, None, seats)

    def work(connection: Connection) -> None:
        rooms.add(connection, row)
        set_expiry(connection, row.id, settings)

    await house.database.write(work)
    room, client = await house.rooms.get("asks"), KeepingClient(anna)
    room.clients.add(client)
    return room, client, bots


@pytest.mark.parametrize("step", [3600.0, -3600.0])
async def test_a_step_of_the_clock_moves_challenges_with_it(database_url: str, step: float) -> None:
    wall, steady = [1_000_000.0], [10.0]
    async with open_house(database_url) as house:
        house.process.clock = ServerClock(lambda: wall[0], lambda: steady[0])
        room, client, (_, rosa) = await challenge(house, later=30.0)
        wall[0] += step
        await set_right(house)
        keeper = asyncio.create_task(run_due_work(house))
        steady[0] += CHALLENGE_SECONDS + 1.0  # Robin did not answer, and Rosa has 29 s left
        house.rooms.due_soon.set()
        await client.until(lambda: room.row.seats[1].kind == "friend")
        assert room.row.seats[2].kind == ASKED
        told = client.latest("table")["table"]["seats"][2]["asked_until"]
        assert told == house.process.now() + 29.0
        await accept(house.rooms, room, rosa)
        assert room.row.seats[2].kind == "person"
        house.process.ending.set()
        await keeper


async def test_a_challenge_that_is_due_is_over_even_if_the_clock_went_back(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = [1000.0]
    monkeypatch.setattr(Process, "now", lambda self: time[0])
    async with open_house(database_url) as house:
        room, _, _ = await challenge(house, later=30.0)
        time[0] += CHALLENGE_SECONDS - 0.001
        assert await challenges_ran_out(house.rooms, house.hints, room, 0)
        assert [seat.kind for seat in room.row.seats] == ["person", "friend", ASKED]


async def test_a_challenge_that_is_not_answered_is_over_and_told(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = [1000.0]
    monkeypatch.setattr(Process, "now", lambda self: time[0])
    async with open_house(database_url) as house:
        room, client, (robin, _) = await challenge(house)
        keeper = asyncio.create_task(run_due_work(house))
        time[0] += CHALLENGE_SECONDS
        with pytest.raises(Refused, match="not over"):
            await accept(house.rooms, room, robin)
        house.rooms.due_soon.set()
        await client.until(lambda: any(message["type"] == "table" for message in client.kept))
        seat = client.latest("table")["table"]["seats"][1]
        assert (seat["kind"], seat["author"], seat["asked_until"]) == ("friend", None, None)
        assert seat["no_answer"] == {"name": "Robin", "author": "Ada", "declined": False}
        house.process.ending.set()
        await keeper


async def test_a_bot_that_accepted_is_free_again_when_the_game_does_not_begin(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = [1000.0]
    monkeypatch.setattr(Process, "now", lambda self: time[0])
    async with open_house(database_url) as house:
        room, client, (robin, rosa) = await challenge(house)
        keeper = asyncio.create_task(run_due_work(house))
        await accept(house.rooms, room, robin)
        time[0] += 10.0
        await accept(house.rooms, room, rosa)
        time[0] += START_SECONDS - 10.0
        house.rooms.due_soon.set()
        await client.until(lambda: room.row.seats[1].kind == "friend")
        assert [seat.kind for seat in room.row.seats] == ["person", "friend", "person"]
        assert client.latest("table")["table"]["seats"][1]["no_answer"] is None
        time[0] += 10.0
        house.rooms.due_soon.set()
        await client.until(lambda: room.row.seats[2].kind == "friend")
        assert room.settings.asked_until == {}
        house.process.ending.set()
        await keeper


async def test_a_bot_that_accepted_and_left_ends_no_other_challenge(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = [1000.0]
    monkeypatch.setattr(Process, "now", lambda self: time[0])
    async with open_house(database_url) as house:
        room, _, (robin, rosa) = await challenge(house)
        await accept(house.rooms, room, robin)
        time[0] += 10.0
        await accept(house.rooms, room, rosa)
        await stand_up(house, room, robin.id)
        assert list(room.settings.asked_until) == [2]
        assert await house.database.read(log.next_due) == time[0] + START_SECONDS


async def test_games_in_which_nobody_moves_do_not_keep_a_bot_busy(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with beside_a_bot(database_url, None, monkeypatch) as (company, time):
        room, bot = company.room, company.clients[1].person.id
        await company.ask(0, "submit", version=0, actions=[DRAW])

        async def count(host: str, since: float) -> dict[str, Games]:
            database = company.house.database
            return await database.read(lambda c: bot_accounts.count_games(c, [bot], host, since))

        assert await count(room.row.host, time[0]) == {bot: Games(1, 1)}
        assert await count(bot, time[0]) == {bot: Games(1, int(room.row.host == bot))}
        assert await count(room.row.host, time[0] + 1.0) == {}
