"""Table talk and reports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from cafe.store.errors import Conflict
from cafe.store.prepared import Prepared
from cafe.store.schema import person, report, talk


@dataclass(frozen=True)
class Message:
    """Something said in a room; `seat` is None for a spectator."""

    number: int
    at: float
    person: str
    name: str
    seat: int | None
    text: str | None
    emote: str | None


def add_message(
    connection: Connection,
    game: str,
    at: float,
    who: str,
    seat: int | None,
    text: str | None,
    emote: str | None,
    command: str | None = None,
) -> Message:
    """Store something said, under its speaker's current name; raises Conflict if the command is known."""
    row = {"game": game, "at": at, "person": who, "seat": seat, "text": text, "emote": emote}
    try:
        done = connection.execute(insert(talk).values(**row, command=command))
    except IntegrityError:
        raise Conflict(f"expected a new command; {command!r} is already stored") from None
    number = int((done.inserted_primary_key or (0,))[0])
    name = connection.scalar(select(person.c.name).where(person.c.id == who)) or ""
    return Message(number, at, who, name, seat, text, emote)


_WORDS = select(
    talk.c.number, talk.c.at, talk.c.person, person.c.name, talk.c.seat, talk.c.text, talk.c.emote
).join(person, person.c.id == talk.c.person)
_LAST = Prepared(
    _WORDS.where(talk.c.game == bindparam("game")).order_by(talk.c.number.desc()).limit(bindparam("most"))
)


def last_messages(connection: Connection, game: str, most: int = 100) -> list[Message]:
    """The last things said in a room, in order."""
    return [Message(*row) for row in reversed(_LAST.rows(connection, game=game, most=most))]


def messages_since(connection: Connection, number: int, games: Sequence[str]) -> list[tuple[str, Message]]:
    """What was said in these rooms after a number, each with its room."""
    rows = connection.execute(
        _WORDS.add_columns(talk.c.game)
        .where(talk.c.number > number, talk.c.game.in_(games))
        .order_by(talk.c.number)
    )
    return [(row.game, Message(*row[:-1])) for row in rows]


def speaker(connection: Connection, game: str, number: int) -> tuple[str, int | None] | None:
    """Who said something in a room, and from which seat."""
    row = connection.execute(
        select(talk.c.person, talk.c.seat).where(talk.c.game == game, talk.c.number == number)
    ).first()
    return None if row is None else (row.person, row.seat)


def message_numbers(connection: Connection, game: str, who: str) -> list[int]:
    """The numbers of what somebody said in a room."""
    found = select(talk.c.number).where(talk.c.game == game, talk.c.person == who).order_by(talk.c.number)
    return list(connection.scalars(found))


def last_number(connection: Connection) -> int:
    """The number of the last thing that was said anywhere."""
    return connection.scalar(select(func.max(talk.c.number))) or 0


def add_report(connection: Connection, game: str, at: float, reporter: str, reported: str, text: str) -> None:
    """Store a report for the host of the server."""
    connection.execute(
        insert(report).values(game=game, at=at, reporter=reporter, reported=reported, text=text, closed=False)
    )


@dataclass(frozen=True)
class ReportRow:
    """A report that the host has not closed; people by their ids and the names they have now."""

    number: int
    at: float
    game: str
    reporter: str
    reported: str
    text: str
    reporter_name: str
    reported_name: str


def open_reports(connection: Connection) -> list[ReportRow]:
    """The reports that the host has not closed."""
    reporter, reported = person.alias(), person.alias()
    columns = (report.c[name] for name in ("number", "at", "game", "reporter", "reported", "text"))
    rows = connection.execute(
        select(*columns, reporter.c.name.label("reporter_name"), reported.c.name.label("reported_name"))
        .join(reporter, reporter.c.id == report.c.reporter)
        .join(reported, reported.c.id == report.c.reported)
        .where(report.c.closed.is_(False))
        .order_by(report.c.number)
    )
    return [ReportRow(**row) for row in rows.mappings()]


def close_report(connection: Connection, number: int) -> bool:
    """Mark a report as dealt with; returns whether there is one."""
    done = connection.execute(update(report).where(report.c.number == number).values(closed=True))
    return done.rowcount > 0
