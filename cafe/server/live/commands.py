"""What each command of a socket does. Every one of them is answered by its id."""

from __future__ import annotations

from time import perf_counter
from typing import assert_never

from sqlalchemy import Connection

from cafe.protocol import messages as msg
from cafe.protocol.convert import view_form
from cafe.rules.errors import TurnError
from cafe.rules.explain import explain_guest
from cafe.rules.guests import GUEST_INDEX, NATION_INDEX
from cafe.rules.price import points_of
from cafe.rules.trial import Trial, try_actions
from cafe.rules.view import on_turn, view
from cafe.server.rooms import talk
from cafe.server.rooms.bot_workers import FALLBACK, HINTS
from cafe.server.rooms.client import Client
from cafe.server.rooms.house import House
from cafe.server.rooms.room import Room
from cafe.server.rooms.turns import actions_of, end_if_agreed, refusal_to_act, refused_draft, resign, submit
from cafe.server.turn.draft import offers, refusal_form
from cafe.server.turn.faces import UnknownFace
from cafe.server.turn.game import told_events
from cafe.store import rooms
from cafe.store.group_commit import Work
from cafe.store.people import Person

Drafting = msg.Preview | msg.Explain | msg.Hint


async def execute(house: House, room: Room, client: Client, command: msg.AnyCommand) -> msg.AnyMessage:
    """Do what was asked; the answer."""
    person = client.person
    match command:
        case msg.Submit():
            began = perf_counter()
            answer = await submit(house, room, person, command)
            house.metrics.submit_seconds.observe(perf_counter() - began)
            return answer
        case msg.Preview() | msg.Explain() | msg.Hint():
            return await _draft(house, room, person, command)
        case msg.Resync():
            client.version = None
            house.tell_room(room, (client,))
            room.tell_view(client, house.now())
            return msg.Done(command.id)
        case msg.Say():
            return await talk.say(house, room, person, command)
        case msg.Resign():
            return await _resign(house, room, person, command)
        case msg.Agree():
            return await _agree(house, room, person, command)
        case _:
            assert_never(command)


async def _draft(house: House, room: Room, person: Person, command: Drafting) -> msg.AnyMessage:
    """Try the draft so far, then answer about what may follow; nothing changes."""
    plans = not isinstance(command, msg.Hint) and command.plan
    wrong = refusal_to_act(room, person, command.id, command.version, plans)
    if wrong is not None and await _catch_up(house, room):
        wrong = refusal_to_act(room, person, command.id, command.version, plans)
    if wrong is not None or room.game is None:
        return wrong or msg.Refused(command.id, "state", "expected a running game")
    game = room.game
    player = room.viewpoint(person.id)
    # A plan knows no more than its player does; the mover's own draft goes on from the real state.
    begin = game.state if player == game.state.player else on_turn(view(game.state, player))
    try:
        trial = try_actions(begin, actions_of(begin, command.actions))
    except TurnError as error:
        return refused_draft(command.id, error)
    if isinstance(command, msg.Preview):
        try:
            _, faces = game.faces.after(trial.told, command.faces)
        except UnknownFace as error:
            return msg.Refused(command.id, "form", str(error))
        return msg.Previewed(
            command.id,
            game.version,
            told_events(begin, trial.told, faces, player),
            points_of(trial.told),
            [] if trial.ends or trial.reveals else offers(trial.state),
            trial.ends,
            trial.reveals,
        )
    if command.actions and (trial.ends or trial.reveals):
        return msg.Refused(command.id, "behind", "expected a draft that goes on; this one has ended")
    if isinstance(command, msg.Explain):
        return _explain(trial, command)
    seen = view_form(view(trial.state, trial.state.player))
    hint, failure = await house.hints.turn(HINTS, seen)
    bot = HINTS if failure is None else FALLBACK
    return msg.Hinted(command.id, game.version, bot, hint.actions, hint.reasons)


async def _catch_up(house: House, room: Room) -> bool:
    async with room.lock:
        return await house.catch_up(room)


def _explain(trial: Trial, command: msg.Explain) -> msg.Explained | msg.Refused:
    guest = GUEST_INDEX.get(command.guest)
    nation = None if command.as_ is None else NATION_INDEX.get(command.as_)
    if guest is None or (command.as_ is not None and nation is None):
        return msg.Refused(command.id, "form", "expected a guest such as DEm, and a nation such as ES")
    chairs = trial.state.edition.plan.chairs
    return msg.Explained(
        command.id,
        command.guest,
        {
            cell: None if refusal is None else refusal_form(refusal)
            for cell, refusal in zip(chairs, explain_guest(trial.state, guest, nation), strict=True)
        },
    )


async def _resign(house: House, room: Room, person: Person, command: msg.Resign) -> msg.Done | msg.Refused:
    """A bot finishes the seats of this person, for good. Asked for again it is done."""
    await _catch_up(house, room)
    seats = room.seats_of(person.id)
    resigned = bool(seats) and all(seat.resigned for seat in seats)
    if not resigned and (room.row.status != "running" or not seats):
        return msg.Refused(command.id, "state", "expected somebody who plays in a running game")
    await resign(house, room, person.id)
    return msg.Done(command.id)


async def _agree(house: House, room: Room, person: Person, command: msg.Agree) -> msg.Done | msg.Refused:
    """Note that this person wants to end; when all people who still play do, the game ends.

    Asked for again after that it is done.
    """
    await _catch_up(house, room)
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

    await house.change(room, decide)
    await end_if_agreed(house, room)
    return msg.Done(command.id)
