"""What the store keeps of people, tables and turns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, select

from cafe.store import games, log, people, words
from cafe.store.database import sqlite_engine
from cafe.store.errors import Conflict, Taken
from cafe.store.games import GameRow, SeatRow
from cafe.store.log import Due, Entry
from cafe.store.migration import migrate
from cafe.store.schema import credential


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    engine = sqlite_engine(tmp_path / "cafe.db")
    with engine.begin() as opened:
        migrate(opened)
        yield opened
    engine.dispose()


def add_game(connection: Connection, *seats: SeatRow, name: str = "g1") -> str:
    host, _ = people.add(connection, "Anna", 1.0)
    places = tuple(replace(seat, person=host.id if seat.kind == "person" else None) for seat in seats)
    games.add(
        connection,
        GameRow(name, "inv", host.id, "open", "{}", True, 1.0, 1.0, 0, None, None, None, None, places),
    )
    return host.id


def entry(version: int, **more: object) -> Entry:
    plain = Entry(version, "turn", 5.0, 1.0, 0, None, None, "0.1.0", "[]", "[]")
    return replace(plain, **more)  # type: ignore[arg-type]


TWO = (SeatRow(0, "person"), SeatRow(1, "friend"))


def test_only_the_hash_of_a_secret_is_stored(connection: Connection) -> None:
    anna, secret = people.add(connection, "Anna", 1.0)
    assert people.find(connection, secret) == anna
    assert people.find(connection, secret + "x") is None
    stored = connection.execute(select(credential)).all()
    assert secret not in str(stored)


def test_a_transfer_code_works_once_and_for_ten_minutes(connection: Connection) -> None:
    anna, secret = people.add(connection, "Anna", 0.0)
    code, expires = people.add_transfer(connection, anna.id, 0.0)
    assert expires == 600.0
    assert people.find(connection, code) is None
    found = people.use_transfer(connection, code, 599.0)
    assert found is not None
    assert found[0] == anna
    assert people.find(connection, found[1]) == people.find(connection, secret) == anna
    assert people.use_transfer(connection, code, 599.0) is None
    late, _ = people.add_transfer(connection, anna.id, 0.0)
    assert people.use_transfer(connection, late, 601.0) is None


def test_who_goes_leaves_a_seat_and_nothing_else(connection: Connection) -> None:
    who = add_game(connection, *TWO)
    secret = people.add_key(connection, who, 1.0)
    words.say(connection, "g1", 2.0, who, 0, "hello", None)
    people.forget(connection, who)
    assert people.find(connection, secret) is None
    assert words.said(connection, "g1") == []
    found = games.find(connection, "g1")
    assert found is not None
    assert found.seats[0].name == "a guest"


def test_a_seat_is_given_once(connection: Connection) -> None:
    add_game(connection, *TWO)
    ben, _ = people.add(connection, "Ben", 1.0)
    games.sit(connection, "g1", 1, ben.id, 2.0)
    with pytest.raises(Taken, match="expected seat 1 to be free"):
        games.sit(connection, "g1", 1, ben.id, 2.0)
    with pytest.raises(Taken, match="expected seat 0 to be free"):
        games.sit(connection, "g1", 0, ben.id, 2.0)


def test_a_game_starts_once_and_only_with_full_seats(connection: Connection) -> None:
    add_game(connection, *TWO)
    with pytest.raises(Taken, match="every seat to be filled"):
        games.start(connection, "g1", "{}", "hash", 0, 0, 2.0)
    games.set_seat(connection, "g1", 1, "bot", "greedy", 2.0)
    games.start(connection, "g1", "{}", "hash", 1, 1, 2.0)
    found = games.find(connection, "g1")
    assert found is not None
    assert [seat.player for seat in found.seats] == [1, 0]
    assert (found.status, found.mover, found.commitment) == ("running", 1, "hash")
    with pytest.raises(Taken, match="expected a table that is open; it is running"):
        games.start(connection, "g1", "{}", "hash", 1, 1, 2.0)


def running(connection: Connection) -> None:
    add_game(connection, SeatRow(0, "person"), SeatRow(1, "bot", bot="greedy"))
    games.start(connection, "g1", "{}", "hash", 0, 0, 2.0)


def test_an_append_names_the_version_it_follows(connection: Connection) -> None:
    running(connection)
    log.append(connection, "g1", entry(1), 1, False, ())
    for version in (1, 3):
        with pytest.raises(Conflict, match=f"expected version {version - 1}"):
            log.append(connection, "g1", entry(version), 1, False, ())
    log.append(connection, "g1", entry(2), None, True, ())
    with pytest.raises(Conflict):
        log.append(connection, "g1", entry(3), None, True, ())
    assert [found.version for found in log.entries(connection, "g1")] == [1, 2]
    assert [found.version for found in log.entries(connection, "g1", 1)] == [2]
    stored = games.find(connection, "g1")
    assert stored is not None
    assert (stored.status, stored.version, stored.mover) == ("over", 2, None)


def test_what_is_due_is_taken_by_one_until_its_lease_ends(connection: Connection) -> None:
    running(connection)
    log.append(connection, "g1", entry(1), 1, False, (Due("g1", "bot", 1, 10.0),))
    assert log.next_due(connection, 5.0) == 10.0
    assert log.take_due(connection, 9.0, 30.0) == []
    assert log.take_due(connection, 11.0, 30.0) == [Due("g1", "bot", 1, 10.0)]
    assert log.take_due(connection, 12.0, 30.0) == []
    assert log.next_due(connection, 12.0) == 41.0
    assert log.take_due(connection, 42.0, 30.0) == [Due("g1", "bot", 1, 10.0)]
    log.append(connection, "g1", entry(2), 0, False, ())
    assert log.next_due(connection, 100.0) is None


def test_a_start_frees_what_was_taken_and_gives_downtime_back(connection: Connection) -> None:
    running(connection)
    log.still_alive(connection, 100.0)
    dues = (Due("g1", "bot", 1, 90.0), Due("g1", "clock", 1, 150.0))
    log.append(connection, "g1", entry(1), 1, False, dues)
    log.take_due(connection, 100.0, 1000.0)
    assert log.wake_up(connection, 160.0) == 60.0
    assert log.deadline(connection, "g1") == 210.0
    assert log.take_due(connection, 160.0, 30.0) == [Due("g1", "bot", 1, 90.0)]


def test_lists_are_newest_first_and_show_who_sits(connection: Connection) -> None:
    who = add_game(connection, *TWO)
    add_game(connection, *TWO, name="g2")
    ben, _ = people.add(connection, "Ben", 1.0)
    games.sit(connection, "g2", 1, ben.id, 9.0)
    assert [row.id for row in games.lobby(connection)] == ["g2", "g1"]
    assert [row.id for row in games.of_person(connection, ben.id)] == ["g2"]
    assert [seat.name for seat in games.lobby(connection)[0].seats] == ["Anna", "Ben"]
    assert games.running_of(connection, who) == 1
    games.close(connection, "g1", 10.0)
    assert [row.id for row in games.lobby(connection)] == ["g2"]
    assert games.of_person(connection, who) == []


def test_a_rematch_is_made_once(connection: Connection) -> None:
    who = add_game(connection, *TWO)
    first = GameRow("g2", "i", who, "open", "{}", False, 1.0, 1.0, 0, None, None, None, None, ())
    assert games.set_rematch(connection, "g1", first) == "g2"
    assert games.set_rematch(connection, "g1", replace(first, id="g3")) == "g2"
    assert games.find(connection, "g3") is None


def test_reports_wait_until_they_are_closed(connection: Connection) -> None:
    who = add_game(connection, *TWO)
    ben, _ = people.add(connection, "Ben", 1.0)
    words.add_report(connection, "g1", 3.0, who, ben.id, "rude")
    (found,) = words.open_reports(connection)
    assert (found.reported, found.text) == (ben.id, "rude")
    assert words.close_report(connection, found.number)
    assert words.open_reports(connection) == []
    people.set_block(connection, who, ben.id, True)
    assert people.blocked_by(connection, who) == {ben.id}
    people.set_block(connection, who, ben.id, False)
    assert people.blocked_by(connection, who) == frozenset()
