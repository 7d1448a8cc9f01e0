"""Time for which the server stalls is given back, and steps of the system's clock do no harm."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, func, select

from cafe.protocol.tables import ClockForm
from cafe.rules.edition import edition
from cafe.server.cluster.due_work import run_due_work
from cafe.server.cluster.heartbeat import heartbeat, send_heartbeats
from cafe.server.cluster.time_keeping import TICK_SECONDS, keep_time, set_right
from cafe.server.rooms.rate_limits import Limits
from cafe.server.rooms.server_clock import MOST_AT_ONCE, ServerClock
from cafe.server.settings import Settings
from cafe.server.turn.clock import new_clock
from cafe.server.turn.room_settings import RoomSettings
from cafe.server.turn.start import shuffle
from cafe.store import administration, log, processes
from cafe.store.group_commit import Writer
from cafe.store.rows import Due
from cafe.store.schema import alive
from tests.databases import Postgres, Redis
from tests.server.house import gather, open_house
from tests.server.process import LIMIT, Fleet, Server, Somebody, come_in
from tests.server.seats import ME

HOUR = 3600.0
STALL = 3.0


@dataclass
class Jumping:
    """A system's clock and a steady one, as a test moves them."""

    wall: float = 1_000_000.0
    steady: float = 10.0

    def clock(self) -> ServerClock:
        return ServerClock(lambda: self.wall, lambda: self.steady)

    def passes(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_a_step_of_the_systems_clock_changes_nothing(step: float) -> None:
    time = Jumping()
    clock = time.clock()
    clock.tick()
    time.wall += step
    time.passes(0.5)
    clock.tick()
    assert clock.now() == 1_000_000.5
    assert clock.behind == step
    clock.set_right()
    assert (clock.now(), clock.behind) == (time.wall, 0.0)


@pytest.mark.parametrize("step", [HOUR, -HOUR])
async def test_a_step_makes_nobody_wait_for_what_they_may_do(database_url: str, step: float) -> None:
    time, few = Jumping(), Settings(commands_a_second=1)
    async with open_house(database_url, few) as house:
        house.process.clock, house.limits = time.clock(), Limits(few, lambda: time.steady)
        company = await gather(house, shuffle(edition("board")), RoomSettings("board", []), 2)
        answers = [await company.ask(0, "resync") for _ in range(4)]
        assert [told["type"] for told in answers] == ["done"] * 3 + ["refused"]
        time.wall += step
        await set_right(house)
        assert (await company.ask(0, "resync"))["retry_after"] == 1, "a step gives nobody anything"
        time.passes(1.0)
        assert (await company.ask(0, "resync"))["type"] == "done"


@pytest.mark.parametrize("stall", [2.0, 24.0, HOUR])
def test_a_stall_of_any_length_is_given_back(stall: float) -> None:
    time = Jumping()
    clock = time.clock()
    clock.tick()
    time.passes(stall)
    assert clock.now() == 1_000_000.0 + MOST_AT_ONCE  # whoever looks first, the keeper or what is due
    clock.tick()
    time.passes(0.25)
    assert clock.now() == 1_000_000.25 + MOST_AT_ONCE


def test_no_time_passes_while_the_disk_does_not_answer() -> None:
    time = Jumping()
    clock = time.clock()
    clock.tick(stopped=True)
    for _ in range(10):
        time.passes(0.2)
        assert clock.now() == 1_000_000.0
        clock.tick(stopped=True)
    clock.tick()
    time.passes(0.5)
    assert clock.now() == 1_000_000.5


async def test_a_write_that_is_under_way_is_timed() -> None:
    begun, done = asyncio.Event(), asyncio.Event()

    async def commit(works: list[object]) -> list[tuple[object, None]]:
        begun.set()
        await done.wait()
        return [(None, None) for _ in works]

    writer = Writer(commit, 10)  # type: ignore[arg-type]
    assert writer.seconds_of_write == 0.0
    writing = asyncio.create_task(writer.write(lambda c: None))
    async with asyncio.timeout(LIMIT):
        await begun.wait()
        while not writer.seconds_of_write > 0:
            await asyncio.wait([writing], timeout=0.01)
        done.set()
        await writing
        await writer.end()
    assert writer.seconds_of_write == 0.0


async def test_a_clock_does_not_run_out_while_the_server_stands_still(database_url: str) -> None:
    time = Jumping()
    async with asyncio.timeout(LIMIT), open_house(database_url) as house:
        house.process.clock = time.clock()
        settings = RoomSettings("card", [], clock=ClockForm("turn", 5))
        company = await gather(house, shuffle(edition("card")), settings, 2)
        company.room.clock = company.room.clock.running(0, house.process.now())
        loops = [asyncio.create_task(loop(house)) for loop in (keep_time, run_due_work)]
        await company.ask(0, "submit", version=0, actions=[{"type": "draw"}])
        time.passes(24.0)
        time.wall -= HOUR
        house.rooms.due_soon.set()
        answer = await company.ask(1, "submit", version=1, actions=[{"type": "draw"}])
        assert answer["type"] == "done"
        assert company.clients[0].turn(2)["by"] == 1
        while not company.clients[0].turn(3):  # and then time passes as always
            time.passes(0.5)
            house.process.clock.tick()
            house.rooms.due_soon.set()
            await house.process.wait(0.05)
        assert house.process.now() >= 1_000_005.0
        house.process.ending.set()
        await asyncio.gather(*loops)


async def test_a_process_that_is_stopped_gives_the_time_back(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    try:
        anna = await come_in(server.address)
        clock = {"kind": "total", "seconds": 600}
        table = await anna.table([ME, {"kind": "local", "name": "Ben"}], "card", starter=0, clock=clock)
        await anna.post(f"/api/tables/{table['id']}/start")

        async def left() -> float:
            found: float = (await anna.get(f"/api/tables/{table['id']}/view"))["clocks"][0]
            return found

        began = monotonic()
        before = await left()
        server.process.send_signal(signal.SIGSTOP)
        os.waitpid(server.process.pid, os.WUNTRACED)
        stopped = monotonic()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(STALL):
                await left()
        stall = monotonic() - stopped
        server.process.send_signal(signal.SIGCONT)
        after = await left()
        awake = monotonic() - began - stall
        assert before - after <= awake + MOST_AT_ONCE
    finally:
        server.process.send_signal(signal.SIGCONT)
        assert server.stop() == 0


@pytest.mark.parametrize(("due_in", "most"), [(60.0, 1.0), (86_400.0, 10.0)], ids=["clock", "days"])
async def test_a_server_alone_notes_every_second_that_it_runs_while_a_clock_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, due_in: float, most: float
) -> None:
    """What it did not note is given back when it was killed: much of that would be a present."""
    time = Jumping()
    async with open_house(f"sqlite:///{tmp_path / 'cafe.db'}") as house:
        house.process.clock = time.clock()
        await gather(house, shuffle(edition("board")), RoomSettings("board", []), 2)
        due = Due("table", "clock", 0, house.process.now() + due_in)
        await house.database.write(lambda c: log.set_due(c, "table", (due,)))
        silences: list[float] = []

        async def wait(seconds: float) -> None:
            time.passes(seconds)
            noted = await house.database.read(lambda c: c.scalar(select(func.max(alive.c.at))))
            silences.append(house.process.now() - (noted or 1_000_000.0))
            if len(silences) == 45:
                house.process.ending.set()

        monkeypatch.setattr(house.process, "wait", wait)
        await send_heartbeats(house)
        assert max(silences) == most


@pytest.mark.parametrize("idle", [0.5, 9.0, 29.0])
async def test_after_a_kill_a_clock_gets_back_only_what_was_lost(database_url: str, idle: float) -> None:
    """A server that was idle notes rarely that it runs; the turn it stored shows it, too."""
    time = Jumping()
    async with open_house(database_url) as house:
        house.process.clock = time.clock()
        await house.database.write(lambda c: processes.heartbeat(c, "killed", house.process.now(), 0.0))
        settings = RoomSettings("card", [], clock=ClockForm("total", 600))
        company = await gather(house, shuffle(edition("card")), settings, 2)
        time.passes(idle)
        await company.ask(0, "submit", version=0, actions=[{"type": "draw"}])
        due = await house.database.read(lambda c: log.deadline(c, "table")) or 0.0
        time.passes(3.5)
        down = await house.database.write(lambda c: processes.heartbeat(c, "next", house.process.now(), 0.0))
        assert down == 3.5
        assert await house.database.read(lambda c: log.deadline(c, "table")) == due + 3.5
        assert company.room.clocks(house.process.now() - 3.5) == [600.0, 600.0]


async def test_a_time_from_before_the_clock_was_set_back_is_no_sign_of_life(database_url: str) -> None:
    time = Jumping()
    async with open_house(database_url) as house:
        house.process.clock = time.clock()
        settings = RoomSettings("card", [], clock=ClockForm("total", 600))
        company = await gather(house, shuffle(edition("card")), settings, 2)
        await company.ask(0, "submit", version=0, actions=[{"type": "draw"}])

        def work(connection: Connection) -> float:
            processes.heartbeat(connection, "killed", time.wall - HOUR, 0.0)
            return processes.heartbeat(connection, "next", time.wall + 10.0, 0.0)

        assert await house.database.write(work) == HOUR + 10.0


@pytest.mark.parametrize(("left", "shown"), [(610.0, 600.0), (600.0, 600.0), (7.0, 7.0), (-1.0, 0.0)])
def test_a_clock_never_shows_more_than_it_was_given(left: float, shown: float) -> None:
    clock = replace(new_clock(ClockForm("total", 600), 2), deadline=1000.0 + left)
    assert clock.all_left(1, 1000.0) == [600.0, shown]


@pytest.mark.parametrize("step", [HOUR, -HOUR])
async def test_the_time_is_set_right_while_a_clock_runs(tmp_path: Path, step: float) -> None:
    """The café of the day changes at its time, however long the server slept, and nobody loses any."""
    time = Jumping()
    async with asyncio.timeout(LIMIT), open_house(f"sqlite:///{tmp_path / 'cafe.db'}") as house:
        house.process.clock = time.clock()
        await heartbeat(house, 0.0)
        settings = RoomSettings("card", [], clock=ClockForm("total", 60))
        company = await gather(house, shuffle(edition("card")), settings, 2)
        await company.ask(0, "submit", version=0, actions=[{"type": "draw"}])
        before = company.room.clocks(house.process.now())
        house.process.clock.tick()
        time.wall += step
        time.passes(2.0)
        house.process.clock.tick()
        await set_right(house)
        assert house.process.now() == time.wall
        assert company.room.clocks(house.process.now()) == [before[0], before[1] - MOST_AT_ONCE]
        due = await house.database.read(lambda c: log.deadline(c, "table"))
        assert due == company.room.clock.deadline
        await heartbeat(house)
        assert await house.database.read(lambda c: log.deadline(c, "table")) == due, "given back once"
        answer = await company.ask(1, "submit", version=1, actions=[{"type": "draw"}])
        assert answer["type"] == "done"
        (*_, last) = await house.database.read(lambda c: log.entries(c, "table"))
        assert last.took == MOST_AT_ONCE


async def test_a_mover_gets_back_what_their_process_stood_still(postgres: Postgres) -> None:
    async with asyncio.timeout(LIMIT), open_house(postgres.new_database()) as house:
        settings = RoomSettings("card", [], clock=ClockForm("total", 60))
        company = await gather(house, shuffle(edition("card")), settings, 2)
        await company.ask(0, "submit", version=0, actions=[{"type": "draw"}])
        people_here = {"table": frozenset({company.clients[1].person.id})}

        def deadline(connection: Connection) -> float:
            found = log.deadline(connection, "table")
            assert found is not None
            return found

        def beat(process: str, now: float, stall: float = 0.0) -> Callable[[Connection], list[str]]:
            def work(connection: Connection) -> list[str]:
                moved = processes.give_back(connection, process, now, 5.0, stall, people_here)
                processes.heartbeat(connection, process, now, 5.0)
                return moved

            return work

        write, at = house.database.write, await house.database.read(deadline)
        await write(beat("one", 100.0))
        await write(beat("two", 100.0))
        await write(lambda c: processes.set_presence(c, "one", people_here))
        assert await write(lambda c: processes.games_of_silent(c, 98.5)) == []
        await write(beat("two", 103.0))
        assert await write(lambda c: processes.games_of_silent(c, 101.5)) == ["table"]
        assert await write(lambda c: log.take_due(c, at + 1, "two", ["table"])) == []
        assert await write(beat("one", 104.0, 3.0)) == ["table"]
        assert await write(deadline) == at + 3.0
        await write(beat("two", 108.0))
        assert await write(beat("two", 110.0)) == ["table"], "one is dead"
        assert await write(deadline) == at + 9.0
        for now in (114.0, 118.0, 122.0):
            await write(beat("two", now))
        assert await write(beat("one", 124.0, 20.0)) == ["table"], "and was not"
        assert await write(deadline) == at + 24.0
        await write(beat("two", 126.0))
        await write(lambda c: processes.set_presence(c, "two", people_here))
        assert await write(beat("one", 130.0, 5.0)) == [], "who is elsewhere too can play there"


@pytest.mark.parametrize(("silent", "given"), [(0.0, 2.0), (HOUR, 0.0)], ids=["slow", "dead"])
async def test_a_mover_gets_back_what_the_database_kept_them_waiting(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, silent: float, given: float
) -> None:
    """Of a process that was silent for long, others give back the time: it must not be given twice."""
    time, slow, ticks = Jumping(), [0.0], [0]
    monkeypatch.setattr(Writer, "seconds_of_write", property(lambda self: slow[0]))
    async with asyncio.timeout(LIMIT), open_house(postgres.new_database()) as house:
        house.process.clock = time.clock()
        await heartbeat(house, LIMIT)
        settings = RoomSettings("card", [], clock=ClockForm("total", 60))
        company = await gather(house, shuffle(edition("card")), settings, 2)
        await company.ask(0, "submit", version=0, actions=[{"type": "draw"}])
        at = await house.database.read(lambda c: log.deadline(c, "table")) or 0.0
        real_wait = house.process.wait

        async def wait(seconds: float) -> None:
            """The database is slow while the clock ticks ten times."""
            time.passes(seconds)
            ticks[0] += 1
            slow[0] = 2.0 if ticks[0] <= 10 else 0.0
            if ticks[0] == 15:
                house.process.ending.set()

        monkeypatch.setattr(house.process, "wait", wait)
        began = house.process.now()
        await keep_time(house)
        assert house.process.now() - began == pytest.approx(15 * TICK_SECONDS - 2.0, abs=0.01)
        house.process.ending.clear()
        monkeypatch.setattr(house.process, "wait", real_wait)
        house.process.last_heartbeat -= silent
        await heartbeat(house, LIMIT)
        moved = await house.database.read(lambda c: log.deadline(c, "table")) or 0.0
        assert moved - at == pytest.approx(given, abs=0.01)
        await heartbeat(house, LIMIT)
        assert await house.database.read(lambda c: log.deadline(c, "table")) == moved, "given back once"
        await house.rooms.reread("table")  # after what the heartbeat has begun: nothing reads any more
        assert company.room.clock.deadline == moved


async def test_a_process_beside_another_that_is_stopped_gives_the_time_back(
    tmp_path: Path, postgres: Postgres, redis: Redis
) -> None:
    """The clock would run out meanwhile, and the other process would let a bot play."""
    urls = {"CAFE_DATABASE_URL": postgres.new_database(), "CAFE_REDIS_URL": redis.url}
    fleet = Fleet(tmp_path, 2, **urls)
    stopped = fleet.servers[0].process
    anna = await come_in(fleet.servers[0].listens)
    try:
        clock = {"kind": "turn", "seconds": 5}
        table = await anna.table([ME, {"kind": "local", "name": "Ben"}], "card", starter=0, clock=clock)
        await anna.post(f"/api/tables/{table['id']}/start")
        async with anna.sit(table["id"]) as socket:
            await socket.until(lambda: socket.table and socket.table["seats"][0]["present"])
            elsewhere = Somebody(fleet.servers[1].listens, "Anna", anna.token)

            async def version() -> int:
                found: int = (await elsewhere.get(f"/api/tables/{table['id']}/view"))["version"]
                return found

            async def time_left() -> float:
                view = await elsewhere.get(f"/api/tables/{table['id']}/view")
                return float(view["clocks"][view["view"]["turn"]["player"]])

            async with asyncio.timeout(LIMIT):
                while not (await elsewhere.get(f"/api/tables/{table['id']}"))["seats"][0]["present"]:
                    pass
                while not 2.0 < (left := await time_left()) <= 3.0:
                    if left < 2.0:  # this machine was busy: the next turn, then
                        await socket.ask("submit", version=await version(), actions=[{"type": "draw"}])
            before = await version()
            stopped.send_signal(signal.SIGSTOP)
            os.waitpid(stopped.pid, os.WUNTRACED)
            asking = asyncio.create_task(socket.ask("submit", version=before, actions=[{"type": "draw"}]))
            await asyncio.wait([asking], timeout=4.0)
            assert await version() == before
            stopped.send_signal(signal.SIGCONT)
            assert (await asking)["type"] == "done"
    finally:
        stopped.send_signal(signal.SIGCONT)
        assert fleet.stop() == 0


@pytest.mark.parametrize("step", [HOUR, -HOUR])
async def test_a_step_between_two_runs_moves_what_is_due_with_it(database_url: str, step: float) -> None:
    async with open_house(database_url) as house:
        await gather(house, shuffle(edition("board")), RoomSettings("board", []), 2)

        def work(connection: Connection) -> float | None:
            processes.heartbeat(connection, "before", 100_000.0, 0.0)
            log.set_due(connection, "table", (Due("table", "clock", 0, 100_060.0),))
            processes.heartbeat(connection, "after", 100_000.0 + step, 0.0)
            processes.heartbeat(connection, "after", 100_001.0 + step, 5.0)
            return log.next_due(connection)

        assert await house.database.write(work) == 100_060.0 + step


async def test_what_the_host_made_due_is_done_before_anybody_has_read_it(tmp_path: Path) -> None:
    async with asyncio.timeout(LIMIT), open_house(f"sqlite:///{tmp_path / 'cafe.db'}") as house:
        company = await gather(house, shuffle(edition("card")), RoomSettings("card", []), 2)
        mover = company.room.seat_of(0).person
        assert mover is not None
        await house.database.write(lambda c: administration.ban(c, mover, "greedy"))
        loop = asyncio.create_task(run_due_work(house))
        await company.clients[1].until(lambda: company.clients[1].turn(1))
        house.process.ending.set()
        await loop
