"""Requests about others: block somebody, report them to the host of the server."""

from __future__ import annotations

from sqlalchemy import Connection

from cafe.protocol.people import (
    REPORT_LENGTH,
    Block,
    BlockedPeopleForm,
    BlockedPerson,
    Report,
    SaidNumbersForm,
)
from cafe.server.errors import Refused
from cafe.server.http.endpoint import Call
from cafe.server.rooms.plain_text import clean_text
from cafe.server.rooms.room import Room
from cafe.server.rooms.server_parts import ServerParts
from cafe.server.rooms.talk import may_hear
from cafe.store import people, processes, rooms, talk


async def _other(call: Call) -> tuple[str, str]:
    """The room, and the person meant, by their seat or by something they said."""
    room = await call.server.rooms.get(call.part("table"))
    asked: Block | Report = call.body
    if not room.may_watch(call.person.id):
        raise Refused("forbidden", "expected somebody who is allowed at this table")
    if (asked.seat is None) == (asked.said is None):
        raise Refused("form", "expected either a seat or the number of something said")
    if asked.seat is not None:
        other = room.row.seats[asked.seat].person if asked.seat < len(room.row.seats) else None
    else:
        other = await _speaker(call.server, room, call.person.id, asked.said or 0)
    if other is None or other == call.person.id:
        meant = f"seat {asked.seat}" if asked.said is None else f"message number {asked.said}"
        raise Refused("missing", f"expected somebody else; got {meant}")
    return room.row.id, other


async def _speaker(server: ServerParts, room: Room, asker: str, number: int) -> str | None:
    """Who said something in a room that the asker may have heard."""
    found = await server.database.read_inline(lambda c: talk.speaker(c, room.row.id, number))
    return found[0] if found is not None and may_hear(room, asker, found[1]) else None


async def block(call: Call) -> SaidNumbersForm:
    """Block or unblock somebody at a table: their talk is hidden, and they cannot join one's tables."""
    name, other = await _other(call)
    await _set_block(call, other, call.body.blocked, {name})
    said = await call.server.database.read(lambda c: talk.message_numbers(c, name, other))
    return SaidNumbersForm(said)


async def blocked_people(call: Call) -> BlockedPeopleForm:
    """List the people whom the asker has blocked."""
    found = await call.server.database.read(lambda c: people.blocked_people(c, call.person.id))
    return BlockedPeopleForm([BlockedPerson(who, name) for who, name in found])


async def unblock(call: Call) -> dict[str, str]:
    """Unblock somebody on that list."""
    other = call.part("person")
    if other not in await call.server.database.read_inline(lambda c: people.blocked_by(c, call.person.id)):
        raise Refused("missing", "expected somebody you have blocked")
    await _set_block(call, other, False, set())
    return {}


async def _set_block(call: Call, other: str, blocked: bool, names: set[str]) -> None:
    """Store it, then send it wherever the asker sits or is: first in these rooms and where the asker is."""
    server, who = call.server, call.person.id
    server.limits.blocks.check(who)
    names |= {room.row.id for room in server.rooms.visited() if who in server.rooms.people_in(room.row.id)}
    others = await server.database.read(
        lambda c: processes.rooms_of(c, who) | {row.id for row in rooms.of_person(c, who)}
    )

    def work(connection: Connection) -> None:
        people.set_block(connection, who, other, blocked)
        rooms.mark_changed(connection, sorted(names | others))

    await server.database.write(work)
    await server.rooms.reread_many([*names, *sorted(others)])


async def report(call: Call) -> dict[str, str]:
    """Store a report for the host of the server."""
    name, other = await _other(call)
    server, who, text = call.server, call.person.id, clean_text(call.body.text)
    if not text:
        raise Refused("form", "expected a visible text; got none")
    if len(text) > REPORT_LENGTH:  # some characters become several when they are cleaned
        raise Refused("form", f"expected at most {REPORT_LENGTH} characters; got more")
    server.limits.talk.check(who)
    await server.database.write(lambda c: talk.add_report(c, name, server.process.now(), who, other, text))
    server.process.log.warning("report", table=name)
    return {}
