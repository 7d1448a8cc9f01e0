"""Reviews of finished games: made once, for people in turn, shown to those concerned, shared by links."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
from sqlalchemy import Connection, select

from cafe.bots.options import options
from cafe.protocol.forms import DealtForm, DrawnForm
from cafe.rules.actions import Action
from cafe.rules.edition import edition
from cafe.rules.record import make_record
from cafe.rules.seating import legal_actions
from cafe.rules.setup import new_game
from cafe.rules.trial import is_under_way
from cafe.rules.turns import apply
from cafe.rules.view import view
from cafe.server.settings import Settings
from cafe.server.turn.replay_form import alternative_steps
from cafe.store import reviews
from cafe.store.database import run_once
from cafe.store.schema import person
from tests.server.process import LIMIT, Fleet, Json, Server, Setup, Somebody, come_in
from tests.server.replays import patched, told
from tests.server.seats import BEN, ME, two

T = TypeVar("T")


async def on_database(server: Setup, work: Callable[[Connection], T]) -> T:
    """The result of some work on a server's database."""
    one = server.servers[0] if isinstance(server, Fleet) else server
    url = server.variables.get("CAFE_DATABASE_URL", Settings(data_directory=str(one.data)).database)
    return await asyncio.to_thread(run_once, url, work)


async def played(server: Setup, turns: int = 3, **more: Any) -> tuple[Somebody, Somebody, str]:
    """Two people, and the card game that they ended by agreement after some turns of each."""
    anna, ben, table = await two(server, **more)
    async with anna.sit(table) as one, ben.sit(table) as other:
        for _ in range(turns):
            for socket in (one, other):
                # A turn that reveals something goes on after it.
                version = (await socket.until_mine_or_over())["version"]
                while (await socket.until_version(version))["legal"]:
                    version = (await socket.play_turn())["version"]
        for socket in (one, other):
            await socket.ask("agree", end=True)
    return anna, ben, table


async def reviewed(who: Somebody, table: str) -> Json:
    """The review, when it is made."""
    async with asyncio.timeout(LIMIT):
        while (found := await who.get(f"/api/tables/{table}/review"))["state"] != "done":
            assert found["state"] in ("waiting", "running"), found
            assert (found["place"] is not None) == (found["state"] == "waiting")
            assert found["done"] <= found["steps"]
    review: Json = found
    return review


async def statuses(path: str, *people: Somebody) -> list[int]:
    return [(await who.ask("GET", path)).status_code for who in people]


async def test_a_game_is_reviewed_once_for_those_who_played(server: Setup) -> None:
    anna, ben, table = await played(server)
    eve = await come_in(server.address, "Eve")
    path = f"/api/tables/{table}/review"
    assert (await anna.get(path))["state"] == "none"
    assert (await eve.ask("POST", path, {})).status_code == 403
    asked = await asyncio.gather(*(who.post(path) for who in (anna, ben)))
    assert {each["state"] for each in asked} <= {"waiting", "running", "done"}
    found = await reviewed(anna, table)
    assert (await anna.post(path)) == found
    assert (await ben.get(path)) == found
    assert await statuses(path, anna, ben, eve) == [200, 200, 403]
    replay = await anna.get(f"/api/tables/{table}/replay")
    check(found["review"], replay)
    stamps = [each["stamp"] for each in (await anna.get("/api/me/profile"))["stamps"]]
    assert stamps.count("review") == 1
    exported = [await who.get("/api/me/export") for who in (anna, ben)]
    assert sorted(len(each["reviews"]) for each in exported) == [0, 1]


def check(review: Json, replay: Json) -> None:
    """The numbers of a review add up, and its better turns can be shown on the replay."""
    views = told(replay)
    assert [turn["number"] for turn in review["turns"]] == list(range(1, len(review["turns"]) + 1))
    assert [turn["player"] for turn in review["turns"]] == [
        step["by"] for step in replay["steps"][: len(review["turns"])]
    ]
    for player in review["players"]:
        total = player["start"] - player["loss"] + player["gain"] + player["luck"]
        assert abs(total - player["margin"]) < 0.01
        assert player["good_turns"] <= player["turns"]
    final = views[-1][0]["over"]["final"]
    assert [player["margin"] for player in review["players"]] == [final[0] - final[1], final[1] - final[0]]
    assert abs(sum(review["win"]) - 1) < 0.01
    for turn in review["turns"]:
        before, faces = views[turn["number"] - 1]
        assert abs(sum(turn["win"]) - 1) < 0.01
        assert (turn["better"] is None) == (turn["label"] == "best")
        if turn["better"] is not None:
            after = patched(before, turn["better"]["changes"])
            shown = patched(faces, turn["better"]["faces"])
            mover = turn["player"]
            assert after["scores"][mover] - before["scores"][mover] == turn["best_points"]
            assert set(shown["seated"]) == set(after["seated"])
        assert turn["why"]["text"]


@pytest.mark.parametrize("name", ["board", "card"])
def test_a_better_turn_shows_nothing_of_what_the_bag_held(name: str) -> None:
    """Whatever could have been played at each turn, no tile and no table comes to light by it."""
    state = start = new_game(edition(name), 2, 5)
    actions: list[Action] = []
    others: dict[int, tuple[Action, ...]] = {}
    while state.over is None and len(others) < 40:
        if not is_under_way(state):
            others[len(others) + 1] = options(view(state, state.player).known)[-1].actions
        actions.append(legal_actions(state)[0])
        state, _ = apply(state, actions[-1])
    record = make_record(start, actions, ("A", "B"))
    shown = alternative_steps(
        record, 1, (), {n: turn for n, turn in others.items() if n <= len(record.turns)}
    )
    assert len(shown) > 20
    for number, step in shown.items():
        assert not {type(event) for event in step.events} & {DrawnForm, DealtForm}, others[number]


async def test_a_public_game_is_reviewed_for_everybody(server: Setup) -> None:
    anna, ben, table = await played(server, public=True)
    eve = await come_in(server.address, "Eve")
    path = f"/api/tables/{table}/review"
    await eve.post(path)
    found = await reviewed(eve, table)
    assert found["shareable"] is False
    async with httpx.AsyncClient(base_url=server.address, timeout=LIMIT) as stranger:
        assert (await stranger.get(path)).json() == found
        assert (await stranger.post(path, json={})).status_code == 401
    assert (await eve.ask("POST", f"{path}/link", {})).status_code == 403
    assert (await eve.ask("DELETE", f"{path}/link")).status_code == 403
    await ben.ask("PATCH", "/api/me", {"exported": False})
    assert await statuses(path, anna, ben, eve) == [200, 200, 403]


async def test_a_link_shows_a_review_without_others_names_until_it_is_taken_back(server: Setup) -> None:
    anna, ben, table = await played(server, spectators=False)
    path = f"/api/tables/{table}/review"
    assert (await anna.ask("POST", f"{path}/link", {})).status_code == 409
    await anna.post(path)
    found = await reviewed(anna, table)
    assert (found["shareable"], found["link"]) == (True, None)
    link = (await anna.post(f"{path}/link"))["link"]
    assert (await anna.post(f"{path}/link"))["link"] == link == (await anna.get(path))["link"]
    assert (await ben.get(path))["link"] is None
    assert link.startswith(server.address)
    shared = f"/api/reviews/{link.rpartition('/')[2]}"
    async with httpx.AsyncClient(base_url=server.address, timeout=LIMIT) as stranger:
        answer = await stranger.get(shared)
        assert answer.status_code == 200
        assert answer.json()["review"] == found["review"]
        names = {each["seat"]: each["name"] for each in answer.json()["replay"]["players"]}
        assert names[0] == "Anna"
        assert names[1].startswith("P-")
        assert "Ben" not in answer.text
        assert table not in answer.text
        assert (await stranger.get(f"{shared}x")).status_code == 404
        bens = (await ben.post(f"{path}/link"))["link"]
        assert (await anna.ask("DELETE", f"{path}/link")).status_code == 200
        assert (await stranger.get(shared)).status_code == 404
        assert [each["link"] for each in (await ben.get("/api/me/export"))["review_links"]] == [bens]
        theirs = f"/api/reviews/{bens.rpartition('/')[2]}"
        assert "Anna" not in (await stranger.get(theirs)).text
        assert (await ben.ask("DELETE", "/api/me")).status_code == 200
        assert (await stranger.get(theirs)).status_code == 404
    assert (await reviewed(anna, table))["review"] == found["review"]


def leave_half_made(connection: Connection, table: str) -> None:
    """What a process leaves behind when it is killed while making a review."""
    who = connection.scalar(select(person.c.id).order_by(person.c.created).limit(1))
    assert who is not None
    assert reviews.ask(connection, table, who, 1.0, 100) == 0
    assert reviews.take(connection, "a dead process") == table


async def test_what_a_dead_process_began_another_one_makes(pair: Fleet) -> None:
    anna, _, table = await played(pair)
    await on_database(pair, partial(leave_half_made, table=table))
    check((await reviewed(anna, table))["review"], await anna.get(f"/api/tables/{table}/replay"))


async def ended_at_once(who: Somebody) -> str:
    """A game on one screen that ended before its first turn."""
    table = str((await who.table([ME, BEN], "card"))["id"])
    await who.post(f"/api/tables/{table}/start")
    async with who.sit(table) as socket:
        await socket.ask("agree", end=True)
        await socket.until(lambda: socket.table["status"] == "over")
    return table


async def test_a_server_makes_none_or_so_many_a_day_and_goes_on_after_a_restart(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", CAFE_REVIEW_WORKERS="0")
    anna = await come_in(server.address)
    tables = [await ended_at_once(anna) for _ in range(3)]
    half_made, second, third = (f"/api/tables/{table}/review" for table in tables)
    assert (await anna.get(half_made))["state"] == "off"
    assert (await anna.ask("POST", half_made, {})).status_code == 409
    server.kill()
    await on_database(server, partial(leave_half_made, table=tables[0]))
    server = Server(tmp_path / "data", CAFE_REVIEWS_A_DAY="1")
    try:
        anna.address = server.address
        assert (await reviewed(anna, tables[0]))["review"]["turns"] == []
        assert (await anna.ask("POST", second, {})).status_code == 200
        refused = await anna.ask("POST", third, {})
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "rate")
        assert 86000 < int(refused.headers["retry-after"]) <= 86400
        assert (await anna.post(half_made))["state"] == "done"
        assert (await anna.get(third))["state"] == "none"
    finally:
        assert server.stop() == 0
