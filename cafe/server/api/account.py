"""Requests about oneself: get an identity, change name, add a device, delete one's data."""

from __future__ import annotations

from functools import partial

from sqlalchemy import Connection
from starlette.responses import Response

from cafe.protocol.people import PersonForm, TransferForm
from cafe.server.api.seats import stand_up
from cafe.server.cluster.revocation import close_sockets_of
from cafe.server.errors import Refused
from cafe.server.http.authentication import drop_cookie, set_cookie, stranger
from cafe.server.http.caller import caller
from cafe.server.http.endpoint import Call, json_response
from cafe.server.rooms.challenges import decline
from cafe.server.rooms.plain_text import clean_name
from cafe.server.rooms.room import Room
from cafe.server.rooms.server_parts import ServerParts
from cafe.store import exports, people, rooms, stamps
from cafe.store.group_commit import Work


async def come_in(call: Call) -> Response:
    """Get an identity with a name."""
    server = call.server
    server.limits.new_people.check(caller(call.request))
    name = clean_name(call.body.name)
    person, secret = await server.database.write(lambda c: people.add(c, name, server.process.now()))
    return identified(call, person.name, secret)


def identified(call: Call, name: str, secret: str) -> Response:
    """Programs get the secret as a token, browsers as a cookie."""
    response = json_response(PersonForm(name, secret if call.body.token else None))
    if not call.body.token:
        set_cookie(call.server, response, secret)
    return response


async def who_am_i(call: Call) -> PersonForm:
    """Show the asker who they are."""
    who = call.person.id
    return await call.server.database.read(lambda c: _form(c, who, call.person.name))


def _form(connection: Connection, who: str, name: str) -> PersonForm:
    return PersonForm(
        name, exported=exports.is_exported(connection, who), shown=stamps.shown(connection, who)
    )


async def change(call: Call) -> PersonForm:
    """Change one's name, whether one's games may be exported, and what others see of one's page."""
    who, name, exported, shown = call.person.id, call.person.name, call.body.exported, call.body.shown
    if shown is not None:
        await call.server.database.write(lambda c: stamps.set_shown(c, who, shown))
    if exported is not None:
        await call.server.database.write(lambda c: exports.set_exported(c, who, exported))
    if call.body.name is not None:
        if call.person.author is not None:
            raise Refused("forbidden", "expected a person; a bot account keeps its name")
        call.server.limits.names.check(who)
        name = clean_name(call.body.name)
        await call.server.database.write(lambda c: people.rename(c, who, name))
        rows = await call.server.database.read(lambda c: rooms.of_person(c, who))
        await call.server.rooms.reread_many(row.id for row in rows)
    return await call.server.database.read(lambda c: _form(c, who, name))


async def forget(call: Call) -> Response:
    """Delete one's data; games stay, with "a guest" in a seat that a bot plays to the end."""
    server, who = call.server, call.person.id
    rows = await server.database.read(lambda c: rooms.of_person(c, who, 10_000))
    unfinished = [row for row in rows if row.status in ("open", "running")]
    for row in unfinished:
        room = await server.rooms.get(row.id)
        if room.row.status == "open" and room.asked_seat(who) is not None:
            await decline(server.rooms, room, call.person)
        await stand_up(server, room, who, resigned=True)
        if room.row.host == who:
            await server.rooms.change(room, partial(_close, server, room))
    await server.database.write(lambda c: people.forget(c, who))
    await server.rooms.reread_many(row.id for row in rows)
    close_sockets_of(server, who)
    response = json_response({})
    drop_cookie(server, response)
    return response


def _close(server: ServerParts, room: Room) -> Work | None:
    row = room.row
    if row.status != "open":
        return None
    return lambda c: rooms.close(c, row.id, row.revision, server.process.now())


async def sign_out_others(call: Call) -> dict[str, str]:
    """Sign all other devices out; links that would sign in further devices stop working too."""
    server, person = call.server, call.person
    if not await server.database.write(lambda c: people.sign_out_others(c, person)):
        raise stranger(call.request)
    close_sockets_of(server, person.id, but=person.key)
    return {}


async def make_transfer(call: Call) -> TransferForm:
    """Make a link that signs in another device as the same person, once."""
    server, person = call.server, call.person
    server.limits.transfers.check(person.id)
    server.limits.transfers_of_address.check(caller(call.request))
    made = await server.database.write(lambda c: people.add_transfer(c, person, server.process.now()))
    if made is None:
        raise stranger(call.request)
    code, expires = made
    return TransferForm(code, f"{server.settings.address}/transfer/{code}", expires)


async def use_transfer(call: Call) -> Response:
    """Become the person of a transfer link."""
    server, code = call.server, call.body.code
    found = await server.database.write(lambda c: people.use_transfer(c, code, server.process.now()))
    if found is None:
        raise Refused("missing", "expected an unused transfer link from the last ten minutes")
    return identified(call, found[0].name, found[1])
