"""Requests about others: block somebody, tell the host of the server about them."""

from __future__ import annotations

from sqlalchemy import Connection

from cafe.server.endpoint import Call
from cafe.server.errors import Refused
from cafe.server.names import clean
from cafe.store import games, people, words


async def _other(call: Call) -> tuple[str, str]:
    """The table and the person on the seat that is meant."""
    table = await call.house.table(call.part("table"))
    if not table.may_watch(call.person.id):
        raise Refused("forbidden", "expected somebody who may be at this table")
    place = call.body.seat
    other = table.row.seats[place].person if place < len(table.row.seats) else None
    if other is None or other == call.person.id:
        raise Refused("missing", f"expected a seat with somebody else on it; got {place}")
    return table.row.id, other


async def block(call: Call) -> dict[str, str]:
    """Block or unblock the person on a seat: no talk of theirs, and they cannot join one's tables."""
    name, other = await _other(call)
    house, who, blocked = call.house, call.person.id, call.body.blocked
    tables = {name, *(row.id for row in await house.database.read(lambda c: games.of_person(c, who)))}

    def work(connection: Connection) -> None:
        people.set_block(connection, who, other, blocked)
        games.touch(connection, sorted(tables))

    await house.database.write(work)
    for each in tables:
        await house.reread(each)
    return {}


async def report(call: Call) -> dict[str, str]:
    """Store a report for the host of the server."""
    name, other = await _other(call)
    house, who, text = call.house, call.person.id, clean(call.body.text)
    if not text:
        raise Refused("form", "expected a text that can be seen; got none")
    if not house.talk_rates.allows(who, house.now()):
        raise Refused("rate", "expected one report in two seconds; got more")
    await house.database.write(lambda c: words.add_report(c, name, house.now(), who, other, text))
    house.log.warning("report", table=name)
    return {}
