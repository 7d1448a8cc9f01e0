"""The analysis of a finished game."""

from __future__ import annotations

import json
from random import Random

import pytest

from cafe.arena.analysis import analyse
from cafe.arena.analysis_text import print_analysis
from cafe.bots import BOTS, Budget
from cafe.rules.actions import Action
from cafe.rules.edition import EDITIONS, edition
from cafe.rules.record import Record, make_record, write_record
from cafe.rules.seating import legal_actions
from cafe.rules.setup import new_game
from cafe.rules.turns import apply
from cafe.rules.view import view


def _record(name: str, bots: tuple[str, str]) -> Record:
    start = state = new_game(edition(name), 2, 3)
    rng = Random(3)
    actions: list[Action] = []
    while state.over is None:
        bot = BOTS[bots[state.player]]()
        choice = bot.choose(view(state, state.player), legal_actions(state), rng, Budget(nodes=50))
        actions.append(choice.action)
        state, _ = apply(state, choice.action)
    return make_record(start, actions, bots)


@pytest.mark.parametrize("name", EDITIONS)
def test_analysis_of_a_whole_game(name: str) -> None:
    record = _record(name, ("greedy", "random"))
    found = analyse(record, 60, 1)
    assert len(found.turns) == len(record.turns)
    assert [turn.points for turn in found.turns] == [turn.points for turn in record.turns]
    assert all(turn.loss >= 0 for turn in found.turns)
    assert set(found.turning_points) <= {turn.number for turn in found.turns}
    clever, careless = found.players
    assert clever.loss / clever.turns < careless.loss / careless.turns
    assert found == analyse(record, 60, 1)


def test_prints_text_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    text = write_record(_record("card", ("random", "greedy")))
    assert print_analysis(text, 20, 1, as_json=True) == 0
    assert json.loads(capsys.readouterr().out)["edition"] == "card"
    assert print_analysis(text, 20, 1, as_json=False) == 0
    assert "from the luck of the draw" in capsys.readouterr().out


def test_says_what_is_wrong_with_a_record(capsys: pytest.CaptureFixture[str]) -> None:
    assert print_analysis("nonsense", 20, 1, as_json=False) == 2
    assert "expected" in capsys.readouterr().err
