"""The command that checks the analysis continues where it stopped, and reports what it found."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from bench.analysis import Line, is_worst, main, tell
from bench.bot_games import Task, play
from cafe.analysis.analysis import analyse
from cafe.rules.record import verify


def test_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    few = "--editions board --bots random --blunders 0 --workers 1 --games"
    asked = [str(tmp_path), *few.split()]
    main([*asked, "1"])
    first = (tmp_path / "games.jsonl").read_text(encoding="utf-8")
    assert first.count("\n") == 1
    main([*asked, "1"])
    assert (tmp_path / "games.jsonl").read_text(encoding="utf-8") == first
    said = capsys.readouterr().out
    assert "random     1 games" in said
    assert "sums within 0.0000" in said


def test_games_that_are_kept_are_analysed_again(tmp_path: Path) -> None:
    """The game kept here is not the one that would be played."""
    task = Task("board", "random", 0)
    other = replace(play(Task("board", "random", 1)), seed=0)
    assert other != play(task)
    (tmp_path / "played.jsonl").write_text(json.dumps(asdict(other)) + "\n", encoding="utf-8")
    main([str(tmp_path), *"--editions board --bots random --blunders 0 --workers 1 --games 1".split()])
    (line,) = (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()
    over = verify(other.record()).over
    assert over is not None
    assert json.loads(line)["margin"] == over.final[0] - over.final[1]
    assert (tmp_path / "played.jsonl").read_text(encoding="utf-8").count("\n") == 1


def test_a_planted_blunder_is_named() -> None:
    game = play(Task("board", "blunder", 2))
    assert game.blunder is not None
    found = analyse(game.record(), 2)
    assert is_worst(found, game.blunder)
    assert not is_worst(found, game.blunder + 2)


def test_tells_slopes_and_blunders(capsys: pytest.CaptureFixture[str]) -> None:
    """The margin of these games is twice V in their middle, and two of three blunders were found."""
    games = [Line("card", "chef", seed, 1.0, 0.0, 0.5, 0.0, seed, 2.0 * seed + 1) for seed in range(9)]
    found = [True, False, True]
    blunders = [Line("card", "blunder", n, 1.0, 0.0, 0.5, 0.0, 0.0, 0.0, hit) for n, hit in enumerate(found)]
    tell([*games, *blunders])
    said = capsys.readouterr().out
    assert "slope 2.00 (2.00 to 2.00)" in said
    assert "blunders named as the worst turn: 2 of 3 DOES NOT HOLD" in said
