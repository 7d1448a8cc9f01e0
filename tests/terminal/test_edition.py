"""An edition that nobody prepared for, in the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from cafe.rules.record import read_record, verify
from tests.corner import CORNER, registered, write_program
from tests.terminal.terminal import Start, play_hints


@pytest.mark.parametrize(("columns", "lines"), [(100, 40), (80, 24)])
def test_a_game_of_an_unknown_edition(start: Start, tmp_path: Path, columns: int, lines: int) -> None:
    program = (str(write_program(tmp_path)),)
    options = ("--edition", CORNER, "--variant", "parties", "--players", "Anna,easy,master", "--seed", "2")
    terminal = start("play", *options, columns=columns, lines=lines, program=program)
    play_hints(terminal)
    assert all(name in terminal.text for name in ("Anna", "Lou", "Madame Rosa"))
    file = tmp_path / "game.cafe"
    assert terminal.last(str(file)) == 0
    with registered():
        record = read_record(file.read_text(encoding="utf-8"))
        assert verify(record).over is not None
    assert record.players == ("Anna", "Lou (bot)", "Madame Rosa (bot)")


def test_it_is_among_the_games_to_choose(start: Start, tmp_path: Path) -> None:
    terminal = start("play", program=(str(write_program(tmp_path)),))
    words = " ".join(terminal.wait(r"\] $").split())
    assert "corner Corner café: 4 tables around a bar, open hands, 2 to 3 players" in words
    terminal.type("corner", r"\] $")
    terminal.type("", r"\] $")
    assert "edition corner" in terminal.type("")
    terminal.type("?")
    while "page" in terminal.text:
        terminal.type()
    told = " ".join(" ".join(terminal.frames).split())
    assert "the first 2 places pay 2, 1, all later ones cost" in told
    assert "scores: 1, 2, 3 for the second, third, fourth guest; 2, 4, 6 if all" in told
