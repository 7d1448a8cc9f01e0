"""What the store keeps of people, tables and turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest
from msgspec import structs
from msgspec.structs import replace
from sqlalchemy import Connection, select, update

from cafe.store import administration, log, people, processes, rooms, talk
from cafe.store.database import Database
from cafe.store.errors import Conflict, Taken, TooMany
from cafe.store.rows import ASKED, Due, Entry, Person, RoomRow, SeatRow
from cafe.store.schema import credential, due, game


def add_game(connection: Connection, *seats: SeatRow, name: str = "g1") -> str:
    host, _ = people.add(connection, "Anna", 1.0)
    places = tuple(replace(seat, person=host.id if seat.kind == "person" else None) for seat in seats)
    rooms.add(
        connection,
        RoomRow(name, "inv", host.id, "open", "{}", True, 1.0, 1.0, 0, None, None, None, None, places),
    )
    return host.id


def entry(version: int, **more: object) -> Entry:
    plain = Entry(version, "turn", 5.0, 1.0, 0, None, None, "[]")
    return structs.replace(plain, **more)


class Meddled:
    """A connection on which something happens right after the first rows were read."""

    def __init__(self, connection: Connection, meddle: Callable[[], object]) -> None:
        self._connection = connection
        self._meddle: Callable[[], object] | None = meddle

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def scalars(self, *given: Any) -> Any:
        found = self._connection.scalars(*given)
        if self._meddle is not None:
            meddle, self._meddle = self._meddle, None
            meddle()
        return found


TWO = (SeatRow(0, "person"), SeatRow(1, "friend"))
PUBLIC = (SeatRow(0, "person"), SeatRow(1, "anybody"))
BOTS = (SeatRow(0, "bot", bot="greedy"), SeatRow(1, "bot", bot="greedy"))


def test_a_game_in_which_somebody_moves_meanwhile_is_not_abandoned(connection: Connection) -> None:
    for name in ("left", "moved"):
        add_game(connection, *BOTS, name=name)
        rooms.start(connection, name, 0, "{}", None, 0, 0, 5.0)
        log.set_due(connection, name, (Due(name, "bot", 0, 6.0),))

    def move() -> None:
        log.append(connection, "moved", 1, entry(1, at=100.0), 1, False, (Due("moved", "bot", 1, 101.0),))

    meddled = cast(Connection, Meddled(connection, move))
    assert administration.close_abandoned(meddled, 50.0, 200.0, 100) == 1
    assert dict(connection.execute(select(game.c.id, game.c.status)).all()) == {
        "left": "closed",
        "moved": "running",
    }
    assert [row.game for row in connection.execute(select(due))] == ["moved"]


def test_bots_are_alone_where_every_person_has_left(connection: Connection) -> None:
    who = add_game(connection, SeatRow(0, "person"), SeatRow(1, "bot", bot="chef"))
    rooms.start(connection, "g1", 0, "{}", None, 0, 0, 5.0)
    assert rooms.count_bots_alone(connection, who) == 0
    rooms.set_stand_in(connection, "g1", 0, "greedy", 6.0)
    assert rooms.count_bots_alone(connection, who) == 1
    rooms.set_stand_in(connection, "g1", 0, None, 7.0)
    assert rooms.count_bots_alone(connection, who) == 0


def test_only_the_hash_of_a_secret_is_stored(connection: Connection) -> None:
    anna, secret = people.add(connection, "Anna", 1.0)
    assert people.find(connection, secret) == anna
    assert people.find(connection, secret + "x") is None
    stored = connection.execute(select(credential)).all()
    assert secret not in str(stored)


def test_a_transfer_code_works_once_and_for_ten_minutes(connection: Connection) -> None:
    anna, secret = people.add(connection, "Anna", 0.0)
    anna = found_by(connection, secret)
    code, expires = people.add_transfer(connection, anna, 0.0) or ("", 0.0)
    assert expires == 600.0
    assert people.find(connection, code) is None
    found = people.use_transfer(connection, code, 599.0)
    assert found is not None
    assert found[0] == anna
    assert people.find(connection, found[1]) == people.find(connection, secret) == anna
    assert people.use_transfer(connection, code, 599.0) is None
    late, _ = people.add_transfer(connection, anna, 0.0) or ("", 0.0)
    assert people.use_transfer(connection, late, 601.0) is None


def found_by(connection: Connection, secret: str) -> Person:
    found = people.find(connection, secret)
    assert found is not None
    return found


def test_who_signs_the_others_out_keeps_one_secret(connection: Connection) -> None:
    anna, here = people.add(connection, "Anna", 0.0)
    there = people.add_key(connection, anna.id, 1.0)
    _, bens = people.add(connection, "Ben", 1.0)
    device, lost = found_by(connection, here), found_by(connection, there)
    code, _ = people.add_transfer(connection, lost, 1.0) or ("", 0.0)
    assert people.sign_out_others(connection, device)
    assert people.find(connection, there) is None
    assert people.use_transfer(connection, code, 2.0) is None
    assert people.valid_keys(connection, [device.key, lost.key]) == {device.key: False}
    # What the lost device had asked for before it was signed out comes too late.
    assert not people.sign_out_others(connection, lost)
    assert people.add_transfer(connection, lost, 2.0) is None
    assert people.find(connection, here) == anna
    ben = found_by(connection, bens)
    people.ban(connection, ben.id, True)
    assert people.valid_keys(connection, [device.key, ben.key]) == {device.key: False, ben.key: True}


def test_who_goes_leaves_a_seat_and_nothing_else(connection: Connection) -> None:
    who = add_game(connection, *TWO)
    secret = people.add_key(connection, who, 1.0)
    said = talk.add_message(connection, "g1", 2.0, who, 0, "hello", None)
    people.forget(connection, who)
    assert talk.add_message(connection, "g1", 3.0, who, 0, "still here", None).number > said.number
    people.forget(connection, who)
    assert people.find(connection, secret) is None
    assert people.valid_keys(connection, [people.hashed(secret)]) == {}
    assert talk.last_messages(connection, "g1") == []
    found = rooms.find(connection, "g1")
    assert found is not None
    assert found.seats[0].name == "a guest"


def revision(connection: Connection, name: str = "g1") -> int:
    return rooms.revisions(connection, [name])[name]


def test_a_seat_is_given_once(connection: Connection) -> None:
    add_game(connection, *TWO)
    ben, _ = people.add(connection, "Ben", 1.0)
    rooms.take_seat(connection, "g1", 0, 1, ben.id, "{}", 2.0)
    for place in (1, 0):
        with pytest.raises(Taken, match=f"expected seat {place} to be free"):
            rooms.take_seat(connection, "g1", revision(connection), place, ben.id, "{}", 2.0)


def test_a_change_names_the_revision_it_follows(connection: Connection) -> None:
    add_game(connection, *TWO)
    assert revision(connection) == 0
    rooms.set_seat(connection, "g1", 0, 1, "bot", "greedy", "{}", 2.0)
    assert revision(connection) == 1
    for known in (0, 2):
        with pytest.raises(Conflict, match=f"expected revision {known}"):
            rooms.set_seat(connection, "g1", known, 1, "friend", None, "{}", 2.0)
        with pytest.raises(Conflict):
            rooms.start(connection, "g1", known, "{}", "hash", 1, 1, 2.0)
    assert rooms.revisions(connection, ["g1", "nothing"]) == {"g1": 1}


def test_a_game_starts_once_and_only_with_full_seats(connection: Connection) -> None:
    who = add_game(connection, *TWO)
    rooms.set_seat(connection, "g1", 0, 1, "bot", "greedy", "{}", 2.0)
    rooms.start(connection, "g1", 1, "{}", "hash", 1, 1, 2.0)
    found = rooms.find(connection, "g1")
    assert found is not None
    assert [seat.player for seat in found.seats] == [1, 0]
    assert (found.status, found.mover, found.commitment) == ("running", 1, "hash")
    with pytest.raises(Taken, match="expected a table that is open; it is running"):
        rooms.start(connection, "g1", 2, "{}", "hash", 1, 1, 2.0)
    other = RoomRow("g2", "i", who, "open", "{}", False, 1.0, 1.0, 0, None, None, None, None, TWO[1:])
    rooms.add(connection, other)
    with pytest.raises(Taken, match="every seat to be filled; one is free"):
        rooms.start(connection, "g2", 0, "{}", "hash", 0, 0, 2.0)
    rooms.add(connection, replace(other, id="g3", seats=(SeatRow(0, "person", who), SeatRow(1, ASKED, who))))
    with pytest.raises(Taken, match="has not answered yet"):
        rooms.start(connection, "g3", 0, "{}", "hash", 0, 0, 2.0)


def running(connection: Connection) -> None:
    add_game(connection, SeatRow(0, "person"), SeatRow(1, "bot", bot="greedy"))
    rooms.start(connection, "g1", 0, "{}", "hash", 0, 0, 2.0)


def append(
    connection: Connection, new: Entry, mover: int | None = 1, over: bool = False, dues: tuple[Due, ...] = ()
) -> None:
    log.append(connection, "g1", revision(connection), new, mover, over, dues)


def test_an_append_names_the_version_and_the_revision_it_follows(connection: Connection) -> None:
    running(connection)
    append(connection, entry(1))
    for version in (1, 3):
        with pytest.raises(Conflict, match=f"expected version {version - 1}"):
            append(connection, entry(version))
    with pytest.raises(Conflict):
        log.append(connection, "g1", 1, entry(2), None, False, ())
    append(connection, entry(2), None, True)
    with pytest.raises(Conflict):
        append(connection, entry(3), None, True)
    assert [found.version for found in log.entries(connection, "g1")] == [1, 2]
    assert [found.version for found in log.entries(connection, "g1", 1)] == [2]
    stored = rooms.find(connection, "g1")
    assert stored is not None
    assert (stored.status, stored.version, stored.mover) == ("over", 2, None)


async def test_a_command_is_stored_once(database_url: str) -> None:
    database = await Database.open(database_url)
    await database.write(running)
    await database.write(lambda c: append(c, entry(1, person="anna", command="x")))
    with pytest.raises(Conflict, match="'x' is already stored"):
        await database.write(lambda c: append(c, entry(2, person="anna", command="x")))
    await database.write(lambda c: append(c, entry(2, person="ben", command="x")))
    assert [e.version for e in await database.read(lambda c: log.entries(c, "g1"))] == [1, 2]
    await database.close()


def test_what_is_due_is_its_takers_as_long_as_they_live(connection: Connection) -> None:
    running(connection)
    bot = Due("g1", "bot", 1, 10.0)
    append(connection, entry(1), 1, False, (bot,))
    assert log.next_due(connection) == 10.0
    assert log.take_due(connection, 9.0, "one") == []
    processes.heartbeat(connection, "one", 11.0, 5.0)
    processes.heartbeat(connection, "two", 11.0, 5.0)
    assert log.take_due(connection, 11.0, "one") == [bot]
    assert log.take_due(connection, 12.0, "two") == []
    assert log.next_due(connection) is None
    processes.heartbeat(connection, "two", 15.0, 5.0)
    assert log.take_due(connection, 15.0, "two") == []
    processes.heartbeat(connection, "two", 17.0, 5.0)
    assert log.take_due(connection, 17.0, "two") == [bot]
    processes.leave(connection, "two", 17.0)
    assert log.take_due(connection, 17.0, "three") == [bot]
    append(connection, entry(2), 0)
    assert log.next_due(connection) is None


@pytest.mark.parametrize("banned", [True, False], ids=["banned", "left"])
def test_a_bot_that_takes_the_seat_to_move_is_due_and_the_clock_runs_on(
    connection: Connection, banned: bool
) -> None:
    who = add_game(connection, SeatRow(0, "person"), SeatRow(1, "bot", bot="greedy"))
    rooms.start(connection, "g1", 0, "{}", None, 0, 0, 2.0)
    log.set_due(connection, "g1", (Due("g1", "clock", 0, 60.0),))
    if banned:
        assert administration.ban(connection, who, "greedy")
    else:
        rooms.set_stand_in(connection, "g1", 0, "greedy", 20.0)
    assert log.deadline(connection, "g1") == 60.0
    bot = Due("g1", "bot", 0, 0.0 if banned else 20.0)  # however far a server's time is behind the host's
    assert log.take_due(connection, 99.0, "one") == [Due("g1", "clock", 0, 60.0), bot]
    rooms.set_stand_in(connection, "g1", 0, None, 30.0, deadline=90.0)
    assert log.take_due(connection, 99.0, "two") == [Due("g1", "clock", 0, 60.0)]


def test_whose_person_returns_where_no_clock_runs_gets_a_new_one(connection: Connection) -> None:
    add_game(connection, SeatRow(0, "person"), SeatRow(1, "bot", bot="greedy"))
    rooms.start(connection, "g1", 0, "{}", None, 0, 0, 2.0)
    rooms.set_stand_in(connection, "g1", 0, "greedy", 20.0)
    rooms.set_stand_in(connection, "g1", 0, None, 30.0, deadline=90.0)
    assert log.take_due(connection, 99.0, "one") == [Due("g1", "clock", 0, 90.0)]


def test_time_without_any_process_is_given_back_once(connection: Connection) -> None:
    running(connection)
    assert processes.heartbeat(connection, "one", 100.0, 0.0) == 0.0
    append(connection, entry(1), 1, False, (Due("g1", "bot", 1, 90.0), Due("g1", "clock", 1, 150.0)))
    log.take_due(connection, 100.0, "one")
    assert processes.heartbeat(connection, "one", 103.0, 5.0) == 0.0
    assert processes.heartbeat(connection, "two", 163.0, 5.0) == 60.0
    assert processes.heartbeat(connection, "three", 163.5, 5.0) == 0.0
    assert log.deadline(connection, "g1") == 210.0
    assert log.take_due(connection, 163.0, "two") == [Due("g1", "bot", 1, 90.0)]
    assert processes.heartbeat(connection, "four", 164.0, 0.0) == 0.5


def test_who_is_at_a_table_through_another_process(connection: Connection) -> None:
    for process in ("one", "two"):
        processes.heartbeat(connection, process, 10.0, 5.0)
    processes.set_presence(connection, "one", {"g1": frozenset({"anna", "ben"}), "g2": frozenset({"anna"})})
    processes.set_presence(connection, "two", {"g1": frozenset({"eve"})})
    assert processes.people_elsewhere(connection, "two", ["g1", "g3"]) == {
        "g1": {"anna", "ben"},
        "g3": frozenset(),
    }
    assert processes.people_elsewhere(connection, "one", ["g1"]) == {"g1": {"eve"}}
    processes.set_presence(connection, "one", {"g1": frozenset()})
    assert processes.people_elsewhere(connection, "two", ["g1", "g2"]) == {"g1": frozenset(), "g2": {"anna"}}
    processes.heartbeat(connection, "two", 16.0, 5.0)
    assert processes.people_elsewhere(connection, "two", ["g2"]) == {"g2": frozenset()}


def test_lists_are_newest_first_and_show_who_sits(connection: Connection) -> None:
    who = add_game(connection, *PUBLIC)
    add_game(connection, *TWO, name="g2")
    ben, _ = people.add(connection, "Ben", 1.0)
    rooms.take_seat(connection, "g2", 0, 1, ben.id, "{}", 9.0)
    add_game(connection, *PUBLIC, name="g3")
    connection.execute(update(game).where(game.c.id == "g3").values(changed=10.0))
    assert [row.id for row in rooms.lobby(connection)] == ["g3", "g1"]
    (full,) = rooms.of_person(connection, ben.id)
    assert [seat.name for seat in full.seats] == ["Anna", "Ben"]
    assert rooms.count_unfinished(connection, who) == 1
    rooms.close(connection, "g1", 0, 10.0)
    assert [row.id for row in rooms.lobby(connection)] == ["g3"]
    assert rooms.of_person(connection, who) == []


def test_many_tables_elsewhere_hide_none_that_waits(connection: Connection) -> None:
    who = add_game(connection, *PUBLIC)
    for name, status in (("g2", "running"), ("g3", "over")):
        add_game(connection, *TWO, name=name)
        connection.execute(update(game).where(game.c.id == name).values(host=who, status=status, changed=9.0))
    assert [row.id for row in rooms.lobby(connection)] == ["g1", "g2"]
    assert [row.id for row in rooms.of_person(connection, who)] == ["g2", "g1", "g3"]


def test_a_rematch_is_made_once_unless_it_is_closed(connection: Connection) -> None:
    who = add_game(connection, *TWO)
    first = RoomRow("g2", "i", who, "open", "{}", False, 1.0, 1.0, 0, None, None, None, None, BOTS)
    assert rooms.set_rematch(connection, "g1", first, 9) == "g2"
    assert rooms.set_rematch(connection, "g1", replace(first, id="g3"), 9) == "g2"
    assert rooms.find(connection, "g3") is None
    rooms.close(connection, "g2", revision(connection, "g2"), 3.0)
    assert rooms.set_rematch(connection, "g1", replace(first, id="g3"), 9) == "g3"
    assert rooms.set_rematch(connection, "g1", replace(first, id="g4"), 9) == "g3"
    rooms.close(connection, "g3", revision(connection, "g3"), 3.0)
    with pytest.raises(TooMany, match="at most 1 tables"):
        rooms.set_rematch(connection, "g1", replace(first, id="g4"), 1)


def test_reports_wait_until_they_are_closed(connection: Connection) -> None:
    who = add_game(connection, *TWO)
    ben, _ = people.add(connection, "Ben", 1.0)
    talk.add_report(connection, "g1", 3.0, who, ben.id, "rude")
    (found,) = talk.open_reports(connection)
    assert (found.reported, found.reported_name, found.text) == (ben.id, "Ben", "rude")
    assert administration.prune(connection, 10.0, 10.0) == (0, 0)
    assert talk.close_report(connection, found.number)
    assert talk.open_reports(connection) == []
    assert administration.prune(connection, 10.0, 10.0) == (1, 0)
    people.set_block(connection, who, ben.id, True)
    assert people.blocked_by(connection, who) == {ben.id}
    assert people.blocked_people(connection, who) == [(ben.id, "Ben")]
    people.set_block(connection, who, ben.id, False)
    assert people.blocked_by(connection, who) == frozenset()


def test_talk_is_found_by_its_number(connection: Connection) -> None:
    who = add_game(connection, *TWO)
    first = talk.add_message(connection, "g1", 2.0, who, 0, "hello", None).number
    second = talk.add_message(connection, "g1", 3.0, who, 0, None, "cheers").number
    assert talk.last_number(connection) == second
    assert [(g, w.number) for g, w in talk.messages_since(connection, first, ["g1"])] == [("g1", second)]
    assert talk.messages_since(connection, first, ["g2"]) == []
