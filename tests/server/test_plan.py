"""Planning a turn while others play."""

from __future__ import annotations

from typing import Any

import pytest

from cafe.rules.edition import EDITIONS, edition
from cafe.rules.setup import new_game
from cafe.server.turn.room_settings import RoomSettings
from cafe.server.turn.start import from_position
from tests.server.house import Company, gather, open_house

PLAYERS = 3


async def offered(company: Company, place: int, version: int) -> list[dict[str, Any]]:
    """What may begin a plan of somebody who waits."""
    answer = await company.ask(place, "preview", version=version, actions=[], plan=True)
    assert answer["type"] == "previewed", answer
    found: list[dict[str, Any]] = answer["legal"]
    return found


async def play_anything(company: Company, place: int, version: int) -> None:
    """Somebody's whole turn: the first steps offered, until it ends."""
    actions: list[dict[str, Any]] = []
    while True:
        answer = await company.ask(place, "preview", version=version, actions=actions)
        if answer["ends"] or answer["reveals"]:
            break
        actions.append(answer["legal"][0]["action"])
    assert (await company.ask(place, "submit", version=version, actions=actions))["type"] == "done"


@pytest.mark.parametrize("name", EDITIONS)
async def test_a_plan_is_tried_against_the_present_state_and_stored_nowhere(
    name: str, database_url: str
) -> None:
    async with open_house(database_url) as house:
        start = from_position(new_game(edition(name), PLAYERS, 5))
        company = await gather(house, start, RoomSettings(name, []), PLAYERS)
        await play_anything(company, 0, 0)
        for place in (0, 2):
            for offer in await offered(company, place, 1):
                answer = await company.ask(place, "preview", version=1, actions=[offer["action"]], plan=True)
                assert answer["type"] == "previewed", answer
                assert answer["total"] == offer.get("total", 0)
                assert all(event["player"] == place for event in answer["events"] if "player" in event)
        hand = company.clients[2].latest("view")["view"]["hands"][2]
        answer = await company.ask(2, "explain", version=1, guest=hand[0], plan=True)
        assert set(answer["chairs"]) == set(edition(name).plan.chairs)
        assert company.room.game is not None
        assert company.room.game.version == 1


async def test_a_plan_that_no_longer_works_says_which_step_and_why(database_url: str) -> None:
    async with open_house(database_url) as house:
        start = from_position(new_game(edition("board"), PLAYERS, 5))
        company = await gather(house, start, RoomSettings("board", []), PLAYERS)
        seat = next(o["action"] for o in await offered(company, 1, 0) if o["action"]["type"] == "seat")
        gone = {**seat, "guest": "JKm" if seat["guest"] != "JKm" else "JKf"}
        gone.pop("as", None)
        answer = await company.ask(1, "preview", version=0, actions=[gone], plan=True)
        assert (answer["type"], answer["code"], answer["step"]) == ("refused", "illegal", 0)
        assert answer["refusal"]["rule"] == "hand.missing"


async def test_who_has_no_turn_to_come_cannot_plan(database_url: str) -> None:
    async with open_house(database_url) as house:
        start = from_position(new_game(edition("board"), PLAYERS, 5))
        company = await gather(house, start, RoomSettings("board", []), PLAYERS)
        spectator = await company.ask(PLAYERS, "preview", version=0, actions=[], plan=True)
        assert (spectator["type"], spectator["code"]) == ("refused", "turn")
        late = await company.ask(1, "preview", version=7, actions=[], plan=True)
        assert late["code"] == "version"
        unmarked = await company.ask(1, "preview", version=0, actions=[])
        assert unmarked["code"] == "turn"
