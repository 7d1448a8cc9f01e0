"""Finished games and records replayed turn by turn."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.server.process import Json, Server, come_in
from tests.server.replays import told
from tests.server.seats import GREEDY, ME, play_out, two


def without_faces(steps: list[Json]) -> list[Any]:
    return [
        (
            step["by"],
            step["changes"],
            [{k: v for k, v in event.items() if "face" not in k} for event in step["events"]],
        )
        for step in steps
    ]


@pytest.mark.parametrize("edition", ["board", "card"])
async def test_a_finished_game_is_told_with_every_card_open(single: Server, edition: str) -> None:
    anna = await come_in(single.address)
    table = await anna.table([ME, GREEDY], edition, variants=["parties"])
    await anna.post(f"/api/tables/{table['id']}/start")
    assert (await anna.ask("GET", f"/api/tables/{table['id']}/replay")).status_code == 409
    await play_out(anna, table["id"])
    replay = await anna.get(f"/api/tables/{table['id']}/replay")
    views = told(replay)
    last = await anna.get(f"/api/tables/{table['id']}/view")
    assert views[-1] == (last["view"], last["faces"])
    for view, faces in views:
        assert [len(hand) for hand in view["hands"]] == [len(hand) for hand in faces["hands"]]
        assert all(isinstance(hidden, list) for hidden in view["hidden"])
    events = [event for step in replay["steps"] for event in step["events"]]
    assert all(event["guest"] for event in events if event["type"] in ("drawn", "hidden"))
    assert replay["notation"].count("\n") >= len(replay["steps"])
    log = await anna.get(f"/api/tables/{table['id']}/log")
    assert log["tables"] == replay["view"]["tables"]

    read = await anna.post("/api/replay", {"record": replay["notation"]})
    assert without_faces(read["steps"]) == without_faces(replay["steps"])
    assert [player["name"] for player in read["players"]] == [p["name"] for p in replay["players"]]


async def test_a_game_ended_by_agreement_is_told_to_its_end(single: Server) -> None:
    anna, ben, table = await two(single)
    for each in (anna, ben):
        async with each.sit(table) as socket:
            await socket.ask("agree", end=True)
    replay = await anna.get(f"/api/tables/{table}/replay")
    assert told(replay)[-1][0]["over"]["reason"] == "agreed"
    assert (await anna.post("/api/replay", {"record": replay["notation"]}))["steps"] == replay["steps"]


async def test_a_record_that_goes_wrong_says_at_which_turn(single: Server) -> None:
    anna = await come_in(single.address)
    table = await anna.table([ME, GREEDY], "card")
    await anna.post(f"/api/tables/{table['id']}/start")
    await play_out(anna, table["id"])
    text = (await anna.get(f"/api/tables/{table['id']}/replay"))["notation"]
    wrong = re.sub(r"^(4\. [A-E] .*?)( [+-]\d+)?$", r"\1 +999", text, count=1, flags=re.MULTILINE)
    for record, turn in ((wrong, 4), ("nothing", None), (text.replace("3. ", "33. ", 1), 3)):
        answer = await anna.ask("POST", "/api/replay", {"record": record})
        assert answer.status_code == 422, record
        assert (answer.json()["error"]["code"], answer.json()["error"].get("turn")) == ("record", turn)
