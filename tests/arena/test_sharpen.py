"""Comparing turns repeats itself with any number of workers, and changes the set that was asked for."""

from __future__ import annotations

from pathlib import Path

from cafe.arena.sharpen import compared, main
from cafe.bots.evaluation import FEATURES
from cafe.bots.guess import GUESSES
from cafe.bots.weights import load_weights, stored_weights


def test_turns_compared_differ() -> None:
    pairs = compared(stored_weights(), "card/two", rounds=1, seed=1)
    assert pairs
    for pair in pairs:
        assert len(pair.row) == 2 * len(FEATURES) + len(GUESSES)
    assert any(any(pair.row) for pair in pairs)


def test_same_seed_same_weights(tmp_path: Path) -> None:
    texts = []
    for workers in ("1", "2"):
        out = tmp_path / f"{workers}.json"
        asked = ["--version", "test", "--set", "card/two", "--games", "3", "--rounds", "1"]
        main([str(out), *asked, "--workers", workers])
        texts.append(out.read_text(encoding="utf-8"))
    assert texts[0] == texts[1]
    weights = load_weights(tmp_path / "1.json")
    assert weights.sets["card/two"] != stored_weights().sets["card/two"]
    assert weights.sets["card/many"] == weights.sets["card/two"]
    assert weights.sets["board/two"] == stored_weights().sets["board/two"]
    assert len(weights.guesses["card/two"]) == len(GUESSES)
    assert weights.guesses["card/many"] == weights.guesses["card/two"]
    assert "card/two" in weights.origin
