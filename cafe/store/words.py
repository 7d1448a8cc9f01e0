"""Table talk and reports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, func, insert, select, update

from cafe.store.prepared import Prepared
from cafe.store.schema import person, report, talk


@dataclass(frozen=True)
class Word:
    """Something said at a table; `seat` None is a spectator."""

    number: int
    at: float
    person: str
    name: str
    seat: int | None
    text: str | None
    emote: str | None


def say(
    connection: Connection,
    game: str,
    at: float,
    who: str,
    seat: int | None,
    text: str | None,
    emote: str | None,
) -> int:
    """Store something said; its number."""
    done = connection.execute(
        insert(talk).values(game=game, at=at, person=who, seat=seat, text=text, emote=emote)
    )
    return int((done.inserted_primary_key or (0,))[0])


_WORDS = select(
    talk.c.number, talk.c.at, talk.c.person, person.c.name, talk.c.seat, talk.c.text, talk.c.emote
).join(person, person.c.id == talk.c.person)
_LAST = Prepared(
    _WORDS.where(talk.c.game == bindparam("game")).order_by(talk.c.number.desc()).limit(bindparam("most"))
)


def said(connection: Connection, game: str, most: int = 100) -> list[Word]:
    """The last things said at a table, in order."""
    return [Word(*row) for row in reversed(_LAST.rows(connection, game=game, most=most))]


def said_since(connection: Connection, number: int, games: Sequence[str]) -> list[tuple[str, Word]]:
    """What was said at these tables behind a number, each with its table."""
    rows = connection.execute(
        _WORDS.add_columns(talk.c.game)
        .where(talk.c.number > number, talk.c.game.in_(games))
        .order_by(talk.c.number)
    )
    return [(row.game, Word(*row[:-1])) for row in rows]


def last_said(connection: Connection) -> int:
    """The number of the last thing that was said anywhere."""
    return connection.scalar(select(func.max(talk.c.number))) or 0


def add_report(connection: Connection, game: str, at: float, reporter: str, reported: str, text: str) -> None:
    """Store a report for the host of the server."""
    connection.execute(
        insert(report).values(game=game, at=at, reporter=reporter, reported=reported, text=text, closed=False)
    )


@dataclass(frozen=True)
class ReportRow:
    """A report that the host has not closed."""

    number: int
    at: float
    game: str
    reporter: str
    reported: str
    text: str


def open_reports(connection: Connection) -> list[ReportRow]:
    """The reports that wait for the host."""
    rows = connection.execute(
        select(*(report.c[name] for name in ReportRow.__dataclass_fields__))
        .where(report.c.closed.is_(False))
        .order_by(report.c.number)
    )
    return [ReportRow(*row) for row in rows]


def close_report(connection: Connection, number: int) -> bool:
    """Mark a report as seen to; whether there is one."""
    done = connection.execute(update(report).where(report.c.number == number).values(closed=True))
    return done.rowcount > 0
