"""The coach: what somebody missed in a turn, from their own view, in games against house bots alone."""

from __future__ import annotations

import asyncio
from copy import deepcopy
from random import Random
from typing import Any

import msgspec
import pytest

from cafe.rules.actions import Action
from cafe.rules.edition import edition
from cafe.rules.seating import legal_actions
from cafe.rules.setup import new_game
from cafe.rules.state import State
from cafe.rules.turns import apply
from cafe.rules.view import determinise, view
from cafe.server.errors import Refused
from cafe.server.rooms.coach import MOST_WAITING, Coach
from cafe.server.turn.coached import coached
from cafe.server.turn.game import Game
from cafe.server.turn.stored_room import OwnStep
from tests.server.faces import no_faces
from tests.server.process import Setup, come_in
from tests.server.seats import FRIEND, GREEDY, ME


def careless_turn(state: State) -> OwnStep:
    """A turn as it comes: the last legal action each time."""
    before, actions = state, list[Action]()
    while state.player == before.player and not (actions and state.taken == ()):
        actions.append(legal_actions(state)[-1])
        state, _ = apply(state, actions[-1])
    return OwnStep(Game(before, no_faces(before, 1)), tuple(actions))


@pytest.mark.parametrize("name", ["board", "card"])
async def test_it_knows_what_its_player_saw_and_nothing_else(name: str) -> None:
    """Games that differ only in what is hidden are answered alike, word for word; who asks again, too."""
    coach, rng = Coach(), Random(3)
    try:
        state = new_game(edition(name), 3, 5)
        for _ in range(9):
            state, _ = apply(state, legal_actions(state)[0])
        other = determinise(view(state, state.player), rng)
        assert other != state
        told = []
        for each in (state, other, state):
            turn = [careless_turn(each)]
            told.append(msgspec.json.encode(coached("c", turn, await coach.advise("anna", turn))))
        assert told[0] == told[1] == told[2]
        answer: dict[str, Any] = msgspec.json.decode(told[0])
        assert {event["type"] for event in answer["better"]} <= {"seated", "barred", "swapped", "hidden"}
        assert (answer["loss"] == 0) == (answer["label"] == "best")
    finally:
        await coach.close()


async def test_a_crowd_is_told_to_come_back() -> None:
    coach, turn = Coach(), [careless_turn(new_game(edition("card"), 2, 1))]
    try:
        asked = [asyncio.create_task(coach.advise(f"P{n}", turn)) for n in range(MOST_WAITING + 2)]
        found = await asyncio.gather(*asked, return_exceptions=True)
        refused = [each for each in found if isinstance(each, Refused)]
        assert [(each.code, each.retry_after) for each in refused] == [("full", 5)]
        assert len([each for each in found if not isinstance(each, BaseException)]) == MOST_WAITING + 1
    finally:
        await coach.close()


@pytest.mark.parametrize("name", ["board", "card"])
async def test_it_answers_after_ones_own_turn_and_after_the_bots(server: Setup, name: str) -> None:
    anna = await come_in(server.address)
    table = await anna.table([ME, GREEDY], name, starter=0)
    await anna.post(f"/api/tables/{table['id']}/start")
    async with anna.sit(table["id"]) as socket:
        seen = deepcopy(await socket.until_mine_or_over())
        early = await socket.ask("coach")
        assert (early["type"], early["code"]) == ("refused", "state")
        await socket.play_turn()
        first = await socket.ask("coach")
        assert first["type"] == "coached", first
        assert first["view"] == seen["view"]
        await socket.until_mine_or_over()
        again = await socket.ask("coach")
        assert {**again, "id": ""} == {**first, "id": ""}


async def test_it_helps_nobody_who_plays_with_others(server: Setup) -> None:
    anna, ben = await come_in(server.address), await come_in(server.address, "Ben")
    local = await anna.table([ME, {"kind": "local", "name": "Cleo"}], starter=0)
    friends = await anna.table([ME, FRIEND, GREEDY], starter=0)
    await ben.post(f"/api/tables/{friends['id']}/join", {"invite": friends["invite"]})
    alone = await anna.table([ME, GREEDY], starter=0)
    for table in (local, friends, alone):
        await anna.post(f"/api/tables/{table['id']}/start")
        async with anna.sit(table["id"]) as socket:
            await socket.until_mine_or_over()
            await socket.play_turn()
            answer = await socket.ask("coach")
            assert (answer["type"] == "coached") == (table is alone), answer
    async with ben.sit(alone["id"]) as watching:
        assert (await watching.ask("coach"))["code"] == "state"
