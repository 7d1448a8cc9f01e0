"""What each command of a socket does. Every command gets an answer with its id."""

from __future__ import annotations

from time import perf_counter
from typing import assert_never

import msgspec
from msgspec import structs
from sqlalchemy import Connection

from cafe.protocol import commands as cmd
from cafe.protocol import messages as msg
from cafe.server.rooms import talk
from cafe.server.rooms.absence import ask_for_stand_in
from cafe.server.rooms.beginning import contribute, open_contribution
from cafe.server.rooms.bot_workers import FALLBACK, HINTS
from cafe.server.rooms.client import Client
from cafe.server.rooms.room import Room
from cafe.server.rooms.server_parts import ServerParts
from cafe.server.rooms.turns import end_if_agreed, resign, submit
from cafe.server.turn.coached import coached, turn_for_coach
from cafe.server.turn.errors import NotPossible
from cafe.server.turn.judge import Drafting, explain, preview, refused, view_for_hint
from cafe.store import rooms
from cafe.store.group_commit import Work
from cafe.store.rows import Person


async def execute(server: ServerParts, room: Room, client: Client, command: cmd.AnyCommand) -> msg.AnyMessage:
    """Do what was asked; returns the answer."""
    person = client.person
    match command:
        case cmd.Submit():
            began = perf_counter()
            answer = await submit(server.rooms, room, person, command)
            server.metrics.submit_seconds.observe(perf_counter() - began)
            return answer
        case cmd.Preview() | cmd.Explain() | cmd.Hint():
            return await _draft(server, room, person, command)
        case cmd.Coach():
            return await _coach(server, room, person, command)
        case cmd.Resync():
            client.version = None
            server.rooms.tell_room(room, (client,))
            room.tell_view(client, server.process.now())
            return msg.Done(command.id)
        case cmd.Say():
            return await talk.say(server, room, person, command)
        case cmd.Resign():
            return await _resign(server, room, person, command)
        case cmd.Agree():
            return await _agree(server, room, person, command)
        case cmd.StandIn():
            return await _ask_for_stand_in(server, room, person, command)
        case cmd.Contribute():
            await contribute(server.rooms, room, person, command.hash)
            return msg.Done(command.id)
        case cmd.OpenContribution():
            await open_contribution(server.rooms, room, person, command.value)
            return msg.Done(command.id)
        case _:
            assert_never(command)


async def _draft(server: ServerParts, room: Room, person: Person, command: Drafting) -> msg.AnyMessage:
    """Answer about a draft; nothing changes."""
    while True:
        try:
            return await _answer_draft(server, room, person, command)
        except NotPossible as error:
            if not await _catch_up(server, room):
                return refused(command.id, error)


async def _answer_draft(server: ServerParts, room: Room, person: Person, command: Drafting) -> msg.AnyMessage:
    match command:
        case cmd.Preview():
            return preview(room, person.id, command)
        case cmd.Explain():
            return explain(room, person.id, command)
        case cmd.Hint() if room.settings.is_counted:
            raise NotPossible("state", "expected a game in which bots may help; today's café counts")
        case cmd.Hint():
            seen, version = view_for_hint(room, person.id, command), command.version
            hint, failure = await server.hints.turn(HINTS, seen, person.id)
            bot = HINTS if failure is None else FALLBACK
            return msg.Hinted(command.id, version, bot, hint.actions, hint.reasons)


async def _coach(
    server: ServerParts, room: Room, person: Person, command: cmd.Coach
) -> msg.Coached | msg.Refused:
    """What this person missed in the last turn; only in games against house bots alone."""
    await _catch_up(server, room)
    try:
        turn = turn_for_coach(room, person.id)
    except NotPossible as error:
        return refused(command.id, error)
    return coached(command.id, turn, await server.coach.advise(person.id, turn))


async def _catch_up(server: ServerParts, room: Room) -> bool:
    async with room.lock:
        return await server.rooms.catch_up(room)


async def _resign(
    server: ServerParts, room: Room, person: Person, command: cmd.Resign
) -> msg.Done | msg.Refused:
    """Let a bot play this person's seats, or one of them, to the end. Asking again changes nothing."""
    await _catch_up(server, room)
    seats = [seat for seat in room.seats_of(person.id) if command.seat in (None, seat.seat)]
    resigned = bool(seats) and all(seat.resigned for seat in seats)
    if not resigned and (room.row.status != "running" or not seats):
        return msg.Refused(command.id, "state", "expected somebody who plays in a running game")
    await resign(server.rooms, room, seats)
    return msg.Done(command.id)


async def _ask_for_stand_in(
    server: ServerParts, room: Room, person: Person, command: cmd.StandIn
) -> msg.Done | msg.Refused:
    """Note that this person would let a bot play for the absent player; if enough agree, it does."""
    try:
        await ask_for_stand_in(server.rooms, room, person, command.version)
    except NotPossible as error:
        return refused(command.id, error)
    return msg.Done(command.id)


async def _agree(
    server: ServerParts, room: Room, person: Person, command: cmd.Agree
) -> msg.Done | msg.Refused:
    """Note that this person wants to end the game; when everybody still playing does, it ends.

    Asking again after that changes nothing. A no to others' proposal withdraws it, and everybody is notified.
    """
    await _catch_up(server, room)
    if room.settings.is_counted:
        return msg.Refused(command.id, "state", "expected a game that may end early; today's café counts")
    places = room.seats_of(person.id)
    agreed = room.row.status == "over" and all(seat.agrees == command.end for seat in places)
    if not places or not (agreed or room.row.status == "running"):
        return msg.Refused(command.id, "state", "expected somebody who plays in a running game")

    def decide() -> Work | None:
        row, seats = room.row, room.seats_of(person.id)

        agreeing = [seat for seat in row.seats if seat.agrees]
        declines = not command.end and bool(agreeing) and not any(seat.agrees for seat in seats)
        declined = seats[0].seat if declines else None
        settings = msgspec.json.encode(structs.replace(room.settings, declined=declined)).decode()

        def work(connection: Connection) -> None:
            rooms.advance_revision(connection, row.id, row.revision, "running", settings=settings)
            for seat in agreeing if declines else seats:
                rooms.update_seat(connection, row.id, seat.seat, agrees=command.end)

        return work if row.status == "running" else None

    await server.rooms.change(room, decide)
    await end_if_agreed(server.rooms, room)
    return msg.Done(command.id)
