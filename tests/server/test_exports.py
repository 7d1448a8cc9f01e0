"""Finished public games: `cafe admin export` without names, `/api/games` with them; some are kept out."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path

import httpx
import msgspec
from typer.testing import CliRunner, Result

from cafe.cli import app
from cafe.protocol.exports import ExportedGame
from cafe.rules.record import read_record, verify
from tests.server.bots import new_bot
from tests.server.process import LIMIT, Json, Setup, Somebody, come_in
from tests.server.seats import ME

BOT = {"kind": "bot", "bot": "medium"}


async def cafe(server: Setup, *words: str | Path) -> Result:
    """A command of the host."""
    return await asyncio.to_thread(
        CliRunner().invoke, app, [str(word) for word in words], env=server.variables
    )


async def games_in(server: Setup, file: Path) -> list[ExportedGame]:
    """What an export writes."""
    done = await cafe(server, "admin", "export", file)
    assert done.exit_code == 0, done.stderr
    lines = gzip.decompress(file.read_bytes()).splitlines()
    assert done.stdout == f"wrote {file}, {len(lines)} game{'s' * (len(lines) != 1)}\n"
    return [msgspec.json.decode(line, type=ExportedGame) for line in lines]


async def listed(server: Setup, query: str) -> list[Json]:
    """What a stranger finds."""
    async with httpx.AsyncClient(base_url=server.address, timeout=LIMIT) as client:
        found = await client.get(f"/api/games?{query}")
    assert found.status_code == 200, found.text
    games: list[Json] = found.json()["games"]
    return games


async def play(who: Somebody, *seats: Json, **settings: object) -> list[int]:
    """A whole game; its final points."""
    table = (await who.table([ME, *seats], "card", starter=0, **settings))["id"]
    await who.post(f"/api/tables/{table}/start")
    async with who.sit(table) as socket:
        while not (over := (await socket.until_mine_or_over())["view"]["over"]):
            await socket.play_turn()
    final: list[int] = over["final"]
    return final


async def test_finished_public_games_are_exported_without_names(server: Setup, tmp_path: Path) -> None:
    anna, ben = await come_in(server.address, "Annabella"), await come_in(server.address, "Benedetto")
    before = len(await games_in(server, tmp_path / "before.gz"))
    first = await play(anna, BOT, {"kind": "local", "name": "Clementine"}, public=True)
    second = await play(anna, BOT, public=True)
    await play(anna, BOT, public=False)
    await play(anna, BOT, public=True, spectators=False)
    assert (await ben.get("/api/me"))["exported"] is True
    assert (await ben.ask("PATCH", "/api/me", {"exported": False})).json() == {
        "name": "Benedetto",
        "exported": False,
        "shown": "stamps",
    }
    kept_out = await play(ben, BOT, public=True)
    running = (await anna.table([ME, BOT], "card", public=True))["id"]
    await anna.post(f"/api/tables/{running}/start")

    games = await listed(server, "name=Annabella")
    assert [[player["name"] for player in game["players"]] for game in games] == [
        ["Annabella", "Vera"],
        ["Annabella", "Vera", "Clementine"],
    ]
    assert [player["bot"] for player in games[1]["players"]] == [None, "medium", None]
    assert [(game["edition"], game["variants"]) for game in games] == [("card", [])] * 2
    assert await listed(server, "name=Clementine&edition=card&players=3&seats=mixed") == games[1:]
    assert await listed(server, f"name=Annabella&until={games[0]['ended']}") == games[1:]
    place = f"{games[0]['ended']}-{games[0]['id']}"
    assert await listed(server, f"name=Annabella&after={place}") == games[1:]
    assert await listed(server, "name=Benedetto") == []
    eve = await come_in(server.address, "Eve")
    assert (await eve.get(f"/api/tables/{games[0]['id']}/replay"))["steps"]
    for query, code in (
        ("edition=nothing", 422),
        ("players=9", 400),
        ("colour=red", 400),
        ("since=nan", 400),
    ):
        refused = await eve.ask("GET", f"/api/games?{query}")
        assert refused.status_code == code, refused.text

    file = tmp_path / "games.jsonl.gz"
    found = await games_in(server, file)
    assert len(found) == before + 2
    (alone,) = [game for game in found if list(game.final) == second and len(game.players) == 2]
    (together,) = [game for game in found if list(game.final) == first and len(game.players) == 3]
    assert [(player.name, player.bot) for player in alone.players if player.bot] == [("Vera", "medium")]
    (pseudonym,) = [player.name for player in alone.players if player.bot is None]
    others = [player.name for player in together.players if player.bot is None]
    assert pseudonym in others
    assert len(set(others)) == 2
    for game in (alone, together):
        record = read_record(game.record)
        assert verify(record).over is not None
        assert len(game.seconds) == len(record.turns)
        assert game.started <= game.ended
        assert (game.started % 86_400, game.ended % 86_400) == (0, 0)
        assert (game.edition, game.variants) == ("card", ())
    text = gzip.decompress(file.read_bytes()).decode()
    assert not [name for name in ("Annabella", "Benedetto", "Clementine") if name in text]
    assert running not in text
    for found_there in games:
        told = await eve.get(f"/api/tables/{found_there['id']}/record.json")
        assert len(told["commitment"]) == 64
        assert not [word for word in (told["id"], told["commitment"]) if word in text]

    assert (await cafe(server, "verify", file)).stdout.endswith("correct\n")
    assert (await cafe(server, "admin", "export", file)).exit_code == 2
    await ben.ask("PATCH", "/api/me", {"exported": True, "name": "Bruno"})
    assert [game["players"][0]["name"] for game in await listed(server, "name=Bruno")] == ["Bruno"]
    again = await games_in(server, tmp_path / "again.gz")
    assert alone in again
    assert together in again
    assert len(again) == before + 3
    assert any(list(game.final) == kept_out for game in again)


async def test_an_export_names_neither_a_bot_account_nor_its_author(server: Setup, tmp_path: Path) -> None:
    bot = await new_bot(server.address, "Rosamund", "Theodora")
    anna = await come_in(server.address)
    async with bot.listen() as events:
        await bot.until_known(anna)
        asked = {"kind": "asked", "account": bot.id}
        table = (await anna.table([ME, asked], "card", starter=0, public=True))["id"]
        await events.next("challenge")
        await bot.post(f"/api/tables/{table}/accept")
        await anna.post(f"/api/tables/{table}/start")
    async with anna.sit(table) as socket:
        assert (await socket.ask("agree", end=True))["type"] == "done"
    told = await anna.get(f"/api/tables/{table}/record.json")
    assert told["players"] == ["Anna", "Rosamund (bot by Theodora)"]

    file = tmp_path / "games.jsonl.gz"
    (game,) = [game for game in await games_in(server, file) if game.players[-1].bot == "account"]
    assert read_record(game.record).players == tuple(player.name for player in game.players)
    text = gzip.decompress(file.read_bytes()).decode()
    assert not [name for name in ("Rosamund", "Theodora") if name in text]


async def test_an_export_says_for_whom_a_bot_stood_in(server: Setup, tmp_path: Path) -> None:
    anna, ben = await come_in(server.address), await come_in(server.address)
    table = (await anna.table([ME, {"kind": "anybody"}], "card", starter=0, public=True))["id"]
    await ben.post(f"/api/tables/{table}/join")
    await anna.post(f"/api/tables/{table}/start")
    await anna.post(f"/api/tables/{table}/leave")
    async with ben.sit(table) as socket:
        while not (await socket.until_mine_or_over())["view"]["over"]:
            await socket.play_turn()
        ranks = socket.table["ranks"]

    found = await games_in(server, tmp_path / "games.jsonl.gz")
    (game,) = [game for game in found if any(player.stand_in for player in game.players)]
    assert [player.stand_in for player in game.players] == ["greedy", None]
    assert [(player.bot, player.resigned) for player in game.players] == [(None, False)] * 2
    assert list(game.ranks) == ranks == [2, 1]
