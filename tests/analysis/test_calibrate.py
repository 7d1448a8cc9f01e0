"""The calibration: V is right on average, by the margins and by the best turns."""

from __future__ import annotations

import pytest

from cafe.analysis.valuation import Valuation, calibration
from cafe.arena.calibrate import adjusted, fitted, samples, value_position
from cafe.rules.edition import EDITIONS, edition


def test_values_are_those_of_the_games_and_then_of_the_best_turns() -> None:
    rules = edition("board-classic")
    found = [sample for seed in range(6) for sample in samples("board-classic", 2, "greedy", seed)]
    sets = fitted(Valuation(rules, {}), found)
    expected = Valuation(rules, sets).values([sample.state for sample in found])
    mean = sum(values[sample.state.player] for values, sample in zip(expected, found, strict=True))
    margin = sum(sample.margins[sample.state.player] for sample in found)
    assert mean / len(found) == pytest.approx(margin / len(found), abs=3)
    gaps = []
    for _ in range(2):
        looked = [value_position(sample.state, sets, f"{number}") for number, sample in enumerate(found[::8])]
        sets, gap = adjusted(Valuation(rules, sets), looked)
        gaps.append(abs(gap.mean))
    assert gaps[1] < gaps[0]


@pytest.mark.parametrize("name", EDITIONS)
def test_every_edition_has_sets_for_two_and_for_more(name: str) -> None:
    evaluation = Valuation(edition(name)).evaluation.name
    for where in ("two", "mover", "between", "last"):
        weights = calibration().sets[f"{evaluation}/{name}/{where}"]
        assert 0.3 < weights.scale < 2
