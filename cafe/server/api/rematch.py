"""The request for a rematch."""

from __future__ import annotations

from msgspec.structs import replace

from cafe.protocol.tables import TableForm
from cafe.server.api.lobby import new_row, too_many_rooms
from cafe.server.api.seats import room_form
from cafe.server.errors import Refused
from cafe.server.http.endpoint import Call
from cafe.store import people, rooms
from cafe.store.errors import TooMany
from cafe.store.rows import SeatRow


async def rematch(call: Call) -> TableForm:
    """Open a table with the same people, where the next seat starts; a second asker gets the same one.

    If that one was closed, there is a new one. The seat of who deleted themselves is free, and so is that of
    whoever the asker has blocked, or who has blocked the asker.
    """
    server, person = call.server, call.person
    room = await server.rooms.get(call.part("table"))
    if room.row.status != "over" or not room.seats_of(person.id):
        raise Refused("state", "expected somebody who played in a game that is over")
    seats = room.row.seats
    gone, blocks = await server.database.read(
        lambda c: (rooms.deleted_people(c, room.row.id), people.blocks(c, sorted(room.seated)))
    )
    gone |= blocks.get(person.id, frozenset()) | {
        who for who, blocked in blocks.items() if person.id in blocked
    }
    first = next(seat.seat for seat in seats if seat.player == 0)
    # The seats are taken by whoever played: nothing is reserved any more, and practice, or the café
    # of a day, was another beginning.
    settings = replace(
        room.settings, starter=(first + 1) % len(seats), reserved={}, practice=False, daily=None
    )
    again = tuple(
        SeatRow(seat.seat, room.kind_when_free(seat.seat))
        if seat.person in gone
        else replace(seat, player=None, stand_in=None, resigned=False, agrees=False, asks_stand_in=None)
        for seat in seats
    )
    row = new_row(server, person, settings, again)
    server.limits.tables.check(person.id, server.process.now())
    most = server.settings.tables_a_person
    try:
        name = await server.database.write(lambda c: rooms.set_rematch(c, room.row.id, row, most))
    except TooMany:
        raise too_many_rooms(server) from None
    await server.rooms.reread(room.row.id)
    return await room_form(server, await server.rooms.get(name), person)
