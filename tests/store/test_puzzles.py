"""People's tries at puzzles: one answer counts and changes ratings, and all is deleted with the person."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection

from cafe.store import administration, people, puzzles
from cafe.store.errors import Taken
from cafe.store.puzzles import Answer, Rating, Tally

NEWCOMER, UNRATED = Rating(1200.0, 300.0), Rating(1500.0, 150.0)


def given(puzzle: str, command: str = "c1", solved: bool = True, rated: bool = False) -> Answer:
    return Answer(puzzle, "board", rated, None, 5.0, command, "[]", solved, 0.0 if solved else 3.5)


def rate(solver: Rating, puzzle: Rating, solved: bool) -> tuple[Rating, Rating]:
    way = 10.0 if solved else -10.0
    return Rating(solver.rating + way, solver.deviation - 1), Rating(
        puzzle.rating - way, puzzle.deviation - 1
    )


def answer(connection: Connection, who: str, answered: Answer) -> tuple[puzzles.Try, bool]:
    return puzzles.answer(connection, who, answered, NEWCOMER, UNRATED, rate)


@pytest.fixture
def anna(connection: Connection) -> str:
    return people.add(connection, "Anna", 1.0)[0].id


def test_a_rated_puzzle_waits_for_its_answer(connection: Connection, anna: str) -> None:
    assert puzzles.show(connection, anna, "p1", "board", True, 2.0) == "p1"
    assert puzzles.show(connection, anna, "p2", "board", True, 3.0) == "p1"
    assert puzzles.show(connection, anna, "p3", "card", True, 3.0) == "p3"
    assert puzzles.show(connection, anna, "p4", "board", False, 3.0) == "p4"
    assert puzzles.find(connection, anna, "p2") is None
    answer(connection, anna, given("p1"))
    assert puzzles.show(connection, anna, "p2", "board", True, 6.0) == "p2"
    assert [(each.puzzle, each.rated) for each in puzzles.tries(connection, anna)] == [
        ("p1", True),
        ("p3", True),
        ("p4", False),
        ("p2", True),
    ]


def test_only_the_first_answer_counts(connection: Connection, anna: str) -> None:
    puzzles.show(connection, anna, "p1", "board", True, 2.0)
    first, is_first = answer(connection, anna, given("p1", "c1", solved=False))
    assert is_first
    assert (first.solved, first.loss, first.rating_before, first.rating) == (False, 3.5, 1200.0, 1190.0)
    assert answer(connection, anna, given("p1", "c1")) == (first, True)
    assert answer(connection, anna, given("p1", "c2")) == (first, False)
    assert puzzles.find(connection, anna, "p1") == first
    assert puzzles.rating_of(connection, anna) == Rating(1190.0, 299.0)
    assert puzzles.puzzle_ratings(connection) == {"p1": Rating(1510.0, 149.0)}
    assert puzzles.tally(connection, anna) == Tally(1, 0)
    assert puzzles.tally_of_puzzle(connection, "p1") == Tally(1, 0)


def test_what_was_shown_for_practice_is_never_rated(connection: Connection, anna: str) -> None:
    puzzles.show(connection, anna, "p1", "board", False, 2.0)
    puzzles.show(connection, anna, "p1", "board", True, 2.0)
    found, _ = answer(connection, anna, given("p1", rated=True))
    assert not found.rated
    assert found.rating is None
    linked, _ = answer(connection, anna, given("p2"))
    assert not linked.rated
    assert puzzles.rating_of(connection, anna) is None
    assert puzzles.puzzle_ratings(connection) == {}
    assert puzzles.tally(connection, anna) == Tally(2, 2)


def test_ratings_follow_one_another(connection: Connection, anna: str) -> None:
    ben = people.add(connection, "Ben", 1.0)[0].id
    for who in (anna, ben):
        for name in ("p1", "p2"):
            found, _ = answer(connection, who, given(name, rated=True))
    assert (found.rating_before, found.rating) == (1210.0, 1220.0)
    assert puzzles.puzzle_ratings(connection) == {
        "p1": Rating(1480.0, 148.0),
        "p2": Rating(1480.0, 148.0),
    }
    assert puzzles.tally_of_puzzle(connection, "p2") == Tally(2, 2)


def test_puzzles_go_with_their_people(connection: Connection, anna: str) -> None:
    ben = people.add(connection, "Ben", 1.0)[0].id
    for who in (anna, ben):
        answer(connection, who, given("p1", rated=True))
    people.forget(connection, anna)
    assert puzzles.tries(connection, anna) == []
    assert puzzles.rating_of(connection, anna) is None
    with pytest.raises(Taken, match="expected a person who is still here"):
        answer(connection, anna, given("p2"))
    assert administration.delete_people(connection, 9.0, 100) >= 1
    assert puzzles.tries(connection, ben) == []
    assert puzzles.tally_of_puzzle(connection, "p1") == Tally(2, 2)
