"""Reviews: people take turns, a game is reviewed once, by one process; what goes with whom."""

from __future__ import annotations

from sqlalchemy import Connection, func, select, update

from cafe.store import administration, people, processes, reviews, rooms
from cafe.store.reviews import DAY, MOST_TRIES
from cafe.store.rows import RoomRow, SeatRow
from cafe.store.schema import game, review

MANY = 100


def add_person(connection: Connection, name: str) -> str:
    return people.add(connection, name, 1.0)[0].id


def add_game(connection: Connection, name: str, who: str) -> str:
    """A game that is over."""
    seats = SeatRow(0, "person", who), SeatRow(1, "bot", bot="medium")
    row = RoomRow(name, "inv", who, "over", "{}", False, 1.0, 1.0, 0, None, None, None, None, seats)
    rooms.add(connection, row)
    return name


def ask(connection: Connection, who: str, *names: str, now: float = 2.0) -> None:
    """Let these games be reviewed for a person, one after the other."""
    for name in names:
        add_game(connection, name, who)
        assert reviews.ask(connection, name, who, now, MANY) == 0


def test_everybodys_first_review_comes_before_anybodys_second(connection: Connection) -> None:
    anna, ben, eve = (add_person(connection, name) for name in ("Anna", "Ben", "Eve"))
    ask(connection, anna, "a1", "a2", "a3")
    ask(connection, ben, "b1", "b2", now=3.0)
    assert reviews.take(connection, "one") == "a1"
    ask(connection, eve, "e1", now=4.0)
    places = {name: reviews.place(connection, name) for name in ("b1", "e1", "a2", "b2", "a3")}
    assert places == {"b1": 1, "e1": 2, "a2": 3, "b2": 4, "a3": 5}
    assert reviews.waiting(connection) == 5
    assert [reviews.take(connection, "one") for _ in range(6)] == ["b1", "e1", "a2", "b2", "a3", None]
    assert not reviews.anything_waits(connection)


def test_a_game_is_reviewed_once_and_by_who_holds_it(connection: Connection) -> None:
    anna, ben = add_person(connection, "Anna"), add_person(connection, "Ben")
    ask(connection, anna, "g1")
    assert reviews.ask(connection, "g1", ben, 3.0, MANY) == 0
    assert reviews.take(connection, "one") == "g1"
    assert reviews.take(connection, "two") is None
    reviews.note_progress(connection, "g1", "two", (9, 9))
    reviews.note_progress(connection, "g1", "one", (2, 7))
    found = reviews.find(connection, "g1")
    assert found is not None
    assert (found.is_waiting, found.done, found.steps) == (False, 2, 7)
    assert not reviews.finish(connection, "g1", "two", "1", "{}", 4.0)
    assert reviews.finish(connection, "g1", "one", "1", "{}", 4.0)
    assert reviews.ask(connection, "g1", ben, 5.0, MANY) == 0
    assert reviews.take(connection, "two") is None
    found = reviews.find(connection, "g1")
    assert found is not None
    assert (found.version, found.content) == ("1", "{}")
    assert [each.game for each in reviews.asked_by(connection, anna)] == ["g1"]
    assert reviews.asked_by(connection, ben) == []


def test_a_person_has_so_many_within_a_day(connection: Connection) -> None:
    anna = add_person(connection, "Anna")
    for name in ("g1", "g2", "g3"):
        add_game(connection, name, anna)
    assert reviews.ask(connection, "g1", anna, 10.0, 2) == 0
    assert reviews.ask(connection, "g2", anna, 20.0, 2) == 0
    assert reviews.ask(connection, "g3", anna, 30.0, 2) == DAY - 20
    assert reviews.find(connection, "g3") is None
    assert reviews.ask(connection, "g3", anna, DAY + 11, 2) == 0


def test_what_a_process_left_behind_begins_anew_but_not_for_ever(connection: Connection) -> None:
    anna = add_person(connection, "Anna")
    ask(connection, anna, "g1")
    for time in range(1, MOST_TRIES + 1):
        processes.heartbeat(connection, f"p{time}", 100.0 * time, 5.0)
        assert reviews.take(connection, f"p{time}") == "g1"
        processes.heartbeat(connection, f"p{time}", 100.0 * time + 1, 5.0)
        assert reviews.take(connection, "another") is None
    processes.heartbeat(connection, "last", 1000.0, 5.0)
    found = reviews.find(connection, "g1")
    assert found is not None
    assert found.has_failed
    assert reviews.take(connection, "last") is None
    assert reviews.ask(connection, "g1", anna, 1000.0, MANY) == 0
    for _ in range(MOST_TRIES + 1):
        assert reviews.take(connection, "last") == "g1"
        processes.leave(connection, "last", 1001.0)
    assert reviews.take(connection, "last") == "g1"
    reviews.free(connection, "g1", "another")
    assert reviews.take(connection, "last") is None
    reviews.free(connection, "g1", "last")
    assert reviews.take(connection, "last") == "g1"


def test_a_link_is_one_persons_and_can_be_taken_back(connection: Connection) -> None:
    anna, ben = add_person(connection, "Anna"), add_person(connection, "Ben")
    ask(connection, anna, "g1")
    code = reviews.share(connection, "g1", anna, 3.0)
    other = reviews.share(connection, "g1", ben, 3.0)
    assert reviews.share(connection, "g1", anna, 4.0) == code != other
    assert reviews.shared(connection, code) == reviews.Link(code, "g1", anna)
    assert reviews.links_of(connection, ben) == [reviews.Link(other, "g1", ben)]
    reviews.take_back(connection, "g1", anna)
    assert reviews.shared(connection, code) is None
    assert reviews.link_of(connection, "g1", ben) == other
    assert reviews.share(connection, "g1", anna, 5.0) != code


def test_reviews_and_links_go_with_their_people_and_their_time(connection: Connection) -> None:
    anna, ben, eve = (add_person(connection, name) for name in ("Anna", "Ben", "Eve"))
    ask(connection, anna, "g1", "g2")
    add_game(connection, "g3", ben)
    assert reviews.ask(connection, "g3", eve, 2.0, MANY) == 0
    for name in ("g1", "g2"):
        assert reviews.take(connection, "one") is not None
        reviews.share(connection, name, ben, 3.0)
    reviews.finish(connection, "g1", "one", "1", "{}", 10.0)
    code = reviews.share(connection, "g1", anna, 3.0)
    people.forget(connection, anna)
    assert reviews.shared(connection, code) is None
    assert reviews.asked_by(connection, anna) == []
    assert reviews.link_of(connection, "g1", ben) is not None
    assert reviews.delete_old(connection, 10.0, MANY) == 0
    assert reviews.delete_old(connection, 11.0, MANY) == 1
    assert reviews.find(connection, "g1") is None
    assert [link.game for link in reviews.links_of(connection, ben)] == ["g2"]
    assert administration.delete_people(connection, 2.0, MANY) == 1
    assert reviews.find(connection, "g3") is not None
    connection.execute(update(game).values(status="closed"))
    assert administration.delete_rooms(connection, 2.0) == 3
    assert connection.scalar(select(func.count()).select_from(review)) == 0


def test_reviews_that_failed_go_with_their_time(connection: Connection) -> None:
    anna = add_person(connection, "Anna")
    add_game(connection, "g1", anna)
    assert reviews.ask(connection, "g1", anna, 2.0, MANY) == 0
    for _ in range(reviews.MOST_TRIES):
        assert reviews.delete_old(connection, 3.0, MANY) == 0, "it may still be made"
        assert reviews.take(connection, "one") == "g1"
        reviews.free(connection, "g1", "one")
    assert reviews.delete_old(connection, 2.0, MANY) == 0
    assert reviews.delete_old(connection, 3.0, MANY) == 1
    assert reviews.find(connection, "g1") is None
