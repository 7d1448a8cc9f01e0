"""The request for a rematch."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace
from sqlalchemy import Connection

from cafe.protocol.tables import TableForm
from cafe.server.api.bots import IDLE_SECONDS, MOST_GAMES, MOST_GAMES_TOGETHER, listening_bots
from cafe.server.api.lobby import most_rooms, new_row, too_many_rooms
from cafe.server.api.seats import room_form
from cafe.server.errors import Refused
from cafe.server.http.caller import caller
from cafe.server.http.endpoint import Call
from cafe.server.rooms.challenges import set_expiry, with_asked
from cafe.store import bot_accounts, people, rooms
from cafe.store.errors import TooMany
from cafe.store.rows import ASKED, SeatRow


async def rematch(call: Call) -> TableForm:
    """Open a table with the same people, where the next seat starts; a second asker gets the same one.

    If that one was closed, there is a new one. The seats of people who have deleted their data are free,
    and so are those of people whom the asker has blocked, or who have blocked the asker or somebody else
    there: they decide for themselves whether to sit down. Bot accounts are asked again, if no block is
    in the way.
    """
    server, person = call.server, call.person
    if person.author is not None:
        raise Refused("forbidden", "expected a person; bot accounts play again when they are asked to")
    room = await server.rooms.get(call.part("table"))
    if room.row.status != "over" or not room.seats_of(person.id):
        raise Refused("state", "expected somebody who played in a game that is over")
    seats = room.row.seats
    seated, since = sorted(room.seated), server.process.now() - IDLE_SECONDS
    gone, blocks, games = await server.database.read(
        lambda c: (
            rooms.deleted_people(c, room.row.id),
            people.blocks(c, seated),
            bot_accounts.count_games(c, seated, person.id, since),
        )
    )
    bots = frozenset(seat.person for seat in seats if seat.author is not None and seat.person is not None)
    gone |= _kept_apart(person.id, room.seated - gone, bots, blocks)
    first = next(seat.seat for seat in seats if seat.player == 0)
    busy = {
        who for who, count in games.items() if count.all >= MOST_GAMES or count.of_host >= MOST_GAMES_TOGETHER
    }
    can_be_asked = await listening_bots(server) - gone - busy
    asked = [seat.seat for seat in seats if seat.author is not None and seat.person in can_be_asked]
    # The seats are taken by the people who played: nothing is reserved any more, and practice, or the café
    # of a day, was a different beginning.
    settings = replace(
        with_asked(replace(room.settings, asked_until={}), asked, server.process.now()),
        starter=(first + 1) % len(seats),
        reserved={},
        practice=False,
        daily=None,
        declined=None,
        lesson=False,
    )
    again = tuple(
        SeatRow(seat.seat, ASKED, seat.person)
        if seat.seat in asked
        else SeatRow(seat.seat, room.kind_when_free(seat.seat))
        if seat.person in gone or seat.author is not None
        else replace(seat, player=None, stand_in=None, resigned=False, agrees=False, asks_stand_in=None)
        for seat in seats
    )
    row = new_row(server, person, settings, again)
    server.limits.tables.check(person.id)
    server.limits.tables_of_address.check(caller(call.request))
    most = most_rooms(server, person)

    def work(connection: Connection) -> str:
        found = rooms.set_rematch(connection, room.row.id, row, most)
        if found == row.id:
            set_expiry(connection, row.id, settings)
        return found

    try:
        name = await server.database.write(work)
    except TooMany:
        raise too_many_rooms(server, person) from None
    for seat in again:
        if seat.kind == ASKED and seat.person is not None:
            server.bot_streams.new_room_for(seat.person)
    await server.rooms.reread(room.row.id)
    return await room_form(server, await server.rooms.get(name), person)


def _kept_apart(
    asker: str, seated: frozenset[str], bots: frozenset[str], blocks: Mapping[str, frozenset[str]]
) -> frozenset[str]:
    """Those who are not seated again because of blocks."""
    pairs = {(who, other) for who, blocked in blocks.items() for other in blocked}
    pairs = {pair for pair in pairs if seated.issuperset(pair)}
    apart = {who for pair in pairs if asker in pair for who in pair} - {asker}
    apart |= {who for pair in pairs if apart.isdisjoint(pair) for who in pair if who in bots}
    return frozenset(apart | {who for who, other in pairs if apart.isdisjoint((who, other))})
