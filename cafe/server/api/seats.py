"""Requests about seats: take one, leave, return, free one or give it to a bot."""

from __future__ import annotations

import secrets
from functools import partial

from msgspec import structs
from sqlalchemy import Connection

from cafe.bots import BOTS, unknown_bot
from cafe.protocol.tables import TableForm
from cafe.server.api.challenges import check_challenges
from cafe.server.errors import Refused
from cafe.server.http.endpoint import Call
from cafe.server.rooms.beginning import check_not_committed
from cafe.server.rooms.bot_workers import FALLBACK
from cafe.server.rooms.challenges import set_expiry, text_of, with_asked, without_asked
from cafe.server.rooms.link_codes import new_invitation
from cafe.server.rooms.plain_text import clean_name
from cafe.server.rooms.room import Room
from cafe.server.rooms.server_parts import ServerParts
from cafe.server.rooms.turns import resign, stand_in
from cafe.server.turn.room_settings import Reservation, RoomSettings
from cafe.store import people, rooms
from cafe.store.group_commit import Work
from cafe.store.rows import ASKED, Person


def checked_bot(name: str | None) -> str:
    """The bot's name; raises Refused if there is no such bot."""
    if name is None:
        return FALLBACK
    if name not in BOTS:
        raise Refused("setup", unknown_bot(name))
    return name


MOST_NUMBER = 1_000_000
"""The most digits of a seat's number."""


async def room_form(server: ServerParts, room: Room, person: Person | None) -> TableForm:
    """The room, with what the asker may see."""
    who = "" if person is None else person.id
    blocked: frozenset[str] = frozenset()
    if person is not None and any(seat.person not in (None, who) for seat in room.row.seats):
        blocked = await server.database.read_inline(lambda c: people.blocked_by(c, who))
    return room.form(who, blocked, room.here, server.rooms.link(room.row.id))


async def join(call: Call) -> TableForm:
    """Take a free seat at a table."""
    server, person = call.server, call.person
    if person.author is not None:
        raise Refused("forbidden", "expected a person; bot accounts take the seats they are asked to take")
    room = await server.rooms.get(call.part("table"))
    blocked = await server.database.read_inline(lambda c: people.blocked_by(c, room.row.host))

    def decide() -> Work | None:
        row = room.row
        if room.seats_of(person.id):
            return None
        if row.status != "open":
            raise Refused("state", f"expected a table that is waiting for people; this one is {row.status}")
        if person.id in blocked:
            raise Refused("forbidden", "expected somebody the host has not blocked")
        place = _reserved_seat(room, call.body.invite)
        if place is None:
            if person.id in room.settings.sent_away:
                raise Refused(
                    "forbidden",
                    "expected somebody the host has not removed; the host may reserve a seat for you",
                )
            place = _free_seat(room, call.body.seat, call.body.invite)
        settings = _settings_with(room, place)
        return lambda c: rooms.take_seat(
            c, row.id, row.revision, place, person.id, settings, server.process.now()
        )

    await server.rooms.change(room, decide)
    return await room_form(server, room, person)


def _settings_with(room: Room, place: int) -> str:
    """The room's settings when somebody takes that seat: they record whether it was a friend's."""
    friends = tuple(other for other in room.settings.friends if other != place)
    if room.row.seats[place].kind == "friend":
        friends += (place,)
    return text_of(structs.replace(without_asked(room.settings, place), friends=friends))


def _same(invite: str | None, code: str) -> bool:
    return invite is not None and secrets.compare_digest(invite.encode(), code.encode())


def _reserved_seat(room: Room, invite: str | None) -> int | None:
    """The seat that exactly this invitation is for, if it is for one."""
    for place, reserved in room.settings.reserved.items():
        if _same(invite, reserved.invite):
            if not room.is_free(place):
                raise Refused(
                    "table.full", f"expected the seat for {reserved.name} to be free; somebody has it"
                )
            return place
    return None


def _free_seat(room: Room, wanted: int | None, invite: str | None) -> int:
    invited = _same(invite, room.row.invite)
    if invite is not None and not invited:
        raise Refused("forbidden", "expected the invitation to this table; got another one")
    for kind in ("friend", "anybody") if invited else ("anybody",):  # a friend leaves the others to strangers
        for seat in room.row.seats:
            reserved = seat.seat in room.settings.reserved
            if seat.kind == kind and not reserved and wanted in (None, seat.seat):
                return seat.seat
    raise Refused("table.full", "expected a free seat that you may take; there is none")


async def leave(call: Call) -> TableForm:
    """Leave one's seat; during a game a bot stands in until one returns."""
    room = await call.server.rooms.get(call.part("table"))
    if room.settings.is_counted:
        raise Refused("state", "expected a game in which a bot may stand in; today's café waits for you")
    await stand_up(call.server, room, call.person.id)
    return await room_form(call.server, room, call.person)


async def stand_up(server: ServerParts, room: Room, who: str, *, resigned: bool = False) -> None:
    """Free a person's seats before the start; during the game let a bot play them, perhaps to the end."""
    for seat in room.seats_of(who):
        if room.row.status == "open":
            await server.rooms.change(room, partial(_free, server, room, who, seat.seat))
        elif seat.stand_in is None and not resigned:
            await stand_in(server.rooms, room, seat.seat, FALLBACK)
    if resigned:
        await resign(server.rooms, room, room.seats_of(who))


def _free(server: ServerParts, room: Room, who: str, place: int) -> Work | None:
    row = room.row
    kind = "friend" if row.seats[place].author is not None else room.kind_when_free(place)
    if row.status != "open" or row.seats[place].person != who:
        return None
    check_not_committed(room)
    settings = without_asked(room.settings, place)

    def work(connection: Connection) -> None:
        now = server.process.now()
        rooms.set_seat(connection, row.id, row.revision, place, kind, None, text_of(settings), now)
        set_expiry(connection, row.id, settings)

    return work


async def come_back(call: Call) -> TableForm:
    """Take one's seats back from the bot; what was given up stays with it."""
    server, person = call.server, call.person
    room = await server.rooms.get(call.part("table"))
    seats = room.seats_of(person.id)
    if seats and all(seat.resigned for seat in seats):
        raise Refused("state", "expected a seat that a bot keeps for you; you gave yours up for good")
    for seat in seats:
        if room.row.status == "running" and not seat.resigned and seat.stand_in is not None:
            await stand_in(server.rooms, room, seat.seat, None)
    return await room_form(server, room, person)


async def change_seat(call: Call) -> TableForm:
    """Free a seat, give it to a bot, or reserve it for one person; whoever sat there is removed."""
    server, room = call.server, await hosted_room(call)
    place = int(call.part("seat"))
    if place > MOST_NUMBER:
        raise Refused("setup", f"expected a number of at most {MOST_NUMBER}; got a longer one")
    if place >= len(room.row.seats):
        raise Refused("missing", f"expected a seat from 0 to {len(room.row.seats) - 1}; got {place}")
    kind, bot = call.body.kind, checked_bot(call.body.bot) if call.body.kind == "bot" else None
    if kind == "anybody" and call.person.author is not None:
        raise Refused("setup", "expected a seat that is not `anybody`, since you are a bot account")
    reserved = reservation(kind, call.body.name)
    asked = (await check_challenges(call, {place: call.body.account} if kind == ASKED else {})).get(place)

    def decide() -> Work:
        check_not_committed(room)
        row = room.row
        if call.body.free and row.seats[place].kind in ("person", "local"):
            raise Refused("state", f"expected seat {place} to be free; somebody has taken it")
        if asked is not None and any(seat.person == asked for seat in row.seats):
            raise Refused("setup", "expected a bot that has no seat here and is not asked yet; it is")
        now = server.process.now()
        settings = without_asked(_settings_without(room, place, reserved), place)
        if asked is not None:
            settings = with_asked(settings, (place,), now)

        def work(connection: Connection) -> None:
            rooms.set_seat(connection, row.id, row.revision, place, kind, bot, text_of(settings), now, asked)
            set_expiry(connection, row.id, settings)

        return work

    await server.rooms.change(room, decide)
    if asked is not None:
        server.bot_streams.new_room_for(asked)
    return await room_form(server, room, call.person)


def reservation(kind: str, name: str | None) -> Reservation | None:
    """Whom a seat is reserved for, with their own invitation; None for nobody in particular."""
    if name is None:
        return None
    if kind != "friend":
        raise Refused("setup", f"expected a name only with a friend's seat; got one with {kind}")
    return Reservation(clean_name(name), new_invitation())


def _settings_without(room: Room, place: int, reserved: Reservation | None) -> RoomSettings:
    """The room's settings when the host reassigns that seat: whoever sat there may not come back."""
    settings, who = room.settings, room.row.seats[place].person
    if room.row.seats[place].kind == ASKED:
        who = None
    sent_away = settings.sent_away
    if who is not None and who != room.row.host and who not in sent_away:
        sent_away += (who,)
    others = {seat: kept for seat, kept in settings.reserved.items() if seat != place}
    kept = others if reserved is None else {**others, place: reserved}
    return structs.replace(settings, reserved=kept, sent_away=sent_away)


async def hosted_room(call: Call) -> Room:
    """The room that the asker opened; raises Refused for anybody else."""
    room = await call.server.rooms.get(call.part("table"))
    if room.row.host != call.person.id:
        raise Refused("forbidden", "expected the person who opened this table")
    return room
