"""Finished public games are found by what they have in common, page by page, and no search looks at all."""

from __future__ import annotations

import json

from sqlalchemy import Connection, insert, text, update

from cafe.store import exports, people, public_games, rooms
from cafe.store.public_games import MOST_LOOKED_AT, Place, Search, newest
from cafe.store.rows import RoomRow, SeatRow
from cafe.store.schema import game, seat

BOT = SeatRow(1, "bot", bot="greedy", player=1)
LOCAL = SeatRow(2, "local", name="Clementine", player=2)


def row(name: str, host: str, ended: float, *seats: SeatRow, **more: object) -> RoomRow:
    settings = {"edition": "card", **more}
    return RoomRow(
        name, "i", host, "over", json.dumps(settings), True, 1.0, ended, 0, None, None, None, None, seats
    )


def found(
    connection: Connection, wanted: Search, behind: Place | None = None, most: int = 25
) -> tuple[list[str], Place | None]:
    games, last = newest(connection, wanted, behind, most)
    return [each.id for each in games], last


def test_each_filter_finds_its_games_and_none_that_is_not_for_everybody(connection: Connection) -> None:
    anna, _ = people.add(connection, "Anna", 1.0)
    ben, _ = people.add(connection, "Ben", 1.0)
    shy, _ = people.add(connection, "Shy", 1.0)
    exports.set_exported(connection, shy.id, False)
    first = SeatRow(0, "person", anna.id, player=0)
    second = SeatRow(1, "person", ben.id, player=1)
    for each in (
        row("mixed", anna.id, 10.0, first, BOT, LOCAL, edition="board", spectators=True),
        row("people", ben.id, 20.0, first, second),
        row("bots", ben.id, 30.0, SeatRow(0, "bot", bot="greedy", player=0), BOT),
        row("unwatched", ben.id, 40.0, first, second, spectators=False),
        row("shy", ben.id, 40.0, first, SeatRow(1, "person", shy.id, player=1)),
    ):
        rooms.add(connection, each)
    for name in ("private", "running"):
        rooms.add(connection, row(name, anna.id, 50.0, first, BOT))
    connection.execute(update(game).where(game.c.id == "private").values(listed=False))
    connection.execute(update(game).where(game.c.id == "running").values(status="running"))

    searches = {
        Search(): ["bots", "people", "mixed"],
        Search(edition="board"): ["mixed"],
        Search(edition="card"): ["bots", "people"],
        Search(players=3): ["mixed"],
        Search(players=2): ["bots", "people"],
        Search(players=4): [],
        Search(seats="people"): ["people"],
        Search(seats="bots"): ["bots"],
        Search(seats="mixed"): ["mixed"],
        Search(name="Anna"): ["people", "mixed"],
        Search(name="Ben"): ["people"],
        Search(name="Clementine"): ["mixed"],
        Search(name="bEN"): ["people"],
        Search(name="CLEMENTINE"): ["mixed"],
        Search(name="Vera", bots=("medium", "greedy")): ["bots", "mixed"],
        Search(name="Anselm", bots=("medium", "greedy"), bots_at_least=2): ["bots"],
        Search(name="Ben", bots=("medium", "greedy"), bots_at_least=2): ["bots", "people"],
        Search(name="Lou", bots=("easy",)): [],
        Search(name="Shy"): [],
        Search(name="' OR 1 = 1 --"): [],
        Search(since=20.0): ["bots", "people"],
        Search(until=20.0): ["mixed"],
        Search(since=20.0, until=30.0): ["people"],
        Search(edition="card", players=2, seats="people", name="Anna", since=1.0, until=99.0): ["people"],
    }
    assert {wanted: found(connection, wanted) for wanted in searches} == {
        wanted: (names, None) for wanted, names in searches.items()
    }
    everybody = exports.finished(connection, "", 25)
    assert [each.id for each in everybody] == ["bots", "mixed", "people"]


def test_pages_follow_one_another_and_a_rare_game_is_found_behind_many(connection: Connection) -> None:
    anna, _ = people.add(connection, "Anna", 1.0)
    first = SeatRow(0, "person", anna.id, player=0)
    rooms.add(connection, row("rare", anna.id, 5.0, first, BOT, LOCAL))
    common = row("", anna.id, 0.0)
    columns = {column.name: getattr(common, column.name) for column in game.columns}
    # Three end at each moment: only their ids tell them apart.
    many = [
        {**columns, "id": f"g{number:05}", "changed": 10.0 + number // 3}
        for number in range(MOST_LOOKED_AT + 10)
    ]
    connection.execute(insert(game), many)
    bots = [{"game": each["id"], "seat": 0, "kind": "bot", "bot": "greedy"} for each in many]
    connection.execute(insert(seat), [{**each, "resigned": False, "agrees": False} for each in bots])

    names, place = found(connection, Search(), most=4)
    following, _ = found(connection, Search(), place, most=4)
    assert [*names, *following] == [each["id"] for each in reversed(many[-8:])]

    nothing, place = found(connection, Search(players=3))
    assert nothing == []
    assert place == (many[10]["changed"], many[10]["id"]), "it stops after so many games"
    assert found(connection, Search(players=3), place) == (["rare"], None)


def test_a_search_walks_along_an_index(connection: Connection) -> None:
    if connection.dialect.name != "sqlite":
        connection.execute(text("SET LOCAL enable_seqscan = off"))  # an empty table is read as it lies
    looked_at = public_games._looked_at(Search(since=1.0, until=9.0), (5.0, "g1"))
    query = str(looked_at.compile(dialect=connection.dialect, compile_kwargs={"literal_binds": True}))
    explain = "EXPLAIN QUERY PLAN " if connection.dialect.name == "sqlite" else "EXPLAIN "
    plan = "\n".join(str(line) for line in connection.execute(text(explain + query)).all())
    assert "game_listed" in plan
    assert "TEMP B-TREE" not in plan
    assert "Sort" not in plan
