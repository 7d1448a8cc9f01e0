"""Tries of the café of the day: one for each person, against bots of one version; what goes with whom."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection, func, select, update

from cafe.store import administration, daily, people, rooms
from cafe.store.errors import Taken
from cafe.store.rows import RoomRow, SeatRow
from cafe.store.schema import daily_try, game

DAY = "2030-01-01"
ENDS = 100.0
START = daily.Start("{}", "0" * 64)


def begin(connection: Connection, who: str, name: str, version: int = 1) -> str:
    """Begin a try in a room of that name; the room in which it is."""
    seats = SeatRow(0, "person", who), SeatRow(1, "bot", bot="medium")
    row = RoomRow(name, "inv", who, "open", "{}", False, 1.0, 1.0, 0, None, None, None, None, seats)
    return daily.begin(connection, DAY, "board", ENDS, version, row, START)


def finish(connection: Connection, name: str, at: float) -> None:
    connection.execute(update(game).where(game.c.id == name).values(status="over", changed=at))


def test_a_person_has_one_try_that_counts_for_no_limit(connection: Connection) -> None:
    anna, _ = people.add(connection, "Anna", 1.0)
    assert begin(connection, anna.id, "g1") == begin(connection, anna.id, "g2") == "g1"
    assert rooms.find(connection, "g2") is None
    assert daily.find(connection, DAY, "board", anna.id) == daily.Try("g1", "running", None)
    assert rooms.count_unfinished(connection, anna.id) == 0


def test_nobody_begins_against_bots_of_another_version(connection: Connection) -> None:
    anna, ben = (people.add(connection, name, 1.0)[0].id for name in ("Anna", "Ben"))
    begin(connection, anna, "g1")
    with pytest.raises(Taken, match=r"expected bots of version 1.*version 2"):
        begin(connection, ben, "g2", version=2)
    assert begin(connection, anna, "g3", version=2) == "g1"
    assert rooms.find(connection, "g2") is None


def test_only_what_was_finished_in_time_is_settled(connection: Connection) -> None:
    names = ["g1", "g2", "g3", "g4"]
    who = [people.add(connection, name, 1.0)[0].id for name in names]
    for person, name in zip(who, names, strict=True):
        begin(connection, person, name)
    finish(connection, "g1", ENDS - 1)
    finish(connection, "g2", ENDS)
    finish(connection, "g3", ENDS - 1)
    rooms.update_seat(connection, "g3", 0, resigned=True)
    assert daily.unsettled(connection, DAY, "") == [daily.Unsettled("g1", 0)]
    assert daily.unsettled(connection, "2030-01-02", who[0]) == [daily.Unsettled("g1", 0)]
    daily.settle(connection, {"g1": -7})
    assert daily.unsettled(connection, DAY, who[0]) == []
    assert daily.margins(connection, DAY, "board") == {-7: 1}
    assert daily.results(connection, who[0]) == [(DAY, "board", "g1", -7)]
    people.ban(connection, who[0], True)
    assert daily.margins(connection, DAY, "board") == {}


def test_tries_go_with_their_people_and_their_games(connection: Connection) -> None:
    anna, ben = (people.add(connection, name, 1.0)[0].id for name in ("Anna", "Ben"))
    begin(connection, anna, "g1")
    begin(connection, ben, "g2")
    people.forget(connection, anna)
    assert daily.results(connection, anna) == []
    administration.close_room(connection, "g2")
    assert administration.delete_rooms(connection, 2.0) == 1
    assert connection.scalar(select(func.count()).select_from(daily_try)) == 0
