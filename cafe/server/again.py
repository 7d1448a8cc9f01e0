"""Tables that come from other games: a rematch, and practice from a position or a record."""

from __future__ import annotations

from dataclasses import replace

from cafe.protocol.convert import state_of
from cafe.protocol.tables import NewPractice, TableForm
from cafe.rules.errors import CafeError
from cafe.rules.record import read_record
from cafe.rules.record import replay as replay_record
from cafe.rules.state import State
from cafe.server.endpoint import Call
from cafe.server.errors import Refused
from cafe.server.lobby import begin, check_count, new_row, too_many
from cafe.server.seats import known_bot, table_form
from cafe.server.start import from_position
from cafe.server.table import TableSettings
from cafe.store import games
from cafe.store.errors import TooMany
from cafe.store.games import SeatRow


async def rematch(call: Call) -> TableForm:
    """Open a table with the same people, where the next seat starts; a second asker gets the same one.

    If that one was closed, there is a new one. The seat of who deleted themselves is free.
    """
    house, person = call.house, call.person
    table = await house.table(call.part("table"))
    if table.row.status != "over" or not table.seats_of(person.id):
        raise Refused("state", "expected somebody who played in a game that is over")
    gone = await house.database.look(lambda c: games.gone(c, table.row.id))
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
        name = await house.database.write(lambda c: games.set_rematch(c, table.row.id, row, most))
    except TooMany:
        raise too_many(house) from None
    await house.reread(table.row.id)
    return await table_form(house, await house.table(name), person)


async def practise(call: Call) -> TableForm:
    """Begin a game at a position or in the middle of a record; bots play the other players."""
    asked: NewPractice = call.body
    house, person = call.house, call.person
    state = _position(asked)
    if state.over is not None:
        raise Refused("setup", "expected a position where the game goes on; it is over")
    if max(asked.players) >= state.players:
        raise Refused("setup", f"expected players of 0 to {state.players - 1}; got {asked.players}")
    bot = known_bot(asked.bot)
    settings = TableSettings(
        state.edition.name,
        list(state.edition.variants),
        0,
        spectators=False,
        talk=False,
        practice=True,
        languages=call.languages,
    )
    own = sorted(set(asked.players))
    seats = tuple(
        SeatRow(player, "bot", bot=bot)
        if player not in own
        else SeatRow(player, "person", person.id)
        if player == own[0]
        else SeatRow(player, "local", person.id, f"Player {player + 1}")
        for player in range(state.players)
    )
    await check_count(house, person)
    row = new_row(house, person, settings, seats)
    await house.database.write(lambda c: games.add(c, row))
    table = await house.table(row.id)
    await begin(house, table, from_position(state), 0)
    return await table_form(house, table, person)


def _position(asked: NewPractice) -> State:
    if (asked.state is None) == (asked.record is None):
        raise Refused("form", "expected either a state or a record")
    try:
        if asked.state is not None:
            return state_of(asked.state)
        record = read_record(asked.record or "")
        state = record.start()
        for played in replay_record(record):
            if asked.turns is not None and played.turn > asked.turns:
                break
            state = played.state
    except CafeError as error:
        raise Refused("setup", str(error)) from None
    return state
