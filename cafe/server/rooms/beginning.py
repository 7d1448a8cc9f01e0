"""How a game begins."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection

from cafe.server.rooms.room import Room
from cafe.server.rooms.rooms import Rooms
from cafe.server.turn.clock import new_clock
from cafe.server.turn.new_turn import Moment, dues_of_mover
from cafe.server.turn.start import Start
from cafe.store import log
from cafe.store import rooms as stored
from cafe.store.group_commit import Work


async def start_game(rooms: Rooms, room: Room, start: Start, first: int) -> None:
    """Store the beginning, then tell it; the bag's hash is published before anybody moves."""
    settings, places = room.settings, len(room.row.seats)
    state = start.state(settings.rules(), places)
    text = msgspec.json.encode(start).decode()

    def decide() -> Work:
        row, now = room.row, rooms.process.now()
        mover = row.seats[(first + state.player) % places]
        clock = new_clock(settings.clock, places).running(state.player, now)
        _, dues = dues_of_mover(row.id, 0, mover, clock, Moment(now, now))

        def work(connection: Connection) -> None:
            stored.start(connection, row.id, row.revision, text, start.commitment(), first, mover.seat, now)
            log.set_due(connection, row.id, dues)

        return work

    await rooms.change(room, decide)
