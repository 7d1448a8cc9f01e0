"""Texts from outside cost no more than their length, and beyond a bound nothing at all."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest

from cafe.rules.edition import edition
from cafe.rules.errors import CafeError, PositionError, RecordError
from cafe.rules.names import action_from_text
from cafe.rules.position import MOST_TEXT as MOST_POSITION
from cafe.rules.position import read_position, write_position
from cafe.rules.record import (
    MOST_HEADERS,
    MOST_LINE,
    MOST_NAME,
    MOST_TEXT,
    MOST_TURNS,
    make_record,
    read_record,
    write_record,
)
from tests.rules.games import Setup
from tests.rules.steps import A_MOMENT, LENGTHS, seconds, steps

BOARD = edition("board")
START = Setup("board", 2, ()).new(1)
RECORD = write_record(make_record(START, [], ("Anna", "Bert")))
POSITION = write_position(START)


def _players(names: str) -> str:
    return RECORD.replace("Anna; Bert", names)


def _record(text: str) -> None:
    with suppress(CafeError):
        read_record(text)


def _position(text: str) -> None:
    with suppress(CafeError):
        read_position(text)


def _action(text: str) -> None:
    with suppress(ValueError):
        action_from_text(BOARD.plan, text)


GROWING: dict[str, tuple[Callable[[str], None], Callable[[int], str]]] = {
    "a name of backslashes": (_record, lambda n: _players("\\\\" * n)),
    "a long name": (_record, lambda n: _players("a" * n)),
    "a long name that ends in a backslash": (_record, lambda n: _players("a" * n + "\\")),
    "many names": (_record, lambda n: _players(";" * n)),
    "a header without an end": (_record, lambda n: '[Site "' + "\\\\" * n),
    "many headers": (_record, lambda n: "".join(f'[H{i} ""]\n' for i in range(n))),
    "many empty lines": (_record, lambda n: "\n" * n),
    "many turns": (_record, lambda n: RECORD + "".join(f"{i + 1}. A pass\n" for i in range(n))),
    "a turn of many actions": (_record, lambda n: RECORD + "1. A" + " pass" * n),
    "a turn of one long word": (_record, lambda n: RECORD + "1. A " + "+" * n),
    "a comment": (_record, lambda n: RECORD + "#" * n),
    "a position of spaces": (_position, lambda n: " " * n),
    "a position with a long hand": (_position, lambda n: POSITION.replace("/", "/" + "DEm," * n, 1)),
    "a position with many players": (_position, lambda n: POSITION.replace("0/0", "0/0" + "/0" * n)),
    "a position with a long edition": (_position, lambda n: POSITION.replace("board", "board" + "+x" * n)),
    "an action of signs": (_action, lambda n: "@" * n),
    "an action with a long name": (_action, lambda n: "party@" + "=" * n),
}


def _steps(what: str, length: int) -> int:
    read, write = GROWING[what]
    text = write(length)
    return steps(lambda: read(text))


@pytest.mark.parametrize("what", GROWING)
def test_twice_the_text_is_at_most_twice_the_work(what: str) -> None:
    few, many = (_steps(what, length) for length in (400, 800))
    assert few > 0
    assert many <= 2.2 * few + 500


@pytest.mark.parametrize("what", GROWING)
def test_a_text_beyond_every_bound_costs_next_to_nothing(what: str) -> None:
    assert _steps(what, 300_000) < 1_000_000


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("what", GROWING)
def test_no_text_takes_longer_than_a_moment(what: str, length: int) -> None:
    """Steps of Python do not show what a regular expression does: so one name once froze a server."""
    read, write = GROWING[what]
    text = write(length)
    assert seconds(lambda: read(text)) < A_MOMENT


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("\n" * (MOST_TEXT + 1), f"at most {MOST_TEXT} characters in a record; got {MOST_TEXT + 1}"),
        ("a" * (MOST_LINE + 1), f"at most {MOST_LINE} characters in a line; got {MOST_LINE + 1}"),
        (_players("a" * (MOST_NAME + 1)), f"at most {MOST_NAME} characters in a name; got {MOST_NAME + 1}"),
        (_players("a; b; c; d; e; f"), "at most 5 players; got 6"),
        ("".join(f'[H{i} ""]\n' for i in range(MOST_HEADERS + 1)), f"at most {MOST_HEADERS} headers"),
        (RECORD + "pass\n" * (MOST_TURNS + 1), f"at most {MOST_TURNS} turns; got {MOST_TURNS + 1}"),
    ],
)
def test_a_record_beyond_a_bound_says_which(text: str, says: str) -> None:
    with pytest.raises(RecordError, match=says):
        read_record(text)


def test_a_position_beyond_its_bound_says_so() -> None:
    with pytest.raises(PositionError, match=f"at most {MOST_POSITION} characters; got 5000"):
        read_position("x" * 5_000)


def test_an_error_repeats_only_the_beginning_of_what_came() -> None:
    with pytest.raises(RecordError) as found:
        read_record(RECORD + "x" * (MOST_LINE - 1))
    assert len(str(found.value)) < 200
