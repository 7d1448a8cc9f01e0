"""Frozen values: equal by kind and fields, never changed, quick to import."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest

from cafe.rules.actions import Bar, Hide, Seat
from cafe.rules.errors import Facts
from cafe.rules.events import Closed, Passed
from cafe.rules.value import but, value


@value
class Coffee:
    """A value with a default."""

    cups: int
    sugar: bool = False


def test_values_are_equal_when_kind_and_fields_are() -> None:
    assert Seat(3, 7) == Seat(3, 7, None)
    assert Seat(3, 7) != Seat(3, 8)
    of_other_kinds: list[object] = [Bar(3), Hide(3), Passed(3), Closed(3)]
    assert len(set(of_other_kinds)) == 4
    assert len({Seat(3, 7), Seat(3, 7, None), Bar(3), Bar(3)}) == 2


def test_a_value_cannot_be_changed() -> None:
    seat = Seat(3, 7)
    with pytest.raises(AttributeError, match="cannot change chair of a Seat"):
        seat.chair = 8  # type: ignore[misc]
    with pytest.raises(AttributeError, match="cannot change chair of a Seat"):
        del seat.chair
    with pytest.raises(AttributeError):
        seat.other = 8  # type: ignore[attr-defined]
    assert seat == Seat(3, 7)


def test_fields_go_by_place_or_name_and_missing_ones_are_refused() -> None:
    assert Coffee(2) == Coffee(cups=2, sugar=False)
    assert but(Coffee(2), sugar=True) == Coffee(2, True)
    with pytest.raises(TypeError, match="cups"):
        Coffee()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="milk"):
        but(Coffee(2), milk=True)


def test_a_value_shows_its_fields_and_can_be_taken_apart() -> None:
    assert repr(Coffee(2)) == "Coffee(cups=2, sugar=False)"
    match Coffee(2, True):
        case Coffee(cups, sugar):
            assert (cups, sugar) == (2, True)


@pytest.mark.parametrize("kept", [Seat(3, 7), Bar(4), Passed(1), Facts(table="b2", ladies=2)])
def test_a_value_can_be_pickled(kept: object) -> None:
    assert pickle.loads(pickle.dumps(kept)) == kept


def test_the_rulebook_imports_nothing_that_is_slow_to_import() -> None:
    program = "import sys; before = set(sys.modules); import cafe.rules; print(*set(sys.modules) - before)"
    loaded = subprocess.check_output([sys.executable, "-c", program], text=True).split()
    assert "cafe.rules" in loaded
    assert not {"dataclasses", "inspect", "json", "logging", "asyncio", "msgspec"} & set(loaded)
