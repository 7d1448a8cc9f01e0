"""Bot accounts: made, shown as such, challenged, notified of everything, and replaced when silent."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from tests.server.bots import Bot, new_bot
from tests.server.process import (
    LIMIT,
    PROGRAM,
    Json,
    Server,
    Setup,
    Somebody,
    come_in,
    environment,
)
from tests.server.seats import ANYBODY, FRIEND, GREEDY, ME

EXAMPLE = Path(__file__).parents[2] / "examples" / "server_bot.py"
WORDS = ("ab", "cd", "ef", "gh", "jk", "mn", "pq", "rs", "tu", "vw")
_numbers = count()


def new_name() -> str:
    """A name that no bot has yet and that looks like no other."""
    return "Robin " + "".join(WORDS[int(digit)] for digit in f"{next(_numbers):03}")


def asked(bot: Bot) -> Json:
    return {"kind": "asked", "account": bot.id}


@contextmanager
def example_bot(address: str, token: str) -> Iterator[None]:
    """The example program, as its author runs it."""
    process = subprocess.Popen([sys.executable, str(EXAMPLE), address, token])
    try:
        yield
    finally:
        process.kill()
        process.wait(LIMIT)


async def test_the_example_bot_plays_until_the_game_is_over_and_again(server: Setup) -> None:
    bot, anna = await new_bot(server.address, new_name()), await come_in(server.address)
    with example_bot(server.address, bot.token):
        await bot.until_known(anna)
        table = (await anna.table([ME, asked(bot)], "card"))["id"]
        async with anna.sit(table) as socket:
            await socket.until(lambda: socket.table and socket.table["seats"][1]["kind"] == "person")
            seat = socket.table["seats"][1]
            assert (seat["name"], seat["author"], seat["bot"]) == (bot.name, "Ada", None)
            await anna.post(f"/api/tables/{table}/start")
            while not (await socket.until_mine_or_over())["view"]["over"]:
                await socket.play_turn()
            await socket.until(lambda: socket.table["status"] == "over")
            assert socket.table["seats"][1]["stand_in"] is None
        told = await anna.get(f"/api/tables/{table}/record.json")
        assert not any(turn["bot"] for turn in told["turns"])
        assert f"{bot.name} (bot by Ada)" in told["players"]
        replay = await anna.get(f"/api/tables/{table}/replay")
        assert {player["name"]: player["bot"] for player in replay["players"]} == {
            "Anna": False,
            bot.name: True,
        }
        (line,) = [line for line in (await anna.get("/api/me/tables"))["tables"] if line["id"] == table]
        assert (line["names"], line["authors"]) == (["Anna", bot.name], [None, "Ada"])
        again = (await anna.post(f"/api/tables/{table}/rematch"))["id"]
        async with anna.sit(again) as socket:
            await socket.until(lambda: socket.table and socket.table["seats"][1]["kind"] == "person")


async def test_a_bot_is_told_of_challenges_games_and_turns(server: Setup) -> None:
    bot, anna = await new_bot(server.address, new_name()), await come_in(server.address)
    async with bot.listen() as events:
        await bot.until_known(anna)
        opened = await anna.table([ME, asked(bot)], "card", starter=1)
        table = opened["id"]
        assert opened["seats"][1]["kind"] == "asked"
        told = await events.next("challenge")
        assert (told["table"], told["seat"], told["by"], told["players"]) == (table, 1, "Anna", 2)
        assert (await anna.ask("POST", f"/api/tables/{table}/start", {})).status_code == 409
        async with bot.listen() as newer:  # is told what still matters, and ends the older one
            assert [event["type"] for event in newer.seen] == ["challenge"]
            if isinstance(server, Server):
                assert await events.rest() == []
            await bot.post(f"/api/tables/{table}/accept")
            await bot.post(f"/api/tables/{table}/accept")
            await anna.post(f"/api/tables/{table}/start")
            assert await newer.next("start") == {"type": "start", "table": table, "player": 0}
            turn = await newer.next("turn")
            assert (turn["version"], turn["seconds"]) == (0, 60.0)
            done = await bot.post(
                f"/api/tables/{table}/submit", {"id": "a", "version": 0, "actions": [{"type": "draw"}]}
            )
            assert (done["type"], done["version"]) == ("done", 1)
            await anna.post(
                f"/api/tables/{table}/submit", {"id": "a", "version": 1, "actions": [{"type": "draw"}]}
            )
            assert (await newer.next("turn"))["version"] == 2
            await bot.post(f"/api/tables/{table}/leave")
            await newer.next("away")
            async with anna.sit(table) as socket:
                assert (await socket.ask("agree", end=True))["type"] == "done"
            ended = await newer.next("end")
            assert sorted(ended["ranks"]) == [1, 2]


async def test_challenges_are_declined_and_taken_back(server: Setup) -> None:
    bot, anna = await new_bot(server.address, new_name()), await come_in(server.address)
    async with bot.listen() as events:
        await bot.until_known(anna)
        table = (await anna.table([ME, asked(bot), FRIEND]))["id"]
        await events.next("challenge")
        assert await bot.post(f"/api/tables/{table}/decline") == {}
        seat = (await anna.get(f"/api/tables/{table}"))["seats"][1]
        assert (seat["kind"], seat["name"]) == ("friend", None)
        assert seat["no_answer"] == {"name": bot.name, "author": "Ada", "declined": True}
        await events.next("withdrawn")
        assert (await bot.ask("POST", f"/api/tables/{table}/accept", {})).status_code == 409
        seats = f"/api/tables/{table}/seats"
        assert (await anna.ask("PUT", f"{seats}/1", asked(bot))).status_code == 200
        assert (await anna.ask("PUT", f"{seats}/2", asked(bot))).json()["error"]["code"] == "setup"
        await events.next("challenge")
        changed = (await anna.ask("PUT", f"{seats}/1", {"kind": "friend", "free": True})).json()
        assert (changed["seats"][1]["kind"], changed["seats"][1]["no_answer"]) == ("friend", None)
        await events.next("withdrawn")


async def test_two_bots_play_each_other(server: Setup) -> None:
    one, two = await new_bot(server.address, new_name()), await new_bot(server.address, new_name(), "Bea")
    async with one.listen() as first, two.listen() as second:
        await two.until_known(one)
        table = (await one.table([ME, asked(two)], "card", starter=0))["id"]
        challenge = await second.next("challenge")
        assert (challenge["by"], challenge["author"]) == (one.name, "Ada")
        await two.post(f"/api/tables/{table}/accept")
        await one.post(f"/api/tables/{table}/start")
        await first.next("start")
        await first.next("turn")
        await second.next("start")


def run_as_host(server: Server, *words: str) -> None:
    """A command of the server's host, beside the running server."""
    subprocess.run([*PROGRAM, "admin", *words], env=environment(server.data), check=True, timeout=LIMIT)


async def code(somebody: Somebody, method: str, path: str, body: Json | None = None) -> str:
    """Why something is refused."""
    answer = await somebody.ask(method, path, body)
    assert answer.status_code >= 400, answer.text
    return str(answer.json()["error"]["code"])


def test_the_example_bot_ends_where_it_cannot_play(server: Setup) -> None:
    for words, reason in (((), "server_bot.py http"), ((server.address, "wrong"), "nobody's")):
        command = [sys.executable, str(EXAMPLE), *words]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
        assert ended.returncode == 1
        assert reason in ended.stderr
        assert "Traceback" not in ended.stderr


async def test_what_bots_and_people_may_not_do(server: Setup) -> None:
    bot, anna = await new_bot(server.address, new_name()), await come_in(server.address)
    open_to_all = (await anna.table([ME, ANYBODY], public=True))["id"]
    assert await code(anna, "POST", "/api/bot", {"author": "Ada"}) == "state"
    assert await code(anna, "GET", "/api/bot/events") == "forbidden"
    assert await code(anna, "POST", f"/api/tables/{open_to_all}/accept", {}) == "forbidden"
    assert await code(bot, "POST", "/api/bot", {"author": "Bea"}) == "state"
    assert await code(bot, "PATCH", "/api/me", {"name": "Anna"}) == "forbidden"
    assert await code(bot, "POST", f"/api/tables/{open_to_all}/join", {}) == "forbidden"
    assert await code(bot, "POST", f"/api/tables/{open_to_all}/accept", {}) == "state"
    public = {"edition": "card", "seats": [ME, GREEDY], "public": True}
    assert await code(bot, "POST", "/api/tables", public) == "setup"
    own = (await bot.table([ME, FRIEND]))["id"]
    assert await code(bot, "PUT", f"/api/tables/{own}/seats/1", ANYBODY) == "setup"
    assert await code(anna, "POST", "/api/tables", {"edition": "card", "seats": [ME, asked(bot)]}) == "state"
    nobody = {"kind": "asked", "account": "0" * 16}
    assert await code(anna, "POST", "/api/tables", {"edition": "card", "seats": [ME, nobody]}) == "missing"
    nameless = {"edition": "card", "seats": [ME, {"kind": "asked"}]}
    assert await code(anna, "POST", "/api/tables", nameless) == "setup"
    for name in (bot.name, "V\u0435ra"):  # the second is like a house bot's
        other = await come_in(server.address, name)
        assert await code(other, "POST", "/api/bot", {"author": "Eve"}) == "state"


async def test_blocks_and_the_list_of_opponents(server: Setup) -> None:
    bot, hidden = (
        await new_bot(server.address, new_name()),
        await new_bot(server.address, new_name(), offered=False),
    )
    anna, eve = await come_in(server.address), await come_in(server.address, "Eve")
    async with bot.listen() as events, hidden.listen():
        await bot.until_known(anna)
        table = (await anna.table([ME, asked(bot)]))["id"]
        listed = {each["id"]: each for each in (await eve.get("/api/bots"))["bots"]}
        assert listed[bot.id] == {"id": bot.id, "name": bot.name, "author": "Ada", "offered": True}
        assert hidden.id not in listed
        await events.next("challenge")
        await anna.post(f"/api/tables/{table}/block", {"seat": 1})
        assert bot.id not in [each["id"] for each in (await anna.get("/api/bots"))["bots"]]
        assert (
            await code(anna, "POST", "/api/tables", {"edition": "card", "seats": [ME, asked(bot)]})
            == "forbidden"
        )
        assert (await bot.ask("PATCH", "/api/bot", {"offered": False})).json()["offered"] is False
        assert bot.id not in [each["id"] for each in (await eve.get("/api/bots"))["bots"]]


async def test_a_deleted_bot_leaves_its_seats_and_its_stream_ends(server: Setup) -> None:
    bot, anna = await new_bot(server.address, new_name()), await come_in(server.address)
    async with bot.listen() as events:
        await bot.until_known(anna)
        waits = (await anna.table([ME, asked(bot)]))["id"]
        runs = (await anna.table([ME, asked(bot)], "card", starter=0))["id"]
        await bot.post(f"/api/tables/{runs}/accept")
        await anna.post(f"/api/tables/{runs}/start")
        assert (await bot.ask("DELETE", "/api/me")).status_code == 200
        kinds = {event["type"] for event in await events.until_quiet()}
        assert kinds <= {"challenge", "withdrawn", "start", "away"}
        assert (await anna.get(f"/api/tables/{waits}"))["seats"][1]["kind"] == "friend"
        seat = (await anna.get(f"/api/tables/{runs}"))["seats"][1]
        assert (seat["name"], seat["author"], seat["resigned"]) == ("a guest", "a guest", True)
        assert (await bot.ask("GET", "/api/bot/events")).status_code == 401


async def test_the_host_bounds_bot_accounts_and_switches_them_off(tmp_path: Path) -> None:
    few = Server(tmp_path / "data", CAFE_BOT_ACCOUNTS="1")
    bot, second = await new_bot(few.address, "Robin"), await come_in(few.address, "Wren")
    refused = await second.ask("POST", "/api/bot", {"author": "Ada"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "rate")
    assert int(refused.headers["retry-after"]) > 0
    table = (await bot.table([ME, GREEDY], "card", starter=0))["id"]
    await bot.post(f"/api/tables/{table}/start")
    few.kill()
    again = Server(tmp_path / "data", CAFE_BOT_ACCOUNTS="1")
    bot.address = again.address
    async with bot.listen() as events:  # nothing is lost by a power cut
        assert [event["type"] for event in events.seen] == ["start", "turn"]
        run_as_host(again, "ban", bot.id)
        kinds = {event["type"] for event in await events.rest()}
        assert kinds <= {"away", "end"}  # house bots play on at once; a stream that ends first tells neither
    assert await code(bot, "GET", "/api/bot/events") == "banned"
    run_as_host(again, "unban", bot.id)
    async with bot.listen():
        assert again.stop() == 0  # with a stream that is open
    none = Server(tmp_path / "data", CAFE_BOT_ACCOUNTS="0")
    bot.address = second.address = none.address
    assert await code(bot, "GET", "/api/bot/events") == "forbidden"
    assert await code(bot, "POST", "/api/tables", {"edition": "card", "seats": [ME, GREEDY]}) == "forbidden"
    assert await code(bot, "GET", f"/api/tables/{table}/view") == "forbidden"
    assert (await bot.get("/api/me"))["name"] == "Robin"
    assert (await bot.ask("DELETE", "/api/me")).status_code == 200
    assert await code(second, "POST", "/api/bot", {"author": "Ada"}) == "forbidden"
    assert await second.get("/api/bots") == {"bots": []}
    assert none.stop() == 0


async def test_one_person_cannot_take_a_bot_from_everybody(server: Setup) -> None:
    bot, anna = await new_bot(server.address, new_name()), await come_in(server.address)
    async with bot.listen():
        await bot.until_known(anna)
        body = {"edition": "card", "seats": [ME, asked(bot)]}
        answers = [await anna.ask("POST", "/api/tables", body) for _ in range(4)]
        for answer in answers[:3]:
            await bot.post(f"/api/tables/{answer.json()['id']}/accept")
        bob = await come_in(server.address)
        assert (await bob.ask("POST", "/api/tables", body)).status_code == 201
        assert (await anna.ask("POST", "/api/tables", body)).status_code == 429
    assert [answer.status_code for answer in answers] == [201] * 3 + [429]
    refused = answers[-1].json()["error"]["message"]
    assert refused == f"expected at most 3 games at once with {bot.name}; you have that many"
    assert int(answers[-1].headers["retry-after"]) > 0


async def test_a_rematch_asks_no_bot_with_which_somebody_has_enough_games(server: Setup) -> None:
    bot, anna = await new_bot(server.address, new_name()), await come_in(server.address)
    async with bot.listen():
        await bot.until_known(anna)
        tables = [(await anna.table([ME, asked(bot)], "card"))["id"] for _ in range(2)]
        for table in tables:
            await bot.post(f"/api/tables/{table}/accept")
            await anna.post(f"/api/tables/{table}/start")
            async with anna.sit(table) as socket:
                assert (await socket.ask("agree", end=True))["type"] == "done"
        again = await anna.post(f"/api/tables/{tables[0]}/rematch")
        assert again["seats"][1]["kind"] == "asked"
        for _ in range(2):
            await anna.table([ME, asked(bot)], "card")
        again = await anna.post(f"/api/tables/{tables[1]}/rematch")
        assert again["seats"][1]["kind"] == "friend"


async def test_from_one_address_a_bot_is_challenged_only_so_often(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    bot = await new_bot(server.address, "Robin")
    many = [await come_in(server.address) for _ in range(7)]
    async with bot.listen():
        body = {"edition": "card", "seats": [ME, asked(bot)]}
        answers = [await one.ask("POST", "/api/tables", body) for one in many]
        assert [answer.status_code for answer in answers] == [201] * 6 + [429]
        assert 0 < int(answers[-1].headers["retry-after"]) <= 60
    assert server.stop() == 0
