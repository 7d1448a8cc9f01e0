"""The request for a rematch."""

from __future__ import annotations

from dataclasses import replace

from cafe.protocol.tables import TableForm
from cafe.server.api.lobby import new_row, too_many
from cafe.server.api.seats import table_form
from cafe.server.errors import Refused
from cafe.server.http.endpoint import Call
from cafe.server.rooms.room import TableSettings
from cafe.store import rooms
from cafe.store.errors import TooMany
from cafe.store.rooms import SeatRow


async def rematch(call: Call) -> TableForm:
    """Open a table with the same people, where the next seat starts; a second asker gets the same one.

    If that one was closed, there is a new one. The seat of who deleted themselves is free.
    """
    house, person = call.house, call.person
    table = await house.table(call.part("table"))
    if table.row.status != "over" or not table.seats_of(person.id):
        raise Refused("state", "expected somebody who played in a game that is over")
    gone = await house.database.look(lambda c: rooms.gone(c, table.row.id))
    seats = table.row.seats
    first = next(seat.seat for seat in seats if seat.player == 0)
    settings = TableSettings(
        table.settings.edition,
        table.settings.variants,
        (first + 1) % len(seats),
        table.settings.public,
        table.settings.spectators,
        table.settings.talk,
        table.settings.clock,
        languages=table.settings.languages,
        friends=table.settings.friends,
        sent_away=table.settings.sent_away,
    )
    again = tuple(
        SeatRow(seat.seat, table.kind_when_free(seat.seat))
        if seat.person in gone
        else replace(seat, player=None, stand_in=None, resigned=False, agrees=False)
        for seat in seats
    )
    row = new_row(house, person, settings, again)
    most = house.settings.tables_a_person
    try:
        name = await house.database.write(lambda c: rooms.set_rematch(c, table.row.id, row, most))
    except TooMany:
        raise too_many(house) from None
    await house.reread(table.row.id)
    return await table_form(house, await house.table(name), person)
