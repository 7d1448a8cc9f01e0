"""Bots in worker processes: whole turns, failures that `greedy` makes good, processes that die."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from dataclasses import replace
from random import Random

import pytest

from cafe.protocol.convert import action_of, view_form
from cafe.protocol.forms import AnyAction
from cafe.rules.edition import EDITIONS, edition
from cafe.rules.price import points_of
from cafe.rules.setup import new_game
from cafe.rules.state import State
from cafe.rules.trial import try_actions
from cafe.rules.view import view
from cafe.server.cluster.due_work import run_due_work
from cafe.server.rooms.bot_workers import HINTS, Task, Workers, play_turn
from cafe.server.rooms.turns import stand_in
from cafe.server.turn.room_settings import RoomSettings
from cafe.server.turn.start import shuffle
from tests.server.house import GENEROUS, gather, open_house
from tests.server.process import LIMIT


def is_whole_turn(state: State, forms: list[AnyAction]) -> bool:
    """Whether the turn can be stored: it ends, or something new is shown."""
    trial = try_actions(state, [action_of(state.edition.plan, form) for form in forms])
    return trial.ends or trial.reveals


@pytest.mark.parametrize("name", EDITIONS)
def test_a_bot_plays_whole_turns_from_the_view_alone(name: str) -> None:
    state = new_game(edition(name, ("parties",)), 3, 5)
    rng = Random(3)
    while state.over is None:
        bot = "greedy" if state.player else "random"
        forms = play_turn(Task(bot, view_form(view(state, state.player)), 100, rng.getrandbits(32))).actions
        assert is_whole_turn(state, forms)
        state = try_actions(state, [action_of(state.edition.plan, form) for form in forms]).state


@pytest.mark.parametrize("name", ["board", "card"])
def test_a_hint_says_what_it_pays_and_what_it_leaves(name: str) -> None:
    state = new_game(edition(name), 3, 5)
    plan = state.edition.plan
    first = play_turn(Task("greedy", view_form(view(state, state.player)), 100, 1))
    state = try_actions(state, [action_of(plan, form) for form in first.actions]).state
    hint = play_turn(Task(HINTS, view_form(view(state, state.player)), 100, 1))
    trial = try_actions(state, [action_of(plan, form) for form in hint.actions])
    assert hint.reasons is not None
    assert hint.reasons.points == points_of(trial.events)
    assert sum(paid.points for paid in hint.reasons.tables) == hint.reasons.points
    assert hint.reasons.leaves is not None
    assert hint.reasons.leaves.player == trial.state.player


WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = None
from cafe.protocol.convert import view_form
from cafe.rules import edition, new_game, view
from cafe.server.rooms.bot_workers import HINTS, Task, play_turn
state = new_game(edition("board"), 2, 1)
print(HINTS, len(play_turn(Task(HINTS, view_form(view(state, 0)), 50, 1)).actions) > 0)
"""


def test_without_numpy_a_hint_comes_from_chef() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_NUMPY], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("chef True\n", "")


async def test_greedy_plays_for_a_bot_that_fails_and_for_a_process_that_dies() -> None:
    state = new_game(edition("board"), 2, 1)
    seen = view_form(view(state, 0))
    workers = Workers(1, 200)
    try:
        turn, reason = await workers.turn("nobody", seen, "anna")
        assert is_whole_turn(state, turn.actions)
        assert reason is not None
        assert "KeyError" in reason
        turn, reason = await workers.turn("random", seen, "anna")
        assert (is_whole_turn(state, turn.actions), reason) == (True, None)
        for process in workers.processes():
            os.kill(process, signal.SIGKILL)
        for _ in range(2):
            turn, reason = await workers.turn("random", seen, "anna")
            assert is_whole_turn(state, turn.actions)
        assert reason is None
    finally:
        await workers.close()


async def test_a_server_that_ends_does_not_wait_for_bots_that_think(database_url: str) -> None:
    slow = replace(GENEROUS, bot_ms=60_000)
    async with asyncio.timeout(LIMIT), open_house(database_url, slow) as house:
        company = await gather(house, shuffle(edition("board")), RoomSettings("board", []), 2)
        keeper = asyncio.create_task(run_due_work(house))
        await stand_in(house.rooms, company.room, 0, "chef")
        while not house.bots.processes():
            await house.process.wait(0.1)
        house.process.ending.set()
        await keeper
        assert company.room.game is not None
        assert company.room.game.version == 0


async def test_a_hint_does_not_wait_for_bots_that_think(database_url: str) -> None:
    slow = replace(GENEROUS, bot_ms=60_000)
    async with asyncio.timeout(LIMIT), open_house(database_url, slow) as house:
        company = await gather(house, shuffle(edition("board")), RoomSettings("board", []), 2)
        assert company.room.game is not None
        thinking = asyncio.create_task(house.bots.turn("chef", company.room.game.seen(0)[0], "anna"))
        assert (await company.ask(0, "hint", version=0))["type"] == "hinted"
        assert not thinking.done()
        thinking.cancel()
