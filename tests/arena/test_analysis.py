"""The analysis of a finished game."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from cafe.arena.analysis import analyse
from cafe.arena.analysis_text import print_analyses
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


def test_prints_text_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.cafe"
    file.write_text(write_record(_record("card", ("random", "greedy"))), encoding="utf-8")
    assert print_analyses([str(file)], 20, 1, as_json=True) == 0
    assert json.loads(capsys.readouterr().out)["edition"] == "card"
    assert print_analyses([str(file)], 20, 1, as_json=False) == 0
    assert "from the luck of the draw" in capsys.readouterr().out


def test_many_games_take_a_line_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [tmp_path / "a.cafe", tmp_path / "nonsense.cafe", tmp_path / "b.cafe"]
    for file in files:
        file.write_text(write_record(_record("card", ("random", "greedy"))), encoding="utf-8")
    files[1].write_text("nonsense", encoding="utf-8")
    assert print_analyses([str(file) for file in files], 20, 1, as_json=False) == 2
    said = capsys.readouterr()
    assert [line.partition(": ")[0] for line in said.out.splitlines()] == [str(files[0]), str(files[2])]
    assert f"{files[1]}: " in said.err
    assert "expected" in said.err
    assert print_analyses([str(file) for file in files[::2]], 20, 1, as_json=True) == 0
    assert [json.loads(line)["where"] for line in capsys.readouterr().out.splitlines()] == [
        str(file) for file in files[::2]
    ]
