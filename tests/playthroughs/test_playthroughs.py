"""There is a readable game of every edition, and it still goes as it is written."""

from __future__ import annotations

import pytest

from cafe.rules.record import read_record, verify, write_record
from tests.playthroughs.writing import FOLDER, GAMES, annotate, write


def test_every_edition_has_its_playthroughs() -> None:
    assert {path.name for path in FOLDER.glob("*.cafe")} == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_goes_as_it_is_written(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    record = read_record(text)
    assert verify(record).over is not None
    assert annotate(write_record(record)) == text
    assert write(GAMES[name]) == text
