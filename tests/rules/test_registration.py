"""Editions of one's own: registered, played, taken back; what cannot be is refused."""

from __future__ import annotations

import pytest

from cafe.rules import EDITIONS, SetupError, edition, new_game
from cafe.rules.edition import Terms
from cafe.rules.floorplan import FloorPlan
from cafe.rules.registration import register, unregister
from cafe.rules.value import but

QUICK = but(EDITIONS["board"], name="board-quick", copies=2, first_hand=3, most_in_hand=3)


def test_a_registered_edition_is_there_until_it_is_taken_back() -> None:
    register(QUICK)
    try:
        register(QUICK)
        rules = edition("board-quick", ["bar-stepped"])
        assert len(new_game(rules, 2, 1).bag) == 2 * 24 + 4 - 2 * 3
        assert rules.bar_points == QUICK.stepped_bar_points
    finally:
        unregister("board-quick")
    with pytest.raises(SetupError, match=f"expected one of the editions {', '.join(EDITIONS)}"):
        edition("board-quick")


def test_an_edition_is_made_anew_after_it_was_taken_back() -> None:
    for copies in (2, 3):
        register(but(QUICK, copies=copies))
        try:
            assert len(edition("board-quick").tiles) == 24 * copies + 4
        finally:
            unregister("board-quick")


def test_the_editions_of_the_house_stay() -> None:
    with pytest.raises(SetupError, match="is built in"):
        unregister("card")


def plan(*tables: str, columns: int = 5, bar: tuple[str, ...] = ()) -> FloorPlan:
    return FloorPlan(columns, 5, tables, bar, tuple(range(len(tables))))


def with_plan(found: FloorPlan) -> Terms:
    return but(QUICK, plan=found, bar_points=(), stepped_bar_points=())


@pytest.mark.parametrize(
    ("terms", "message"),
    [
        (but(QUICK, name="board"), "a name that no other edition has"),
        (but(QUICK, name="Quick!"), "lower-case letters, digits and hyphens"),
        (but(QUICK, known_variants=("chess",)), "variants from parties, .*; got chess"),
        (but(QUICK, most_players=6), "2 to 5 players; got 2 to 6"),
        (but(QUICK, seats_a_turn=1), "room for a couple in a turn; got 1"),
        (but(QUICK, mixed_points=(0, 0, 2)), r"points for 0 to 4 guests at a table; got \(0, 0, 2\)"),
        (but(QUICK, draws=True), "either refills or draws"),
        (but(QUICK, table_cards=True), "either nations of the plan's tables or table_cards"),
        (but(EDITIONS["card"], name="wild", jokers_a_sex=1), "no jokers where tables are dealt"),
        (but(QUICK, bar_points=(1,)), "bar_points for the plan's 20 places; got 1"),
        (but(QUICK, stepped_bar_points=(1,)), "20 stepped_bar_points; got 1"),
        (but(QUICK, first_hand=13), r"more tiles than the hands \(52\) and bag_rest \(3\); got 52"),
        (but(EDITIONS["card"], name="bare", plan=plan()), "tables in reading order"),
        (with_plan(plan("b4", "b2")), "tables in reading order"),
        (with_plan(FloorPlan(5, 5, ("b2", "d2"), (), (1,))), "a nation for each of 2 tables; got 1"),
        (with_plan(plan("b2", "d2", columns=4)), "cells within 4 columns and 5 rows; got e2"),
        (with_plan(plan("b2", "c2")), "b2 is more than one"),
    ],
)
def test_what_cannot_be_played_is_refused(terms: Terms, message: str) -> None:
    before = list(EDITIONS)
    with pytest.raises(SetupError, match=message):
        register(terms)
    assert list(EDITIONS) == before


@pytest.mark.parametrize("name", EDITIONS)
def test_the_editions_of_the_house_would_be_accepted_too(name: str) -> None:
    terms = but(EDITIONS[name], name="another")
    register(terms)
    unregister("another")
