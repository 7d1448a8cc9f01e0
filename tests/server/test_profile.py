"""A person's page: games gone through when it is opened, what others see of it, and the way back to it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import msgspec

from cafe.protocol.convert import state_form
from cafe.rules.edition import edition
from cafe.rules.setup import new_game
from cafe.server.rooms.rate_limits import RECOVERIES_AN_HOUR
from cafe.server.turn.stamps import STAMPS
from tests.server.process import Json, Server, Setup, Somebody, come_in
from tests.server.seats import BEN, ME, play_out, two


async def play_with_friend(server: Setup) -> tuple[Somebody, Somebody, str]:
    """A whole card game of two people, each on their own screen."""
    anna, ben, table = await two(server)
    await asyncio.gather(play_out(anna, table), play_out(ben, table))
    return anna, ben, table


async def status(who: Somebody, method: str, path: str, body: Json | None = None) -> int:
    return (await who.ask(method, path, body)).status_code


async def test_a_page_tells_what_the_games_were(server: Setup) -> None:
    anna, ben, table = await play_with_friend(server)
    record = await anna.get(f"/api/tables/{table}/record.json")
    told = await anna.get("/api/me/profile")
    again = await anna.get("/api/me/profile")
    assert told == again
    assert (told["name"], told["shown"], told["recovery"], told["waiting"]) == ("Anna", "stamps", None, False)
    assert told["card"] == list(STAMPS)
    points, rank = record["final"][0], record["ranks"][0]
    margin, won = points - record["final"][1], int(rank == 1)
    sums = told["statistics"]
    assert (sums["games"], sums["wins"]) == (1, won)
    assert sums["standings"] == [
        {"edition": "card", "players": 2, "games": 1, "wins": won, "points": points, "margin": margin}
    ]
    assert sums["opponents"] == [{"name": "Ben", "bot": None, "games": 1, "wins": won}]
    earned = {stamp["stamp"]: stamp for stamp in told["stamps"]}
    assert earned["friends"]["table"] == table
    assert ("card" in earned) == bool(won)
    listed = await anna.get("/api/me/games")
    assert listed["next"] is None
    (game,) = listed["games"]
    assert (game["id"], game["rank"], game["points"], game["margin"]) == (table, rank, points, margin)
    assert [player["name"] for player in game["players"]] == ["Anna", "Ben"]
    assert game["ended"] == earned["friends"]["at"]
    for query, count in (("name=Ben", 1), ("name=Eve", 0), ("bot=medium", 0), (f"won={not won}", 0)):
        assert len((await anna.get(f"/api/me/games?{query}"))["games"]) == count, query
    theirs = (await ben.get("/api/me/profile"))["statistics"]["standings"]
    assert theirs[0]["margin"] == -margin
    page = (await anna.get("/api/me/export"))["page"]
    assert page["stamps"] == told["stamps"]
    assert page["results"] == [
        {
            "table": table,
            "ended": game["ended"],
            "edition": "card",
            "players": 2,
            "rank": rank,
            "points": points,
            "margin": margin,
        }
    ]


async def test_a_lesson_is_nobodys_finished_game(server: Setup) -> None:
    anna = await come_in(server.address)
    position = json.loads(msgspec.json.encode(state_form(new_game(edition("board"), 2, 1))))
    begin: Json = {"state": position}
    tables = []
    for _ in range(2):
        table = (await anna.post("/api/practice", {"players": [0], **begin}))["id"]
        async with anna.sit(table) as socket:
            await socket.until_mine_or_over()
            await socket.ask("agree", end=True)
        begin = {"record": (await anna.ask("GET", f"/api/tables/{table}/record")).text, "turns": 0}
        tables.append(table)
    assert not (await anna.get("/api/me/profile"))["waiting"]
    (game,) = (await anna.get("/api/me/games"))["games"]
    assert (game["id"], game["rank"], game["uncounted"]) == (tables[1], None, "practice")


async def test_who_gave_up_has_lost_and_one_screen_counts_for_nobody(single: Server) -> None:
    anna, ben, table = await two(single)
    async with anna.sit(table) as socket:
        await socket.until_mine_or_over()
        await socket.ask("resign")
    await play_out(ben, table)
    (game,) = (await anna.get("/api/me/profile"))["statistics"]["standings"]
    assert (game["games"], game["wins"]) == (1, 0)
    shared = (await anna.table([ME, BEN], "card", starter=0))["id"]
    await anna.post(f"/api/tables/{shared}/start")
    await play_out(anna, shared)
    told = await anna.get("/api/me/profile")
    assert told["statistics"]["games"] == 1
    assert {stamp["stamp"]: stamp["table"] for stamp in told["stamps"]}["one-screen"] == shared
    (newest, _) = (await anna.get("/api/me/games"))["games"]
    assert (newest["id"], newest["rank"], newest["points"]) == (shared, None, None)


async def test_others_see_what_a_person_allows(server: Setup) -> None:
    anna, ben, table = await play_with_friend(server)
    own = await anna.get("/api/me/profile")
    path = "/api" + own["link"].removeprefix(server.address)
    seen = await ben.get(path)
    assert (seen["name"], seen["statistics"]) == ("Anna", None)
    assert [(each["stamp"], each["table"]) for each in seen["stamps"]] == [
        (each["stamp"], None) for each in own["stamps"]
    ]
    assert (await anna.ask("PATCH", "/api/me", {"shown": "all"})).json()["shown"] == "all"
    everything = await ben.get(path)
    assert everything["statistics"] == own["statistics"] | {"opponents": []}
    await ben.post(f"/api/tables/{table}/block", {"seat": 0})
    assert await status(ben, "GET", path) == 404
    await ben.post(f"/api/tables/{table}/block", {"seat": 0, "blocked": False})
    await anna.post(f"/api/tables/{table}/block", {"seat": 1})
    assert await status(ben, "GET", path) == 404
    eve = await come_in(server.address, "Eve")
    assert (await eve.get(path))["name"] == "Anna"
    assert await status(anna, "PATCH", "/api/me", {"shown": "some"}) == 400
    assert (await anna.ask("PATCH", "/api/me", {"shown": "nothing"})).json()["shown"] == "nothing"
    assert await status(eve, "GET", path) == 404
    assert (await anna.get(path))["name"] == "Anna"
    await anna.ask("PATCH", "/api/me", {"shown": "all"})
    assert await status(anna, "DELETE", "/api/me") == 200
    assert await status(eve, "GET", path) == 404
    assert await status(eve, "GET", "/api/people/nobody") == 404


async def test_the_page_tells_what_only_the_browser_knows(server: Setup) -> None:
    anna = await come_in(server.address)
    for _ in range(2):
        await anna.post("/api/me/stamps", {"stamp": "lesson"})
    (first,) = (await anna.get("/api/me/profile"))["stamps"]
    assert (first["stamp"], first["table"]) == ("lesson", None)
    for name in ("rosa", "nothing"):
        assert await status(anna, "POST", "/api/me/stamps", {"stamp": name}) == 422
    assert (await anna.get("/api/me/profile"))["stamps"] == [first]


async def test_a_recovery_code_brings_a_person_back(server: Setup) -> None:
    anna, ben = await come_in(server.address), await come_in(server.address, "Ben")
    await anna.post("/api/me/stamps", {"stamp": "lesson"})
    old = (await anna.post("/api/me/recovery"))["code"]
    code = (await anna.post("/api/me/recovery"))["code"]
    assert old != code
    assert (await anna.get("/api/me/profile"))["recovery"] is not None
    moved = await ben.post("/api/recovery", {"code": code.replace("-", " ").lower(), "token": True})
    assert moved["name"] == "Anna"
    back = Somebody(server.address, "Anna", moved["token"])
    assert [stamp["stamp"] for stamp in (await back.get("/api/me/profile"))["stamps"]] == ["lesson"]
    wrong = code[:-1] + ("A" if code[-1] != "A" else "B")
    for tried, expected in ((old, 404), (wrong, 400), ("", 400), ("x" * 101, 400)):
        assert await status(ben, "POST", "/api/recovery", {"code": tried}) == expected, tried
    await back.post("/api/me/sign-out-others")
    assert await status(anna, "GET", "/api/me") == 401
    assert await status(ben, "POST", "/api/recovery", {"code": code}) == 404
    assert (await back.get("/api/me/profile"))["recovery"] is None


async def test_a_host_limits_pages_or_switches_them_off(tmp_path: Path) -> None:
    server = Server(tmp_path / "few", CAFE_PROFILE_GAMES="1")
    anna = await come_in(server.address)
    for _ in range(2):
        table = (await anna.table([ME, BEN], "card", starter=0))["id"]
        await anna.post(f"/api/tables/{table}/start")
        await play_out(anna, table)
    assert (await anna.get("/api/options"))["profiles"]
    assert [(await anna.get("/api/me/profile"))["waiting"] for _ in range(2)] == [True, False]
    assert len((await anna.get("/api/me/games"))["games"]) == 2
    link = "/api" + (await anna.get("/api/me/profile"))["link"].removeprefix(server.address)
    tries: list[int] = []
    while 429 not in tries and len(tries) < 3 * RECOVERIES_AN_HOUR:
        tries.append(await status(anna, "POST", "/api/recovery", {"code": "?"}))
    assert tries[:RECOVERIES_AN_HOUR] == [400] * RECOVERIES_AN_HOUR
    assert tries[-1] == 429
    assert server.stop() == 0
    server = Server(tmp_path / "few", CAFE_PROFILE_GAMES="0")
    anna = Somebody(server.address, "Anna", anna.token)
    assert not (await anna.get("/api/options"))["profiles"]
    for path in ("/api/me/profile", "/api/me/games", link):
        assert await status(anna, "GET", path) == 404
    assert await status(anna, "POST", "/api/me/stamps", {"stamp": "lesson"}) == 404
    assert len((await anna.get("/api/me/export"))["page"]["results"]) == 2
    assert server.stop() == 0
