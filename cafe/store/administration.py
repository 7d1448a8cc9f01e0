"""What the host of a server does by hand: list, close, ban, delete."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, exists, or_, select, update

from cafe.store import people, puzzles, rooms
from cafe.store.schema import (
    block,
    credential,
    daily_try,
    due,
    entry,
    game,
    person,
    report,
    review,
    review_link,
    seat,
    stamp,
    talk,
)

AT_ONCE = 0.0
"""A due time for what must not wait: the server's time, which a command does not know, may be behind."""


@dataclass(frozen=True)
class RoomSummary:
    """A room as the host sees it."""

    id: str
    status: str
    version: int
    changed: float
    people: str


def list_rooms(connection: Connection, status: str | None) -> list[RoomSummary]:
    """Rooms, newest first, with the people in them and their ids."""
    wanted = select(game).order_by(game.c.changed.desc())
    if status is not None:
        wanted = wanted.where(game.c.status == status)
    return [
        RoomSummary(row.id, row.status, row.version, row.changed, _people(connection, row.id))
        for row in connection.execute(wanted).all()
    ]


def _people(connection: Connection, name: str) -> str:
    rows = connection.execute(
        select(person.c.name, person.c.id, person.c.author)
        .join(seat, seat.c.person == person.c.id)
        .where(seat.c.game == name)
        .order_by(seat.c.seat)
    )
    return ", ".join(
        f"{row.name} ({row.id}{'' if row.author is None else f', bot by {row.author}'})" for row in rows
    )


def close_room(connection: Connection, name: str) -> bool:
    """Close a waiting or running room; returns whether there was one."""
    done = connection.execute(
        update(game)
        .where(game.c.id == name, game.c.status.in_(("open", "running")))
        .values(status="closed", revision=game.c.revision + 1)
    )
    connection.execute(delete(due).where(due.c.game == name))
    return done.rowcount > 0


def ban(connection: Connection, who: str, bot: str) -> bool:
    """Ban a person and let a bot play their running games; returns whether there is such a person."""
    mine = select(seat.c.game).where(seat.c.person == who, seat.c.stand_in.is_(None))
    running = connection.scalars(
        select(game.c.id).where(game.c.id.in_(mine), game.c.status == "running")
    ).all()
    rooms.mark_changed(connection, running)  # locks them: from here on nobody can move there
    rows = connection.execute(
        select(seat.c.game, seat.c.seat)
        .join(game, game.c.id == seat.c.game)
        .where(game.c.id.in_(running), game.c.status == "running", seat.c.person == who)
    ).all()
    for row in rows:
        rooms.set_stand_in(connection, row.game, row.seat, bot, AT_ONCE)
    return people.ban(connection, who, True)


def prune(connection: Connection, before: float, now: float) -> tuple[int, int]:
    """Delete rooms closed or never begun and unchanged since then, and expired codes; returns how many."""
    return delete_rooms(connection, before), delete_codes(connection, now)


def delete_codes(connection: Connection, now: float) -> int:
    """Delete expired codes; returns how many."""
    spent = (credential.c.kind == "transfer") & (credential.c.expires < now)
    return connection.execute(delete(credential).where(spent)).rowcount


def delete_rooms(connection: Connection, before: float, most: int | None = None) -> int:
    """Delete rooms that were closed or never began, unchanged since then; returns how many.

    Games played to the end are kept for ever, rooms with open reports until the host has closed those.
    """
    reported = select(report.c.game).where(report.c.closed.is_(False))
    old = connection.scalars(
        select(game.c.id)
        .where(game.c.changed < before, game.c.status.in_(("open", "closed")), game.c.id.not_in(reported))
        .limit(most)
    ).all()
    for name in old:
        for table in (review_link, review, daily_try, talk, report, due, entry, seat):
            connection.execute(delete(table).where(table.c.game == name))
        connection.execute(update(game).where(game.c.rematch == name).values(rematch=None))
        connection.execute(delete(game).where(game.c.id == name))
    return len(old)


def close_abandoned(connection: Connection, before: float, now: float, most: int) -> int:
    """Close running games in which nobody has moved since then; returns how many."""
    old = select(game.c.id).where(game.c.status == "running", game.c.changed < before).limit(most)
    names = connection.scalars(old).all()
    closed = {"status": "closed", "changed": now, "revision": game.c.revision + 1}
    still = (game.c.id.in_(names), game.c.status == "running", game.c.changed < before)
    # Meanwhile another process may have stored a turn: what is due there then is left alone.
    done = connection.scalars(update(game).where(*still).values(**closed).returning(game.c.id)).all()
    connection.execute(delete(due).where(due.c.game.in_(done)))
    return len(done)


def delete_people(connection: Connection, before: float, most: int) -> int:
    """Delete people not seen since then who have left nothing that others can see; returns how many.

    Kept are people who sit or sat in a room, opened one, said something, are in a report, or are banned.
    """
    seen_later = exists().where(credential.c.person == person.c.id, before <= people.SEEN)
    left = [
        exists().where(column == person.c.id)
        for column in (seat.c.person, game.c.host, talk.c.person, report.c.reporter, report.c.reported)
    ]
    names = connection.scalars(
        select(person.c.id)
        .where(person.c.created < before, person.c.banned.is_(False), ~or_(seen_later, *left))
        .limit(most)
    ).all()
    connection.execute(update(review).where(review.c.person.in_(names)).values(person=None))
    puzzles.forget_people(connection, names)
    connection.execute(delete(credential).where(credential.c.person.in_(names)))
    connection.execute(delete(stamp).where(stamp.c.person.in_(names)))
    connection.execute(delete(block).where(block.c.person.in_(names) | block.c.blocked.in_(names)))
    connection.execute(delete(person).where(person.c.id.in_(names)))
    return len(names)
