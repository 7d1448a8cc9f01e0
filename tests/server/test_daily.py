"""The café of the day: one deal and one try a day, the same answers everywhere, nothing shown too early."""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import httpx
import pytest
from sqlalchemy import insert

from cafe.protocol.convert import action_form, view_form
from cafe.protocol.fairness import check_commitment
from cafe.rules.edition import edition
from cafe.rules.names import action_text
from cafe.rules.record import read_record, verify
from cafe.rules.seating import legal_actions
from cafe.rules.trial import try_actions
from cafe.rules.view import view
from cafe.server.api.daily import bars_of
from cafe.server.rooms.bot_workers import EXACT_MS, EXACT_NODES, Task, play_turn, seed_of
from cafe.server.turn import daily_deal
from cafe.server.turn.new_turn import actions_of
from cafe.store import daily
from cafe.store.database import Database
from cafe.store.schema import secret
from cafe.store.secret_keys import make_key
from tests.databases import Postgres, Redis
from tests.server.process import Fleet, Json, Server, Setup, Somebody, come_in
from tests.server.seats import play_out

KEY = bytes(range(32))
DAY = 86400.0
NOON = datetime(2030, 1, 1, 12, tzinfo=UTC).timestamp()

ANSWERS = {"board": "49386e7772add1a4", "card": "6bac0ffd8e2ebbe6"}
"""What the bots of VERSION 1 make of one day's deals; another answer is another version."""


@pytest.mark.parametrize("name", daily_deal.EDITIONS)
def test_the_bots_answer_as_their_version_says(name: str) -> None:
    deal = daily_deal.deal_of(KEY, "2030-01-01", name)
    state = deal.start().state(edition(name), 3)
    plan, played = state.edition.plan, []
    while state.over is None:
        if state.player == 0:
            forms = [action_form(plan, legal_actions(state)[0])]
            while not ((trial := try_actions(state, actions_of(state, forms))).ends or trial.reveals):
                forms.append(action_form(plan, legal_actions(trial.state)[0]))
        else:
            seen, bot = view_form(view(state, state.player)), daily_deal.LEVELS[state.player - 1]
            forms = play_turn(Task(bot, seen, EXACT_MS, seed_of(seen), EXACT_NODES)).actions
        actions = actions_of(state, forms)
        played.append(" ".join(action_text(plan, action) for action in actions))
        state = try_actions(state, actions).state
    assert (daily_deal.VERSION, hashlib.sha256("\n".join(played).encode()).hexdigest()[:16]) == (
        1,
        ANSWERS[name],
    )


def test_every_day_has_its_own_deal() -> None:
    deals = {
        (key, day, name): daily_deal.deal_of(key, day, name)
        for key in (KEY, bytes(32))
        for day in ("2030-01-01", "2030-01-02")
        for name in daily_deal.EDITIONS
    }
    assert len({deal.commitment for deal in deals.values()}) == len(deals)
    assert len({str(deal.start().bag) for deal in deals.values()}) == len(deals)
    assert daily_deal.deal_of(KEY, "2030-01-01", "board") == deals[KEY, "2030-01-01", "board"]


def test_a_streak_lasts_until_a_whole_day_was_missed() -> None:
    days = {"2029-12-29", "2029-12-31", "2030-01-01", "2030-01-02"}
    found = {today: daily_deal.streak(days, today) for today in ("2030-01-02", "2030-01-03", "2030-01-04")}
    assert found == {"2030-01-02": 3, "2030-01-03": 3, "2030-01-04": 0}


def test_every_margin_is_in_a_bar() -> None:
    bars = bars_of({-200: 1, -61: 2, -60: 3, -1: 4, 0: 5, 9: 6, 60: 7, 300: 8})
    counts = {bar.least: bar.count for bar in bars if bar.count}
    assert counts == {None: 3, -60: 3, -10: 4, 0: 11, 60: 15}
    assert [bar.least for bar in bars] == [None, *range(-60, 61, 10)]
    assert [(bar.least, bar.count) for bar in bars_of({-99: 1})] == [(None, 1), (-60, 0)]
    assert bars_of({}) == []


def ahead(days: int) -> dict[str, str]:
    """The variable of a server whose time is noon on 1 January 2030, or this many days later."""
    return {"CAFE_TEST_SECONDS_AHEAD": str(NOON + days * DAY - time.time())}


@pytest.fixture
def fleets(tmp_path: Path, postgres: Postgres, redis: Redis) -> Iterator[list[Fleet]]:
    """One server with its file and two with PostgreSQL and Redis, with the same secret."""
    sqlite, shared = f"sqlite:///{tmp_path / 'cafe.db'}", postgres.new_database()
    asyncio.run(plant_key(sqlite, shared))
    found = [
        Fleet(tmp_path / "one", 1, CAFE_DATABASE_URL=sqlite, **ahead(0)),
        Fleet(tmp_path / "two", 2, CAFE_DATABASE_URL=shared, CAFE_REDIS_URL=redis.url, **ahead(0)),
    ]
    yield found
    assert [fleet.stop() for fleet in found] == [0, 0]


async def plant_key(*urls: str) -> None:
    """Give several databases the same secret."""
    for url in urls:
        database = await Database.open(url)
        await database.write(lambda c: c.execute(insert(secret).values(name=daily.KEY, value=KEY.hex())))
        await database.close()


async def live_on(fleet: Fleet, days: int) -> None:
    """End all servers as a power cut would; their successors live on another day."""
    fleet.variables |= ahead(days)
    for server in tuple(fleet.servers):
        await asyncio.to_thread(fleet.replace, server)


async def today(who: Somebody, name: str, day: str = "") -> Json:
    """What is sent about one edition's café."""
    told = await who.get(f"/api/daily{day and '/'}{day}")
    found: Json = next(game for game in told["games"] if game["edition"] == name)
    return found


@pytest.mark.timeout(1800)
async def test_the_same_turns_give_the_same_game_everywhere(fleets: list[Fleet]) -> None:
    logs, people, tables = [], [], []
    for fleet in fleets:
        anna, ben = await come_in(fleet.address), await come_in(fleet.address, "Ben")
        table = (await anna.post("/api/daily", {"edition": "card"}))["id"]
        bens = (await ben.post("/api/daily", {"edition": "card"}))["id"]
        async with anna.sit(table) as socket:
            for _ in range(4):
                await socket.until_mine_or_over()
                await socket.play_turn()
        await asyncio.to_thread(fleet.replace, fleet.servers[0])
        await play_out(anna, table)
        people.append((anna, ben))
        tables.append((table, bens))
    for fleet, (anna, ben), (table, bens) in zip(fleets, people, tables, strict=True):
        done = await today(anna, "card")
        assert (done["status"], done["place"], done["finished"]) == ("finished", 1, 1)
        await live_on(fleet, 1)
        await play_out(ben, bens)
        late = await today(ben, "card", "2030-01-01")
        assert (late["status"], late["margin"], late["finished"]) == ("uncounted", None, 1)
        past = await today(anna, "card", "2030-01-01")
        assert (past["margin"], past["commitment"]) == (done["margin"], done["commitment"])
        assert past["secret"] == daily_deal.deal_of(KEY, "2030-01-01", "card").secret
        log = await anna.get(f"/api/tables/{table}/log")
        logs.append([(entry["by"], entry["events"]) for entry in log["entries"]])
        record = read_record((await anna.ask("GET", f"/api/tables/{table}/record")).text)
        final = verify(record).over
        assert final is not None
        assert done["margin"] == final.final[0] - max(final.final[1:])
        assert "the server's secret alone" in (check_commitment(record, done["commitment"]) or "")
        assert (await today(anna, "card"))["commitment"] == done["tomorrow"]
        assert (await anna.get("/api/daily"))["streak"] == 1
        again = await anna.post("/api/daily/practice", {"edition": "card", "day": "2030-01-01"})
        assert (again["commitment"], again["practice"]) == (done["commitment"], True)
        async with anna.sit(again["id"]) as socket:
            await socket.until_mine_or_over()
            assert (await socket.ask("hint", version=0))["type"] == "hinted"
    assert logs[0] == logs[1]


async def within_a_day(attempt: Callable[[Setup], Awaitable[None]], server: Setup) -> None:
    """Do it once, and again if the day changed meanwhile."""
    day = daily_deal.day_of(time.time())
    try:
        await attempt(server)
    except AssertionError:
        if daily_deal.day_of(time.time()) == day:
            raise
        await attempt(server)


async def test_nobody_gets_a_second_try_or_todays_bag(server: Setup) -> None:
    await within_a_day(try_everything, server)


async def try_everything(server: Setup) -> None:
    """Look for a second try, and for what is withheld, in every way."""
    anna, ben = await come_in(server.address), await come_in(server.address, "Ben")
    told: list[str] = []

    async def ask(who: Somebody, method: str, path: str, body: Json | None = None) -> httpx.Response:
        answer = await who.ask(method, path, body)
        told.append(answer.text)
        return answer

    begin = partial(ask, method="POST", path="/api/daily", body={"edition": "card"})
    begun = await asyncio.gather(*(begin(anna) for _ in range(5)))
    table = begun[0].json()["id"]
    assert {answer.json()["id"] for answer in begun} == {table}
    code = (await anna.post("/api/me/transfer"))["code"]
    moved = await ben.post("/api/transfer", {"code": code, "token": True})
    second = Somebody(server.address, "Anna", moved["token"])
    assert (await begin(second)).json()["id"] == table
    day = (await anna.get("/api/daily"))["day"]
    for path, body, status in (
        ("/api/daily/practice", {"edition": "card", "day": day}, 404),
        ("/api/daily/practice", {"edition": "card", "day": daily_deal.later(day, 1)}, 404),
        ("/api/daily/practice", {"edition": "card", "day": "today"}, 400),
        ("/api/daily", {"edition": "board-classic"}, 422),
        ("/api/daily", {"edition": "card", "day": daily_deal.later(day, -1)}, 400),
        (f"/api/tables/{table}/leave", {}, 409),
        (f"/api/tables/{table}/start", {}, 409),
        (f"/api/tables/{table}/close", {}, 409),
        (f"/api/tables/{table}/rematch", {}, 409),
    ):
        answer = await ask(anna, "POST", path, body)
        assert answer.status_code == status, (path, body, answer.text)
    assert (await ask(anna, "GET", f"/api/daily/{daily_deal.later(day, 1)}")).status_code == 404
    changed = await ask(anna, "PUT", f"/api/tables/{table}/seats/1", {"kind": "bot", "bot": "easy"})
    assert changed.status_code == 409
    for path in ("view", "log", "record"):
        assert (await ask(ben, "GET", f"/api/tables/{table}/{path}")).status_code == 403
    async with anna.sit(table) as one, second.sit(table) as two:
        await one.until_mine_or_over()
        for command in ("hint", "agree"):
            more = {"version": 0} if command == "hint" else {"end": True}
            refused = await one.ask(command, **more)
            assert (refused["type"], refused["code"]) == ("refused", "state")
        turn = await one.draft()
        first = await one.ask("submit", "once", version=0, actions=turn)
        refused = await one.ask("coach")
        assert (refused["type"], refused["code"]) == ("refused", "state")
        assert "counts" in refused["message"]
        assert await two.ask("submit", "once", version=0, actions=turn) == first
        told.extend(str(message) for message in one.messages + two.messages)
    await play_out(second, table)
    for path in ("log", "record", "record.json", "replay", "review"):
        for who in (anna, ben):
            answer = await ask(who, "GET", f"/api/tables/{table}/{path}")
            assert answer.status_code == (409 if who is anna else 403)
            if who is anna:
                error = answer.json()["error"]
                assert (error["code"], "0:00 UTC" in error["message"]) == ("withheld", True)
                assert 0 < int(answer.headers["retry-after"]) <= DAY
    for path in ("review", "review/link"):
        assert (await ask(anna, "POST", f"/api/tables/{table}/{path}", {})).status_code == 409
    exported = (await ask(anna, "GET", "/api/me/export")).json()
    mine = await today(anna, "card")
    assert exported["games"] == []
    assert exported["daily"] == [{"day": day, "edition": "card", "table": table, "margin": mine["margin"]}]
    assert (await begin(anna)).json()["status"] == "over"
    assert (mine["table"], mine["status"], mine["secret"]) == (table, "finished", None)
    assert sum(bar["count"] for bar in mine["bars"]) == mine["finished"] >= 1
    earned = (await anna.get("/api/me/profile"))["stamps"]
    (game,) = (await anna.get("/api/me/games"))["games"]
    for opens in (game["opens_in"], *(each["opens_in"] for each in earned if each["table"])):
        assert 0 < opens <= DAY
    stamps = {each["stamp"] for each in earned}
    assert stamps & {"daily", "daily-win", "week"} == {
        "daily",
        *(["daily-win"] if mine["margin"] >= 0 else []),
    }
    again = (await ask(anna, "POST", f"/api/tables/{table}/rematch", {})).json()
    started = (await ask(anna, "POST", f"/api/tables/{again['id']}/start", {})).json()
    assert (again["daily"], started["commitment"] == mine["commitment"]) == (None, False)
    listed = (await ask(ben, "GET", "/api/tables")).text + (await ask(ben, "GET", "/api/me/tables")).text
    assert table not in listed
    bens = await today(ben, "card")
    assert (bens["status"], bens["bars"], bens["table"]) == ("new", [], None)
    key = await key_of(server)
    assert daily_deal.deal_of(key, day, "card").commitment == mine["commitment"]
    assert daily_deal.deal_of(key, day, "card").secret not in "".join(told)


async def key_of(server: Setup) -> bytes:
    """The secret of a running server."""
    if isinstance(server, Server):
        with closing(sqlite3.connect(f"file:{server.data / 'cafe.db'}?mode=ro", uri=True)) as file:
            found = file.execute("SELECT value FROM secret WHERE name = ?", (daily.KEY,)).fetchone()
        return bytes.fromhex(found[0])
    database = await Database.open(server.variables["CAFE_DATABASE_URL"])
    try:
        return await database.write(lambda c: make_key(c, daily.KEY))
    finally:
        await database.close()


async def test_who_gives_up_or_goes_for_good_has_no_place(single: Server) -> None:
    await within_a_day(give_up_and_go, single)


async def give_up_and_go(server: Setup) -> None:
    """Resign a try, then delete oneself."""
    carla = await come_in(server.address, "Carla")
    table = (await carla.post("/api/daily", {"edition": "card"}))["id"]
    async with carla.sit(table) as socket:
        await socket.until_mine_or_over()
        await socket.ask("resign")
        await socket.until(lambda: socket.table["status"] == "over")
    assert (await carla.ask("GET", f"/api/tables/{table}/log")).json()["error"]["code"] == "withheld"
    mine = await today(carla, "card")
    assert (mine["status"], mine["margin"], mine["place"]) == ("uncounted", None, None)
    assert (await carla.post("/api/daily", {"edition": "card"}))["id"] == table
    assert (await carla.ask("DELETE", "/api/me")).status_code == 200
    dora = await come_in(server.address, "Dora")
    assert (await today(dora, "card"))["status"] == "new"


async def test_a_host_limits_the_cafe_of_the_day_or_switches_it_off(tmp_path: Path) -> None:
    server = Server(tmp_path / "two", CAFE_DAILY_TRIES_AN_HOUR="2")
    people = [await come_in(server.address) for _ in range(3)]
    answers = [await who.ask("POST", "/api/daily", {"edition": "card"}) for who in (*people, people[0])]
    assert [answer.status_code for answer in answers] == [201, 201, 429, 201]
    assert server.stop() == 0
    server = Server(tmp_path / "none", CAFE_DAILY_TRIES_AN_HOUR="0")
    anna = await come_in(server.address)
    assert (await anna.get("/api/daily"))["games"] == []
    for path, body in (("", {}), ("/practice", {"day": "2026-01-01"})):
        answer = await anna.ask("POST", f"/api/daily{path}", {"edition": "card", **body})
        assert answer.status_code == 404
    assert server.stop() == 0
