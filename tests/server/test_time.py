"""Time that the server stands still is given back, and the system's clock may step as it likes."""

from __future__ import annotations

import asyncio
import os
import signal
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

import pytest
from sqlalchemy import Connection, func, select

from cafe.protocol.tables import ClockForm
from cafe.rules.edition import edition
from cafe.server.cluster.due_work import run_due_work
from cafe.server.cluster.heartbeat import send_heartbeats
from cafe.server.cluster.time_keeping import keep_time, set_right
from cafe.server.rooms.server_clock import MOST_AT_ONCE, ServerClock
from cafe.server.turn.room_settings import RoomSettings
from cafe.server.turn.start import shuffle
from cafe.store import administration, log, processes
from cafe.store.group_commit import Writer
from cafe.store.rows import Due
from cafe.store.schema import alive
from tests.server.house import gather, open_house
from tests.server.process import LIMIT, Server, come_in
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

        before, began = await left(), monotonic()
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


async def test_the_time_is_set_right_only_while_nothing_is_due(database_url: str) -> None:
    time = Jumping()
    async with open_house(database_url) as house:
        house.process.clock = time.clock()
        await gather(house, shuffle(edition("board")), RoomSettings("board", []), 2)
        due = Due("table", "clock", 0, house.process.now() + 60)
        await house.database.write(lambda c: log.set_due(c, "table", (due,)))
        time.wall += HOUR
        await set_right(house)
        assert house.process.clock.behind == HOUR
        await house.database.write(lambda c: log.drop_due(c, due))
        await set_right(house)
        assert house.process.clock.behind == 0.0


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
