"""The command that checks the analysis continues where it stopped, and reports what it found."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.analysis import Line, main, tell


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


def test_tells_slopes_and_blunders(capsys: pytest.CaptureFixture[str]) -> None:
    """The margin of these games is twice V in their middle, and two of three blunders were found."""
    games = [Line("card", "chef", seed, 1.0, 0.0, 0.5, 0.0, seed, 2.0 * seed + 1) for seed in range(9)]
    found = [True, False, True]
    blunders = [Line("card", "blunder", n, 1.0, 0.0, 0.5, 0.0, 0.0, 0.0, hit) for n, hit in enumerate(found)]
    tell([*games, *blunders])
    said = capsys.readouterr().out
    assert "slope 2.00 (2.00 to 2.00)" in said
    assert "blunders named as the worst turn: 2 of 3 DOES NOT HOLD" in said
