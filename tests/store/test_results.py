"""Results and stamps of people: each noted once, found by what is asked for, gone with their person."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, func, select, update

from cafe.store import administration, people, recovery, results, rooms, stamps
from cafe.store.public_games import Search
from cafe.store.results import ResultRow
from cafe.store.rows import RoomRow, SeatRow
from cafe.store.schema import credential, game, person, result, stamp

NOTHING: Sequence[str] = ()


def add_game(connection: Connection, name: str, ended: float, *seats: SeatRow) -> None:
    """A finished card game, hosted by the person in the first seat."""
    host = seats[0].person or ""
    settings = '{"edition": "card"}'
    rooms.add(
        connection,
        RoomRow(name, "i", host, "over", settings, False, 1.0, ended, 1, None, None, None, None, seats),
    )


def test_a_game_is_noted_once_and_a_stamp_keeps_its_date(connection: Connection) -> None:
    anna = people.add(connection, "Anna", 1.0)[0].id
    mine = SeatRow(0, "person", anna, player=0)
    bot = SeatRow(1, "bot", bot="greedy", player=1)
    for name, ended in (("g2", 20.0), ("g1", 10.0), ("g3", 30.0)):
        add_game(connection, name, ended, mine, bot)
    connection.execute(update(game).where(game.c.id == "g3").values(status="running"))
    assert results.unread(connection, anna, 9) == ["g1", "g2"]
    assert results.unread(connection, anna, 1) == ["g1"]
    first = ResultRow("g1", 10.0, "card", 2, 1, 50, 7)
    second = ResultRow("g2", 20.0, "card", 2, None, None, None)
    for _ in range(2):
        results.add(connection, anna, [(first, ["vera", "card"]), (second, ["vera"])])
    assert results.unread(connection, anna, 9) == []
    assert results.everything(connection, anna) == [second, first]
    assert results.latest(connection, anna) == [first]
    assert stamps.of_person(connection, anna) == [("card", 10.0, "g1"), ("vera", 10.0, "g1")]


def test_games_and_opponents_are_found(connection: Connection) -> None:
    anna, ben, robo = (people.add(connection, name, 1.0)[0].id for name in ("Anna", "Ben", "Robo"))
    connection.execute(update(person).where(person.c.id == robo).values(author="Ada"))
    mine = SeatRow(0, "person", anna, player=0)
    vera, second = (SeatRow(place, "bot", bot="medium", player=place) for place in (1, 2))
    friend, program = (SeatRow(1, "person", who, player=1) for who in (ben, robo))
    add_game(connection, "g1", 10.0, mine, vera, second)
    add_game(connection, "g2", 20.0, mine, friend)
    add_game(connection, "g3", 30.0, mine, program)
    add_game(connection, "g4", 40.0, mine, vera)
    noted = [
        ResultRow("g1", 10.0, "card", 3, 1, 60, 9),
        ResultRow("g2", 20.0, "card", 2, 2, 40, -5),
        ResultRow("g3", 30.0, "card", 2, 1, 55, 2),
        ResultRow("g4", 40.0, "card", 2, None, None, None),
    ]
    results.add(connection, anna, [(row, NOTHING) for row in noted])
    met = {(each.bot, each.name, each.author): each[4:] for each in results.opponents(connection, anna)}
    assert met == {
        ("medium", None, None): (1, 1),
        (None, "Ben", None): (1, 0),
        (None, "Robo", "Ada"): (1, 1),
    }

    def found(wanted: Search, bots: Sequence[str] = (), won: bool | None = None) -> list[str]:
        games, place = results.newest(connection, anna, wanted, bots, won, None, 25)
        assert place is None
        return [row.game for row, _ in games]

    assert found(Search()) == ["g4", "g3", "g2", "g1"]
    assert found(Search(players=3)) == ["g1"]
    assert found(Search(edition="board")) == []
    assert found(Search(name="Ben")) == ["g2"]
    assert found(Search(seats="people")) == ["g2"]
    assert found(Search(since=20.0, until=40.0)) == ["g3", "g2"]
    assert found(Search(), bots=["medium", "greedy"]) == ["g4", "g1"]
    assert (found(Search(), won=True), found(Search(), won=False)) == (["g3", "g1"], ["g2"])
    some, place = results.newest(connection, anna, Search(), (), None, None, 3)
    assert ([row.game for row, _ in some], place) == (["g4", "g3", "g2"], (20.0, "g2"))
    rest, place = results.newest(connection, anna, Search(), (), None, place, 3)
    assert ([row for row, _ in rest], place) == ([noted[0]], None)
    assert results.newest(connection, ben, Search(), (), None, None, 3) == ([], None)


def count(connection: Connection) -> list[int | None]:
    return [connection.scalar(select(func.count()).select_from(table)) for table in (result, stamp)]


def test_they_go_with_their_person(connection: Connection) -> None:
    anna, ben = (people.add(connection, name, 1.0)[0].id for name in ("Anna", "Ben"))
    add_game(connection, "g1", 10.0, SeatRow(0, "person", anna), SeatRow(1, "person", ben))
    row = ResultRow("g1", 10.0, "card", 2, 1, 50, 7)
    for who in (anna, ben):
        results.add(connection, who, [(row, ["card"])])
    assert count(connection) == [2, 2]
    people.forget(connection, anna)
    assert count(connection) == [1, 1]
    results.add(connection, anna, [(row, ["card"])])
    assert count(connection) == [1, 1]
    assert stamps.profile(connection, anna, "") is None
    carla = people.add(connection, "Carla", 1.0)[0].id
    stamps.award(connection, carla, ["lesson"], 1.0)
    assert administration.delete_people(connection, 5.0, 10) == 1
    assert count(connection) == [1, 1]


def test_a_recovery_code_works_until_it_is_replaced(connection: Connection) -> None:
    anna, secret = people.add(connection, "Anna", 1.0)
    here = people.find(connection, secret)
    assert here is not None
    assert recovery.made(connection, anna.id) is None
    assert recovery.replace(connection, here, "first", 2.0)
    assert recovery.made(connection, anna.id) == 2.0
    for _ in range(2):
        back = recovery.use(connection, "first", 3.0)
        assert back is not None
        assert back[0].id == anna.id
        assert people.find(connection, back[1]) == anna
    assert "first" not in set(connection.scalars(select(credential.c.hash)))
    assert recovery.replace(connection, here, "second", 4.0)
    assert recovery.use(connection, "first", 5.0) is None
    assert people.use_transfer(connection, "second", 5.0) is None
    assert people.find(connection, "second") is None
    administration.delete_codes(connection, 1e12)
    assert recovery.use(connection, "second", 5.0) is not None
    assert people.sign_out_others(connection, here)
    assert recovery.use(connection, "second", 6.0) is None
    assert recovery.replace(connection, here, "third", 7.0)
    people.forget(connection, anna.id)
    assert recovery.use(connection, "third", 8.0) is None
    assert not recovery.replace(connection, here, "fourth", 9.0)
