"""People who are away on their turn: after a while the others may let a bot play until they return."""

from __future__ import annotations

from math import ceil

from sqlalchemy import Connection

from cafe.server.errors import Refused
from cafe.server.rooms.bot_workers import FALLBACK
from cafe.server.rooms.room import Room
from cafe.server.rooms.rooms import Rooms
from cafe.server.rooms.turns import end_if_agreed
from cafe.server.turn.errors import NotPossible
from cafe.store.group_commit import Work
from cafe.store.rooms import advance_revision, set_stand_in, update_seat
from cafe.store.rows import Person, SeatRow


async def ask_for_stand_in(rooms: Rooms, room: Room, person: Person, version: int) -> None:
    """Let a bot play for the absent player to move at this version: if the host asks, or once all others
    have.

    Those who stay may have wanted to end the game, to which the absent person could not agree.
    """

    def decide() -> Work | None:
        row, now = room.row, rooms.process.now()
        seat = _absent(room, person.id, version, now)
        if seat is None:
            return None
        enough = row.host == person.id or _others(room, seat, version) <= {person.id}
        deadline = room.clock.running(room.running.state.player, now).deadline

        def work(connection: Connection) -> None:
            advance_revision(connection, row.id, row.revision, "running")
            for own in room.seats_of(person.id):
                update_seat(connection, row.id, own.seat, asks_stand_in=version)
            if enough:
                set_stand_in(connection, row.id, seat.seat, FALLBACK, now, deadline)

        return work

    await rooms.change(room, decide)
    await end_if_agreed(rooms, room)


def _absent(room: Room, person: str, version: int, now: float) -> SeatRow | None:
    """The seat of the absent player; None if a bot already plays it; else raises Refused or NotPossible."""
    if room.game is None or room.row.status != "running":
        raise NotPossible("state", f"expected a running game; this table is {room.row.status}")
    if version != room.game.version:
        raise NotPossible("version", f"expected version {room.game.version}; got {version}")
    if room.row.host != person and not room.seats_of(person):
        raise Refused("forbidden", "expected the host, or somebody who plays here")
    seat = room.seat_of(room.game.state.player)
    if seat.acting_bot is not None:
        return None
    if seat.author is not None or seat.person in room.here:
        raise Refused("state", "expected a player to move who is away; this one is here")
    left = room.patience(now)
    if left > 0:
        message = f"expected to wait {ceil(left)} s more for somebody who is away"
        raise Refused("state", message, retry_after=ceil(left))
    return seat


def _others(room: Room, absent: SeatRow, version: int) -> set[str]:
    """The people who play, are present and have not yet asked at this version."""
    return {
        seat.person
        for seat in room.row.seats
        if seat.person is not None
        and seat.author is None
        and seat.person != absent.person
        and seat.person in room.here
        and seat.acting_bot is None
        and seat.asks_stand_in != version
    }
