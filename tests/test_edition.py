"""Editions that nobody prepared for: the rules, every bot, the engine and the arena play them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from cafe.bots import BOTS, Budget
from cafe.bots.weights import stored_weights
from cafe.protocol.convert import state_form, state_of, view_form, view_of
from cafe.rules.edition import edition
from cafe.rules.explain import explain
from cafe.rules.position import read_position, write_position
from cafe.rules.price import prices
from cafe.rules.record import make_record, read_record, verify, write_record
from cafe.rules.seating import legal_actions
from cafe.rules.setup import new_game
from cafe.rules.turns import apply
from cafe.rules.view import determinise, view
from tests.corner import CORNER, KIOSK, registered, write_program
from tests.engine.talk import Talk
from tests.rules.games import Setup, random_game

SETUPS = [
    Setup(name, players, variants)
    for name in (CORNER, KIOSK.name)
    for players in (2, 3)
    for variants in ((), ("parties",))
]


@pytest.fixture(autouse=True)
def _editions() -> Iterator[None]:
    with registered():
        yield


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_rules_hold_in_random_games(setup: Setup) -> None:
    endings = set()
    for seed in range(12):
        actions = []
        for step in random_game(setup, seed):
            state, legal = step.before, legal_actions(step.before)
            assert all(explain(state, action) is None for action in legal)
            for action, brings in zip(legal, prices(state, legal), strict=True):
                after, _ = apply(state, action)
                assert brings.total == after.scores[state.player] - state.scores[state.player]
            assert read_position(write_position(state)) == state
            assert state_of(state_form(state)) == state
            seen = view(state, state.player)
            assert view_of(view_form(seen)) == seen
            assert view(determinise(seen, Random(seed)), state.player) == seen
            actions.append(step.action)
        over = step.after.over
        assert over is not None
        endings.add(over.reason)
        record = make_record(setup.new(seed), actions, tuple("AB" if setup.players == 2 else "ABC"))
        assert verify(read_record(write_record(record))) == step.after
    assert endings <= set(edition(setup.edition).endings)


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("setup", SETUPS[1::2], ids=str)
def test_every_bot_plays_to_the_end(setup: Setup, name: str) -> None:
    rng, bot, state = Random(3), BOTS[name](), setup.new(3)
    while state.over is None:
        legal = legal_actions(state)
        choice = bot.choose(view(state, state.player), legal, rng, Budget(nodes=60))
        json.dumps(choice.info)
        state, _ = apply(state, choice.action)
    assert min(state.over.ranks) == 1


def test_bots_take_the_weights_of_the_most_similar_edition() -> None:
    weights = stored_weights("search.json")
    corner, kiosk = (new_game(edition(name), 2, 1) for name in (CORNER, KIOSK.name))
    assert weights.of(corner) == weights.sets["board/two"]
    assert weights.of(kiosk) == weights.sets["card/two"]
    assert weights.guesses_of(kiosk) == weights.guesses["card/two"]


@pytest.mark.parametrize("name", [CORNER, KIOSK.name])
def test_the_engine_plays_it(name: str) -> None:
    talk = Talk()
    assert name in talk.good("hello")["editions"]
    answer = talk.good("new", edition=name, players=3, seed=4)
    while answer["legal"]:
        action = talk.good("go", bot="greedy", ms=50, seed=1)["action"]
        answer = talk.good("apply", action=action)
        assert all("face" not in event for event in answer["events"])
    state = talk.good("state")["state"]
    assert state["over"]
    record = talk.good("record")["record"]
    assert talk.good("load", state=state)["legal"] == []
    assert talk.good("replay", record=record)["state"] == state


def test_the_program_of_the_page_runs_the_arena_in_processes_of_their_own(tmp_path: Path) -> None:
    program, report = write_program(tmp_path), tmp_path / "report.json"
    options = ["--edition", CORNER, "--bags", "2", "--nodes", "40", "--workers", "2", "--json", str(report)]
    subprocess.run(
        [sys.executable, program, "arena", "chef", "random", *options], check=True, capture_output=True
    )
    assert json.loads(report.read_text(encoding="utf-8"))["games"] == 4
