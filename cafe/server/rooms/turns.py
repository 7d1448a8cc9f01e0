"""Turns of people, bots and clocks: validate, apply, persist, then tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection

from cafe import __version__
from cafe.protocol import messages as msg
from cafe.protocol.convert import action_of, event_form
from cafe.protocol.forms import AnyAction, AnyEvent
from cafe.rules.actions import Action
from cafe.rules.errors import Facts, Refusal, Rule, TurnError
from cafe.rules.events import Event
from cafe.rules.state import State
from cafe.rules.trial import try_actions
from cafe.server.rooms.bot_workers import FALLBACK
from cafe.server.rooms.house import House
from cafe.server.rooms.room import Room, encode
from cafe.server.turn.clock import Clock
from cafe.server.turn.draft import refusal_form
from cafe.server.turn.faces import Face, UnknownFace
from cafe.server.turn.game import Game
from cafe.server.turn.replay import AGREED, TURN, agreed, write_faces
from cafe.store import crash_points, log, rooms
from cafe.store.batch_append import AppendTurn
from cafe.store.errors import Conflict
from cafe.store.group_commit import Work
from cafe.store.log import Due, Entry
from cafe.store.people import Person

Answer = msg.Done | msg.Refused


class _Turn(NamedTuple):
    """What is to be stored: `by` is the person and the command id, None for a bot."""

    kind: str
    actions: Sequence[AnyAction]
    state: State
    events: Sequence[Event]
    faces: Sequence[Face]
    by: tuple[str, str] | None


def refused_draft(command: str, error: TurnError) -> msg.Refused:
    """The answer to a draft that goes wrong."""
    refusal = None if error.refusal is None else refusal_form(error.refusal)
    code = "behind" if refusal is None else "illegal"
    return msg.Refused(command, code, str(error), refusal, error.step)


def actions_of(state: State, forms: Sequence[AnyAction]) -> list[Action]:
    """The actions of their JSON forms."""
    return [action_of(state.edition.plan, form) for form in forms]


def refusal_to_act(
    room: Room, person: Person, command: str, version: int, plans: bool = False
) -> msg.Refused | None:
    """Why somebody may not draft or submit a turn now, or plan one while others play."""
    game = room.game
    if room.row.status == "over":
        over = refusal_form(Refusal(Rule.GAME_OVER, Facts()))
        return msg.Refused(command, "state", over.message, over)
    if game is None or room.row.status != "running":
        return msg.Refused(command, "state", f"expected a running game; this table is {room.row.status}")
    if version != game.version:
        return msg.Refused(command, "version", f"expected version {game.version}; got {version}")
    player = room.viewpoint(person.id) if plans else game.state.player
    if player is None or player in game.state.out or not room.may_act(person.id, player):
        return msg.Refused(command, "turn", "expected a command of the player to move; it is not your turn")
    return None


async def submit(house: House, room: Room, person: Person, command: msg.Submit) -> Answer:
    """Play a turn of a person, answered after it is stored. A known command id gets its first answer."""
    async with room.lock:
        while True:
            known = room.commands.get((person.id, command.id))
            if known is not None:
                return msg.Done(command.id, known)
            wrong = refusal_to_act(room, person, command.id, command.version)
            if wrong is not None:
                if await house.catch_up(room):
                    continue
                return wrong
            game = _running(room)
            actions = actions_of(game.state, command.actions)
            try:
                trial = try_actions(game.state, actions)
            except TurnError as error:
                return refused_draft(command.id, error)
            if not actions or not (trial.ends or trial.reveals):
                return msg.Refused(
                    command.id, "unfinished", "expected a whole turn; these actions end before"
                )
            try:
                by = person.id, command.id
                turn = _Turn(TURN, command.actions, trial.state, trial.events, command.faces, by)
                await _append(house, room, turn)
            except UnknownFace as error:
                return msg.Refused(command.id, "form", str(error))
            except Conflict:
                await house.refresh(room)
                continue
            crash_points.reach("before-answer")
            return msg.Done(command.id, _running(room).version)


async def play_bot(house: House, room: Room, version: int) -> bool:
    """Let the bot of the seat to move play, if the game is still at this version; whether it did."""
    game = room.game
    if game is None or game.version != version or room.row.status != "running":
        return False
    asked = room.seat_of(game.state.player).acting_bot
    bot = asked or FALLBACK
    turn, failure = await house.workers.turn(bot, game.seen(game.state.player)[0])
    if failure is not None:
        house.metrics.bot_failures.inc()
        house.log.error("bot failed", table=room.row.id, version=version, bot=bot, reason=failure)
    room = await house.room(room.row.id)  # it may have left the memory while the bot was thinking
    actions = actions_of(game.state, turn.actions)
    trial = try_actions(game.state, actions)
    async with room.lock:
        while True:
            current = room.game
            if current is None or current.version != version or room.row.status != "running":
                return False
            if room.seat_of(game.state.player).acting_bot != asked:
                return False  # its person came back while the bot was thinking
            try:
                await _append(house, room, _Turn(TURN, turn.actions, trial.state, trial.events, (), None))
            except Conflict:
                await house.refresh(room)
            else:
                return True


async def clock_ran_out(house: House, room: Room, version: int) -> bool:
    """The mover's clock ran out: a bot plays this turn, or the seat until its person returns; whether so."""
    game = room.game
    if game is None or game.version != version or room.clock.form is None:
        return False
    seat = room.seat_of(game.state.player)
    if seat.acting_bot is not None:
        return True  # that bot moves; until then the deadline stays, for who returns
    if room.clock.form.then == "seat":
        await stand_in(house, room, seat.seat, FALLBACK, version=version)
    else:
        await play_bot(house, room, version)
    return True


async def stand_in(
    house: House,
    room: Room,
    place: int,
    bot: str | None,
    *,
    version: int | None = None,
    resigned: bool = False,
) -> None:
    """Let a bot play for a seat, or (None) its person again; only at this version, if one is given."""
    marks = {"stand_in": bot, "resigned": True} if resigned else {"stand_in": bot}

    def decide() -> Work | None:
        row, game = room.row, room.game
        if row.status != "running" or game is None or version not in (None, game.version):
            return None
        if row.seats[place].resigned:
            return None  # that was for good
        dues = _dues_of_seat(room, place, bot, house.now())

        def work(connection: Connection) -> None:
            rooms.advance_revision(connection, row.id, row.revision, "running")
            rooms.update_seat(connection, row.id, place, **marks)
            if dues is not None:
                log.set_due(connection, row.id, dues)

        return work

    await house.change(room, decide)
    house.due_soon.set()


def _dues_of_seat(room: Room, place: int, bot: str | None, now: float) -> tuple[Due, ...] | None:
    """What is due if the seat whose turn it is gets a bot or its person; None if it is another's turn.

    A clock that runs goes on: who lets a bot in and returns before it has moved wins no time.
    """
    game, clock = room.game, room.clock
    player = room.row.seats[place].player
    if game is None or room.row.status != "running" or player != game.state.player:
        return None
    if bot is None and clock.deadline is None:
        clock = clock.running(player, now)
    dues = clock_due(room.row.id, clock, game.version)
    return dues if bot is None else (Due(room.row.id, "bot", game.version, now), *dues)


async def resign(house: House, room: Room, person: str) -> None:
    """A bot finishes the seats of a person, for good; those who stay may have wanted to end before."""
    for seat in room.seats_of(person):
        await stand_in(house, room, seat.seat, FALLBACK, resigned=True)
    if any(seat.agrees and seat.acting_bot is None for seat in room.row.seats):
        await end_if_agreed(house, room)


async def end_if_agreed(house: House, room: Room) -> None:
    """End the game as it stands, if all people who still play want that."""
    async with room.lock:
        while room.row.status == "running" and all(
            seat.agrees or seat.acting_bot is not None for seat in room.row.seats
        ):
            state, events = agreed(_running(room).state)
            try:
                await _append(house, room, _Turn(AGREED, (), state, events, (), None))
            except Conflict:
                await house.refresh(room)


def _running(room: Room) -> Game:
    if room.game is None:
        raise AssertionError("expected a game that has begun")
    return room.game


async def _append(house: House, room: Room, turn: _Turn) -> None:
    """Store one entry, then take it into memory and tell it; Conflict if the log went on without us."""
    before = _running(room)
    mover, now = before.state.player, house.now()
    after, faces = before.after(turn.state, turn.events, turn.faces)
    plan = turn.state.edition.plan
    forms = [event_form(plan, event) for event in turn.events]
    entry = _entry(room, turn, forms, after.version, mover, now)
    over = turn.state.over is not None
    next_seat = None if over else room.seat_of(turn.state.player)
    clock, dues = _clock_and_dues(house, room, after, entry, now)
    place = None if next_seat is None else next_seat.seat
    name, revision = room.row.id, room.row.revision
    await house.database.write(AppendTurn(name, revision, entry, place, over, dues))

    room.game, room.clock, room.last_at = after, clock, now
    room.row = room.row.after_turn(after.version, place, now, "over" if over else "running")
    if entry.command is not None:
        room.commands[entry.person, entry.command] = entry.version
    house.metrics.turns["bot" if turn.by is None else "person"] += 1
    crash_points.reach("before-publishing")
    room.tell_turn(before, turn.events, faces, mover, now, forms)
    if over:
        house.tell_room(room, room.clients)
    house.tell_others(room)
    if dues:
        house.due_soon.set()


def _entry(room: Room, turn: _Turn, forms: list[AnyEvent], version: int, mover: int, now: float) -> Entry:
    person, command = turn.by or (None, None)
    if room.clock.form is None:
        took = max(0.0, now - room.last_at)
    else:
        took = room.clock.banks[mover] - room.clock.left(mover, mover, now)
    return Entry(
        version=version,
        kind=turn.kind,
        at=now,
        took=took,
        player=mover,
        person=person,
        command=command,
        rules=__version__,
        actions=encode(turn.actions).decode(),
        events=encode(forms).decode(),
        faces=write_faces(turn.faces),
    )


def _clock_and_dues(
    house: House, room: Room, after: Game, entry: Entry, now: float
) -> tuple[Clock, tuple[Due, ...]]:
    """The clock after an entry, and what is due then: a bot's move, or the end of the next one's time."""
    state = after.state
    mover = room.game.state.player if room.game else state.player
    ends = state.player != mover
    clock = room.clock.spent(mover, entry.took, ends)
    if state.over is not None:
        return clock.stopped(), ()
    if room.seat_of(state.player).acting_bot is not None:
        pause = house.settings.bot_pause_ms / 1000
        return clock.stopped(), (Due(room.row.id, "bot", after.version, now + pause),)
    if ends:
        clock = clock.running(state.player, now)
    return clock, clock_due(room.row.id, clock, after.version)


def clock_due(name: str, clock: Clock, version: int) -> tuple[Due, ...]:
    """What is due when the mover's time is up; nothing if no time runs."""
    return () if clock.deadline is None else (Due(name, "clock", version, clock.deadline),)
