"""Requests about oneself: come in, another name, another device, go for good."""

from __future__ import annotations

from functools import partial

from starlette.responses import Response

from cafe.protocol.tables import PersonForm, TransferForm
from cafe.server.api.seats import stand_up
from cafe.server.cluster.revocation import close_sockets_of
from cafe.server.errors import Refused
from cafe.server.http.authentication import drop_cookie, set_cookie
from cafe.server.http.caller import caller
from cafe.server.http.endpoint import Call, json_response, stranger
from cafe.server.rooms.house import House
from cafe.server.rooms.plain_text import clean_name
from cafe.server.rooms.room import Room
from cafe.store import people, rooms
from cafe.store.group_commit import Work


async def come_in(call: Call) -> Response:
    """Come in with a name."""
    house = call.house
    if not house.new_people.allows(caller(call.request), house.now()):
        raise Refused(
            "rate", f"expected at most {house.settings.people_an_hour} new people an hour from here"
        )
    name = clean_name(call.body.name)
    person, secret = await house.database.write(lambda c: people.add(c, name, house.now()))
    return _identified(call, person.name, secret)


def _identified(call: Call, name: str, secret: str) -> Response:
    """Programs get the secret as a token, browsers as a cookie."""
    response = json_response(PersonForm(name, secret if call.body.token else None))
    if not call.body.token:
        set_cookie(call.house, response, secret)
    return response


async def who_am_i(call: Call) -> PersonForm:
    """Tell the asker who they are."""
    return PersonForm(call.person.name)


async def rename(call: Call) -> PersonForm:
    """Take another name."""
    name = clean_name(call.body.name)
    who = call.person.id
    await call.house.database.write(lambda c: people.rename(c, who, name))
    for row in await call.house.database.read(lambda c: rooms.of_person(c, who)):
        await call.house.reread(row.id)
    return PersonForm(name)


async def forget(call: Call) -> Response:
    """Delete what there is of oneself; games stay, with "a guest" in the seat that a bot finishes."""
    house, who = call.house, call.person.id
    rows = await house.database.read(lambda c: rooms.of_person(c, who, 10_000))
    unfinished = [row for row in rows if row.status in ("open", "running")]
    for row in unfinished:
        room = await house.room(row.id)
        await stand_up(house, room, who, resigned=True)
        if room.row.host == who:
            await house.change(room, partial(_close, house, room))
    await house.database.write(lambda c: people.forget(c, who))
    for row in rows:
        await house.reread(row.id)
    close_sockets_of(house, who)
    response = json_response({})
    drop_cookie(house, response)
    return response


def _close(house: House, room: Room) -> Work | None:
    row = room.row
    if row.status != "open":
        return None
    return lambda c: rooms.close(c, row.id, row.revision, house.now())


async def sign_out_others(call: Call) -> dict[str, str]:
    """Sign all other devices out; links that would carry the identity further stop working, too."""
    house, person = call.house, call.person
    if not await house.database.write(lambda c: people.sign_out_others(c, person)):
        raise stranger()
    close_sockets_of(house, person.id, but=person.key)
    return {}


async def make_transfer(call: Call) -> TransferForm:
    """Make a link that carries the identity to another device, once."""
    house, person = call.house, call.person
    made = await house.database.write(lambda c: people.add_transfer(c, person, house.now()))
    if made is None:
        raise stranger()
    code, expires = made
    return TransferForm(code, f"{house.settings.address}/transfer/{code}", expires)


async def use_transfer(call: Call) -> Response:
    """Become the person of a transfer link."""
    house, code = call.house, call.body.code
    found = await house.database.write(lambda c: people.use_transfer(c, code, house.now()))
    if found is None:
        raise Refused("missing", "expected a transfer link of the last ten minutes that was not used yet")
    return _identified(call, found[0].name, found[1])
