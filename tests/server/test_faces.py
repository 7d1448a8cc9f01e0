"""Who of two equal guests is played is the player's to say."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from cafe.protocol.convert import state_form
from cafe.server.rooms.bus import Bus
from cafe.server.rooms.server_parts import ServerParts
from cafe.server.turn.room_settings import RoomSettings
from cafe.server.turn.start import from_position
from cafe.store.database import Database
from tests.rules.positions import india
from tests.server.house import GENEROUS, Company, gather, open_house
from tests.server.process import Server, come_in

SEAT = {"type": "seat", "guest": "INf", "chair": "l6"}
DONE = {"type": "done"}


def told(company: Company) -> dict[str, Any]:
    """What the spectator was sent about the first turn."""
    return company.clients[-1].turn(1)


async def test_the_chosen_one_sits_and_the_other_stays_in_the_hand(database_url: str) -> None:
    async with open_house(database_url) as house:
        state = india("INf INf DEm")
        company = await gather(house, from_position(state), RoomSettings("board", []), state.players)
        first = company.clients[0].latest("view")
        hand, faces = first["view"]["hands"][0], first["faces"]["hands"][0]
        ladies = [face for guest, face in zip(hand, faces, strict=True) if guest == "INf"]
        stranger = next(face for face in range(4) if face not in ladies)
        for kind in ("preview", "submit"):
            answer = await company.ask(0, kind, version=0, actions=[SEAT, DONE], faces=[stranger])
            assert (answer["type"], answer["code"]) == ("refused", "form")
        for face in ladies:
            answer = await company.ask(0, "preview", version=0, actions=[SEAT], faces=[face])
            assert answer["events"][0]["face"] == face
        second = ladies[1]
        answer = await company.ask(0, "submit", version=0, actions=[SEAT, DONE], faces=[second])
        assert answer["type"] == "done"
        assert told(company)["events"][0]["face"] == second
        assert told(company)["faces"]["seated"] == {"l6": second}
        game = company.room.game
    database = await Database.open(database_url)
    later = ServerParts(GENEROUS, database, "later", Bus())
    again = (await later.rooms.get("table")).game
    assert game is not None
    assert again is not None
    assert again.faces == game.faces
    assert ladies[0] in again.faces.hands[0][1]
    await later.close()


async def test_a_replay_shows_who_was_chosen(single: Server) -> None:
    anna = await come_in(single.address)
    position = json.loads(msgspec.json.encode(state_form(india("INf INf DEm"))))
    practice = await anna.post("/api/practice", {"players": [0], "bot": "greedy", "state": position})
    async with anna.sit(practice["id"]) as socket:
        view = await socket.until_mine_or_over()
        hand = zip(view["view"]["hands"][0], view["faces"]["hands"][0], strict=True)
        second = [face for guest, face in hand if guest == "INf"][1]
        answer = await socket.ask("submit", version=0, actions=[SEAT, DONE], faces=[second])
        assert answer["type"] == "done"
        await socket.ask("agree", end=True)
    replay = await anna.get(f"/api/tables/{practice['id']}/replay")
    assert replay["steps"][0]["events"][0]["face"] == second
    assert replay["steps"][0]["faces"]["seated"] == {"l6": second}
    log = await anna.get(f"/api/tables/{practice['id']}/log")
    assert log["entries"][0]["events"] == replay["steps"][0]["events"]
