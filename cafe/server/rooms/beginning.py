"""How a game begins: people contribute to the shuffle, the host starts, all open, and the bag is dealt.

Without contributions the server shuffles alone, and the start is one step (docs/fair-shuffle.md).
"""

from __future__ import annotations

import secrets

import msgspec
from msgspec import structs
from sqlalchemy import Connection

from cafe.protocol import shuffle
from cafe.server.errors import Refused
from cafe.server.rooms.bot_workers import Workers
from cafe.server.rooms.room import Room
from cafe.server.rooms.rooms import Rooms
from cafe.server.turn import start as starts
from cafe.server.turn.clock import new_clock
from cafe.server.turn.new_turn import Moment, dues_of_seat
from cafe.server.turn.room_shuffle import RoomShuffle
from cafe.server.turn.start import Start
from cafe.store import log
from cafe.store import rooms as stored
from cafe.store.group_commit import Work
from cafe.store.rows import Due, Person

OPENING_SECONDS = 5.0
"""How long people who contributed have to open."""


async def start(rooms: Rooms, room: Room) -> None:
    """Start the game: deal at once, or, if anybody contributed, commit and let them open."""
    starter = room.settings.starter
    first = starter if isinstance(starter, int) else secrets.randbelow(len(room.row.seats))
    secret = secrets.token_hex(shuffle.BYTES)

    def decide() -> Work:
        check_not_committed(room)
        hashes = _hashes_of_seated(room)
        if not hashes:
            return _begin(rooms, room, starts.shuffle(room.settings.rules()), first)
        return _commit(rooms, room, RoomShuffle(hashes, secret, first))

    await rooms.change(room, decide)


def check_not_committed(room: Room) -> None:
    """Raises Refused while the seats are fixed by a commitment and the game has not begun."""
    if room.row.status == "open" and room.shuffle.is_committed:
        raise Refused(
            "state", "expected a table that has not been started; it is being shuffled and begins soon"
        )


def _hashes_of_seated(room: Room) -> dict[str, str]:
    return {who: promised for who, promised in room.shuffle.hashes.items() if who in room.seated}


def _commit(rooms: Rooms, room: Room, given: RoomShuffle) -> Work:
    row = room.row
    commitment = given.commitment(row, room.settings.rules())
    due = Due(row.id, "shuffle", 0, rooms.process.now() + OPENING_SECONDS)

    def work(connection: Connection) -> None:
        stored.commit(connection, row.id, row.revision, _text(given), commitment)
        log.set_due(connection, row.id, (due,))

    return work


def _text(given: RoomShuffle) -> str:
    return msgspec.json.encode(given).decode()


async def start_practice(rooms: Rooms, room: Room, start: Start) -> None:
    """Begin a game at a position that somebody set up."""
    await rooms.change(room, lambda: _begin(rooms, room, start, 0))


def _begin(rooms: Rooms, room: Room, start: Start, first: int) -> Work:
    """Store the beginning; the commitment to the bag is published before anybody moves."""
    row, now, settings, places = room.row, rooms.process.now(), room.settings, len(room.row.seats)
    state = start.state(settings.rules(), places)
    text = msgspec.json.encode(start).decode()
    commitment = row.commitment or start.commitment()
    mover = row.seats[(first + state.player) % places]
    clock = new_clock(settings.clock, places).running(state.player, now)
    _, dues = dues_of_seat(row.id, 0, mover, clock, Moment(now, now))

    def work(connection: Connection) -> None:
        stored.start(connection, row.id, row.revision, text, commitment, first, mover.seat, now)
        log.set_due(connection, row.id, dues)

    return work


async def contribute(rooms: Rooms, room: Room, person: Person, promised: str) -> None:
    """Store the hash of a seated person's contribution, in place of any earlier one, before the start."""

    def decide() -> Work | None:
        row, given = room.row, room.shuffle
        if given.hashes.get(person.id) == promised:
            return None
        _check_sits(room, person)
        if row.status != "open" or given.is_committed:
            raise Refused("state", "expected a contribution before the host starts; the game was started")
        text = _text(RoomShuffle(_hashes_of_seated(room) | {person.id: promised}))
        return lambda c: stored.set_shuffle(c, row.id, row.revision, text)

    await rooms.change(room, decide)


async def open_contribution(rooms: Rooms, room: Room, person: Person, value: str) -> None:
    """Store what somebody contributed, if it has the promised hash, and deal if it was the last."""

    def decide() -> Work | None:
        row, given = room.row, room.shuffle
        if given.values.get(person.id) == value:
            return None
        _check_sits(room, person)
        promised, found = given.hashes.get(person.id), shuffle.hash_of(value)
        if not given.is_committed or promised is None:
            raise Refused("state", "expected somebody whose hash is in the commitment; yours is not")
        if found != promised:
            raise Refused(
                "form", f"expected the value with the hash {promised}; got one with the hash {found}"
            )
        if row.status != "open":
            raise Refused("state", "expected a value before the bag was dealt; it was dealt without yours")
        text = _text(structs.replace(given, values=given.values | {person.id: value}))
        return lambda c: stored.set_shuffle(c, row.id, row.revision, text)

    await rooms.change(room, decide)
    if room.shuffle.is_opened:
        await _deal(rooms, room)


def _check_sits(room: Room, person: Person) -> None:
    if person.id not in room.seated:
        raise Refused("forbidden", "expected somebody with a seat at this table")


async def opening_ran_out(rooms: Rooms, _: Workers, room: Room, __: int) -> bool:
    """The time for opening is over: deal without those who did not; returns whether that was needed."""
    return await _deal(rooms, room)


async def _deal(rooms: Rooms, room: Room) -> bool:
    def decide() -> Work | None:
        row, given = room.row, room.shuffle
        if row.status != "open" or not given.is_committed or row.commitment is None:
            return None
        seed = shuffle.seed(row.commitment, given.secret, given.contributions(row))
        return _begin(rooms, room, starts.shuffle_together(room.settings.rules(), seed), given.first)

    return await rooms.change(room, decide)
