"""What each command of a socket does. Every one of them is answered by its id."""

from __future__ import annotations

from time import perf_counter
from typing import assert_never

from sqlalchemy import Connection

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


async def execute(server: ServerParts, room: Room, client: Client, command: msg.AnyCommand) -> msg.AnyMessage:
    """Do what was asked; the answer."""
    person = client.person
    match command:
        case msg.Submit():
            began = perf_counter()
            answer = await submit(server.rooms, room, person, command)
            server.metrics.submit_seconds.observe(perf_counter() - began)
            return answer
        case msg.Preview() | msg.Explain() | msg.Hint():
            return await _draft(server, room, person, command)
        case msg.Coach():
            return await _coach(server, room, person, command)
        case msg.Resync():
            client.version = None
            server.rooms.tell_room(room, (client,))
            room.tell_view(client, server.process.now())
            return msg.Done(command.id)
        case msg.Say():
            return await talk.say(server, room, person, command)
        case msg.Resign():
            return await _resign(server, room, person, command)
        case msg.Agree():
            return await _agree(server, room, person, command)
        case msg.StandIn():
            return await _ask_for_stand_in(server, room, person, command)
        case msg.Contribute():
            await contribute(server.rooms, room, person, command.hash)
            return msg.Done(command.id)
        case msg.OpenContribution():
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
        case msg.Preview():
            return preview(room, person.id, command)
        case msg.Explain():
            return explain(room, person.id, command)
        case msg.Hint() if room.settings.is_counted:
            raise NotPossible("state", "expected a game in which bots may help; today's café counts")
        case msg.Hint():
            seen, version = view_for_hint(room, person.id, command), command.version
            hint, failure = await server.hints.turn(HINTS, seen, person.id)
            bot = HINTS if failure is None else FALLBACK
            return msg.Hinted(command.id, version, bot, hint.actions, hint.reasons)


async def _coach(
    server: ServerParts, room: Room, person: Person, command: msg.Coach
) -> msg.Coached | msg.Refused:
    """What this person missed in the last turn; nobody but the house's bots may play against it."""
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
    server: ServerParts, room: Room, person: Person, command: msg.Resign
) -> msg.Done | msg.Refused:
    """A bot finishes the seats of this person, for good. Asked for again it is done."""
    await _catch_up(server, room)
    seats = room.seats_of(person.id)
    resigned = bool(seats) and all(seat.resigned for seat in seats)
    if not resigned and (room.row.status != "running" or not seats):
        return msg.Refused(command.id, "state", "expected somebody who plays in a running game")
    await resign(server.rooms, room, person.id)
    return msg.Done(command.id)


async def _ask_for_stand_in(
    server: ServerParts, room: Room, person: Person, command: msg.StandIn
) -> msg.Done | msg.Refused:
    """Note that this person would let a bot play for the absent mover; perhaps it does from now on."""
    try:
        await ask_for_stand_in(server.rooms, room, person, command.version)
    except NotPossible as error:
        return refused(command.id, error)
    return msg.Done(command.id)


async def _agree(
    server: ServerParts, room: Room, person: Person, command: msg.Agree
) -> msg.Done | msg.Refused:
    """Note that this person wants to end; when all people who still play do, the game ends.

    Asked for again after that it is done.
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

        def work(connection: Connection) -> None:
            rooms.advance_revision(connection, row.id, row.revision, "running")
            for seat in seats:
                rooms.update_seat(connection, row.id, seat.seat, agrees=command.end)

        return work if row.status == "running" else None

    await server.rooms.change(room, decide)
    await end_if_agreed(server.rooms, room)
    return msg.Done(command.id)
