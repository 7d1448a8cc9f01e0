"""Tuning repeats itself, and the regression finds what is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from cafe.arena.regression import Regression
from cafe.arena.tune import Course, main, targets
from cafe.bots.weights import SETS, load_weights


def test_regression_finds_the_weights() -> None:
    rows = [[1.0, float(n), float(n * n % 7)] for n in range(50)]
    wanted = [3.0 + 2.0 * row[1] - row[2] for row in rows]
    assert Regression(rows, 3).solve(wanted, 0.0, [0.0] * 3) == pytest.approx([3, 2, -1])


def test_a_strong_pull_keeps_the_prior() -> None:
    rows = [[1.0, float(n)] for n in range(9)]
    assert Regression(rows, 2).solve([5.0] * 9, 1e9, [7.0, 8.0]) == pytest.approx([7, 8])


def test_targets_end_with_the_margin() -> None:
    found = targets(Course([[1.0], [1.0]], 10.0), [2.0])
    assert found[-1] == 10.0
    assert found[0] == pytest.approx(0.25 * 2 + 0.75 * 10)


def test_same_seed_same_weights(tmp_path: Path) -> None:
    texts = []
    for number in (1, 2):
        out = tmp_path / f"{number}.json"
        main(
            [
                str(out),
                "--version",
                "test",
                "--rounds",
                "1",
                "--games",
                "2",
                "--sets",
                "card/two",
                "card/many",
            ]
        )
        texts.append(out.read_text(encoding="utf-8"))
    assert texts[0] == texts[1]
    weights = load_weights(tmp_path / "1.json")
    assert weights.version == "test"
    assert set(weights.sets) == set(SETS)
    assert set(weights.origin) == {"card/two", "card/many"}
    assert weights.sets["board/many"] == weights.sets["board/two"]
