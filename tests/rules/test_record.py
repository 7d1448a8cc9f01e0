"""Records keep what they are given, whatever it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cafe.rules.errors import RecordError
from cafe.rules.record import make_record, read_record, verify, write_record
from cafe.rules.value import but
from tests.rules.games import Setup, random_game

SETUP = Setup("card", 2, ("parties",))

names = st.text(max_size=12).map(str.strip)


@given(names, names, st.text(max_size=20), st.text(max_size=20))
def test_names_and_further_headers_come_back(first: str, second: str, date: str, site: str) -> None:
    record = make_record(SETUP.new(1), [], (first, second), date)
    record = but(record, extra={"Site": site})
    assert read_record(write_record(record)) == record


def test_comments_blank_lines_and_missing_points_are_read() -> None:
    actions = [step.action for step in random_game(SETUP, 1)]
    record = make_record(SETUP.new(1), actions, ("Anna", "Bert"))
    text = write_record(record)
    by_hand = "".join(
        (line.rpartition(" ")[0] + "   # well played" if line[:1].isdigit() else line) + "\r\n\r\n"
        for line in text.splitlines()
    )
    found = read_record(by_hand)
    assert [turn.actions for turn in found.turns] == [turn.actions for turn in record.turns]
    assert {turn.points for turn in found.turns} == {None}
    assert verify(found).over is not None


def test_variants_may_be_named_in_any_order() -> None:
    setup = Setup("board", 2, ("parties", "bar-stepped"))
    middle = next(step.after for number, step in enumerate(random_game(setup, 1)) if number == 9)
    text = write_record(make_record(middle, [], ("Anna", "Bert")))
    other = text.replace('"parties bar-stepped"', '"bar-stepped parties"')
    assert other != text
    assert read_record(other).start() == middle


@pytest.mark.parametrize("names", [("Anna",), ("Anna", "Bert", "Cleo")])
def test_a_record_names_each_player(names: tuple[str, ...]) -> None:
    with pytest.raises(RecordError, match=f"expected 2 names, one for each player; got {len(names)}"):
        make_record(SETUP.new(1), [], names)


@pytest.mark.parametrize("header", ["Edition", "Players", "Bag", "Tables"])
def test_a_header_that_is_needed_is_missed(header: str) -> None:
    text = write_record(make_record(SETUP.new(1), [], ("Anna", "Bert")))
    with pytest.raises(RecordError):
        read_record("\n".join(line for line in text.splitlines() if not line.startswith(f"[{header} ")))
