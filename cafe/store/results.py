"""The results of finished games for each person in them, and statistics over these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, case, exists, func, insert, literal, select, tuple_
from sqlalchemy import types as kinds

from cafe.store import rooms, stamps
from cafe.store.dialect import json_field
from cafe.store.public_games import Place, Search, filters
from cafe.store.rows import RoomRow
from cafe.store.schema import game, person, result, seat

MOST_SUMMED = 2_000
"""How many of a person's latest games count in statistics and are examined by a search."""
MOST_OPPONENTS = 20


class ResultRow(NamedTuple):
    """How a game ended for somebody; the numbers are None where the game does not count."""

    game: str
    ended: float
    edition: str
    players: int
    rank: int | None
    points: int | None
    margin: int | None


class Opponent(NamedTuple):
    """An opponent in games that count: a house bot, or a person, who may be a program."""

    bot: str | None
    person: str | None
    name: str | None
    author: str | None
    games: int
    wins: int


def unread(connection: Connection, who: str, most: int) -> list[str]:
    """Some finished games of a person that have no result yet, oldest first; lessons never have one."""
    is_lesson = json_field(connection, game.c.settings, "lesson").as_boolean()
    mine = select(seat.c.game).where(seat.c.person == who)
    known = exists().where(result.c.person == who, result.c.game == game.c.id)
    return list(
        connection.scalars(
            select(game.c.id)
            .where(game.c.id.in_(mine), game.c.status == "over", ~known, is_lesson.is_not(True))
            .order_by(game.c.changed, game.c.id)
            .limit(most)
        )
    )


def add(connection: Connection, who: str, found: Sequence[tuple[ResultRow, Sequence[str]]]) -> None:
    """Store results and the stamps that they earn; existing ones stay as they are.

    Nothing is stored about people who have deleted their data meanwhile.
    """
    if not stamps.is_here(connection, who):
        return
    games = [row.game for row, _ in found]
    known = set(
        connection.scalars(select(result.c.game).where(result.c.person == who, result.c.game.in_(games)))
    )
    for row, earned in found:
        if row.game not in known:
            connection.execute(insert(result).values(person=who, **row._asdict()))
        stamps.award(connection, who, earned, row.ended, row.game)


def _latest(who: str) -> Select[Any]:
    return (
        select(*(result.c[name] for name in ResultRow._fields))
        .where(result.c.person == who)
        .order_by(result.c.ended.desc(), result.c.game.desc())
        .limit(MOST_SUMMED)
    )


def latest(connection: Connection, who: str) -> list[ResultRow]:
    """The latest games of a person that count, in the order in which they ended."""
    rows = connection.execute(_latest(who).where(result.c.rank.is_not(None)))
    return [ResultRow(*row) for row in rows][::-1]


def everything(connection: Connection, who: str) -> list[ResultRow]:
    """All results of a person, newest first."""
    rows = connection.execute(_latest(who).limit(None))
    return [ResultRow(*row) for row in rows]


def opponents(connection: Connection, who: str) -> list[Opponent]:
    """The most frequent opponents in the games that `latest` returns."""
    found = _latest(who).where(result.c.rank.is_not(None)).subquery()
    met = func.count(found.c.game.distinct())
    won = func.count(case((found.c.rank == 1, found.c.game)).distinct())
    rows = connection.execute(
        select(seat.c.bot, seat.c.person, person.c.name, person.c.author, met, won)
        .select_from(found)
        .join(seat, seat.c.game == found.c.game)
        .outerjoin(person, person.c.id == seat.c.person)
        .where(seat.c.person.is_(None) | (seat.c.person != who))
        .group_by(seat.c.bot, seat.c.person, person.c.name, person.c.author)
        .order_by(met.desc(), seat.c.bot, seat.c.person)
        .limit(MOST_OPPONENTS)
    )
    return [Opponent(*row) for row in rows]


def newest(
    connection: Connection,
    who: str,
    wanted: Search,
    bots: Sequence[str],
    won: bool | None,
    behind: Place | None,
    most: int,
) -> tuple[list[tuple[ResultRow, RoomRow]], Place | None]:
    """Some games of a person, the most recent first, and where to continue; None at the end.

    `bots` are the names of one level, if games against it are wanted.
    """
    query = _latest(who).add_columns(game.c.id, game.c.settings).join(game, game.c.id == result.c.game)
    if wanted.since is not None:
        query = query.where(result.c.ended >= wanted.since)
    if wanted.until is not None:
        query = query.where(result.c.ended < wanted.until)
    if behind is not None:
        place = tuple_(literal(behind[0], kinds.Float), literal(behind[1], kinds.String))
        query = query.where(tuple_(result.c.ended, result.c.game) < place)
    window = query.subquery()
    chosen = select(*(window.c[name] for name in ResultRow._fields)).where(
        *filters(connection, wanted, window)
    )
    if bots:
        chosen = chosen.where(exists().where(seat.c.game == window.c.game, seat.c.bot.in_(bots)))
    if won is not None:
        chosen = chosen.where(window.c.rank == 1 if won else window.c.rank > 1)
    rows = [
        ResultRow(*row)
        for row in connection.execute(
            chosen.order_by(window.c.ended.desc(), window.c.game.desc()).limit(most + 1)
        )
    ]
    found = [(row, room) for row in rows[:most] if (room := rooms.find(connection, row.game)) is not None]
    if len(rows) > most:
        return found, (rows[most - 1].ended, rows[most - 1].game)
    last = connection.execute(query.offset(MOST_SUMMED - 1)).first()
    return found, None if last is None else (last.ended, last.game)
