"""Records that people send are read in a process of their own, with a time limit; replays are cached."""

from __future__ import annotations

import asyncio
import os
import signal

import httpx
import pytest

from cafe.rules.edition import edition
from cafe.rules.record import make_record, write_record
from cafe.rules.setup import new_game
from cafe.server.errors import Refused
from cafe.server.rooms import finished_games
from cafe.server.rooms.finished_games import FinishedGames
from cafe.server.rooms.record_checks import MOST_WAITING, RecordChecks, RecordTask
from tests.server.process import LIMIT, Server, come_in
from tests.server.seats import GREEDY, ME, play_out

BEGUN = write_record(make_record(new_game(edition("board"), 2, 1), [], ("Anna", "Ben")))


@pytest.mark.parametrize(
    ("path", "body"),
    [("/api/replay", {"record": BEGUN}), ("/api/practice", {"record": BEGUN, "players": [0]})],
)
async def test_a_record_is_for_people(single: Server, path: str, body: dict[str, object]) -> None:
    async with httpx.AsyncClient(base_url=single.address) as client:
        assert (await client.post(path, json=body)).status_code == 401
    anna = await come_in(single.address)
    assert (await anna.ask("POST", path, body)).status_code in (200, 201)


async def test_a_record_that_hangs_is_given_up_and_the_next_one_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cafe.server.rooms.record_checks.SECONDS", 0.5)
    checks = RecordChecks()
    try:
        async with asyncio.timeout(LIMIT):
            await checks.check("anna", RecordTask(BEGUN, tell=False))
            os.kill(checks.processes()[0], signal.SIGSTOP)
            with pytest.raises(Refused, match="is read within"):
                await checks.check("anna", RecordTask(BEGUN, tell=False))
            monkeypatch.setattr("cafe.server.rooms.record_checks.SECONDS", LIMIT)
            found = await checks.check("anna", RecordTask(BEGUN, tell=False))
        assert found.position is not None
    finally:
        await checks.close()


async def test_one_person_has_one_record_read_at_a_time_and_not_too_many_wait() -> None:
    checks = RecordChecks()
    try:
        waiting = [
            asyncio.create_task(checks.check(f"p{number}", RecordTask(BEGUN, tell=False)))
            for number in range(MOST_WAITING)
        ]
        await asyncio.wait(waiting, timeout=0)
        for who in ("p0", "another"):
            with pytest.raises(Refused) as refused:
                await checks.check(who, RecordTask(BEGUN, tell=False))
            assert (refused.value.code, refused.value.retry_after) == ("rate", 5)
        async with asyncio.timeout(LIMIT):
            assert all(found.position is not None for found in await asyncio.gather(*waiting))
    finally:
        await checks.close()


async def test_a_finished_game_is_made_once_and_a_new_name_shows(single: Server) -> None:
    anna = await come_in(single.address)
    table = await anna.table([ME, GREEDY], "card")
    await anna.post(f"/api/tables/{table['id']}/start")
    await play_out(anna, table["id"])
    for what in ("record", "record.json", "replay"):
        path = f"/api/tables/{table['id']}/{what}"
        first, again = await anna.ask("GET", path), await anna.ask("GET", path)
        assert (first.status_code, first.content) == (200, again.content)
    assert (await anna.ask("PATCH", "/api/me", {"name": "Antonia"})).status_code == 200
    assert "Antonia" in (await anna.ask("GET", f"/api/tables/{table['id']}/record")).text


async def test_answers_that_are_kept_have_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished_games, "MOST_BYTES", 100)
    kept, made = FinishedGames(), []

    async def answer(name: str) -> bytes:
        async def make() -> bytes:
            made.append(name)
            return b"x" * 40

        return await kept.answer((name, 1, "record"), make)

    for name in ("a", "b", "a", "c", "a", "b"):
        await answer(name)
    assert made == ["a", "b", "c", "b"]


async def test_a_new_name_reaches_many_games_one_by_one(single: Server) -> None:
    anna = await come_in(single.address)
    tables = [await anna.table([ME, {"kind": "friend"}]) for _ in range(12)]
    assert (await anna.ask("PATCH", "/api/me", {"name": "Antonia"})).status_code == 200
    async with asyncio.timeout(LIMIT):
        for table in tables:
            while (await anna.get(f"/api/tables/{table['id']}"))["seats"][0]["name"] != "Antonia":
                continue
