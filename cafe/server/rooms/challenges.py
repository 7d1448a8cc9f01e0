"""Challenges: a bot account is asked to take a seat, and takes it, declines, or does not answer in time."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import structs
from sqlalchemy import Connection

from cafe.server.errors import Refused
from cafe.server.rooms.bot_workers import Workers
from cafe.server.rooms.room import Room, encode
from cafe.server.rooms.rooms import Rooms
from cafe.server.turn.room_settings import NoAnswer, RoomSettings
from cafe.store import log
from cafe.store import rooms as stored
from cafe.store.group_commit import Work
from cafe.store.rows import ASKED, Due, Person, SeatRow

CHALLENGE_SECONDS = 60.0
"""How long a bot account may take to answer."""
START_SECONDS = 600.0
"""How long a bot account that has accepted keeps its seat while the game does not begin."""


def with_asked(settings: RoomSettings, places: Collection[int], now: float) -> RoomSettings:
    """A room's settings after bot accounts are asked to take these seats."""
    until = settings.asked_until | dict.fromkeys(places, now + CHALLENGE_SECONDS)
    others = {place: kept for place, kept in settings.no_answers.items() if place not in places}
    return structs.replace(settings, asked_until=until, no_answers=others)


def without_asked(settings: RoomSettings, place: int, no_answer: NoAnswer | None = None) -> RoomSettings:
    """A room's settings after a seat's challenge has ended, perhaps with an answer."""
    until = {other: at for other, at in settings.asked_until.items() if other != place}
    others = {other: kept for other, kept in settings.no_answers.items() if other != place}
    if no_answer is not None:
        others[place] = no_answer
    return structs.replace(settings, asked_until=until, no_answers=others)


def text_of(settings: RoomSettings) -> str:
    """Settings as they are stored."""
    return encode(settings).decode()


def set_expiry(connection: Connection, name: str, settings: RoomSettings) -> None:
    """Store when the first of a room's challenges runs out. Nothing else is due before a game begins."""
    first = min(settings.asked_until.values(), default=None)
    log.set_due(connection, name, () if first is None else (Due(name, "asked", 0, first),))


async def accept(rooms: Rooms, room: Room, bot: Person) -> None:
    """Let a bot account take the seat for which it is challenged; a second time changes nothing."""

    def decide() -> Work | None:
        row, asked = room.row, room.asked_seat(bot.id)
        if room.seats_of(bot.id):
            return None
        if (
            row.status != "open"
            or asked is None
            or room.settings.asked_until[asked.seat] <= rooms.process.now()
        ):
            raise _no_challenge()
        now = rooms.process.now()
        settings = without_asked(room.settings, asked.seat)
        until = settings.asked_until | {asked.seat: now + START_SECONDS}
        settings = structs.replace(settings, asked_until=until)

        def work(connection: Connection) -> None:
            stored.take_seat(connection, row.id, row.revision, asked.seat, bot.id, text_of(settings), now)
            set_expiry(connection, row.id, settings)

        return work

    await rooms.change(room, decide)


async def decline(rooms: Rooms, room: Room, bot: Person) -> None:
    """Leave the seat to somebody else."""

    def decide() -> Work:
        asked = room.asked_seat(bot.id)
        if room.row.status != "open" or asked is None:
            raise _no_challenge()
        return _free(rooms, room, (asked,), declined=True)

    await rooms.change(room, decide)


def _no_challenge() -> Refused:
    return Refused("state", "expected a challenge to you at this table that is not over; there is none")


async def challenges_ran_out(rooms: Rooms, _: Workers, room: Room, __: int) -> bool:
    """Free the seats of bot accounts that have not answered in time, or that have waited in vain for the game
    to begin; returns whether there were any."""

    def decide() -> Work | None:
        until = room.settings.asked_until
        asked = {
            seat.seat: until.get(seat.seat, 0.0)
            for seat in room.row.seats
            if seat.kind == ASKED or (seat.author is not None and seat.seat in until)
        }
        # The first one is due, whatever the clock says: nobody would look at its seat again.
        first = max(rooms.process.now(), min(asked.values(), default=0.0))
        late = [seat for seat in room.row.seats if asked.get(seat.seat, first + 1) <= first]
        waits = room.row.status == "open" and not room.shuffle.is_committed
        return _free(rooms, room, late, declined=False) if late and waits else None

    return await rooms.change(room, decide)


def _free(rooms: Rooms, room: Room, seats: Sequence[SeatRow], *, declined: bool) -> Work:
    """Give seats back to friends of the host, and remember who was asked and did not take them."""
    row, settings = room.row, room.settings
    for seat in seats:
        answer = NoAnswer(seat.name or "", seat.author or "", declined) if seat.kind == ASKED else None
        settings = without_asked(settings, seat.seat, answer)

    def work(connection: Connection) -> None:
        values = {"settings": text_of(settings), "changed": rooms.process.now()}
        stored.advance_revision(connection, row.id, row.revision, "open", **values)
        for seat in seats:
            stored.update_seat(connection, row.id, seat.seat, kind="friend", person=None)
        set_expiry(connection, row.id, settings)

    return work
