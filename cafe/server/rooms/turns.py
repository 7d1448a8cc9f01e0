"""Turns of people, bots and clocks, and who plays for a seat; `Rooms.change` takes them through."""

from __future__ import annotations

from sqlalchemy import Connection

from cafe.protocol import messages as msg
from cafe.rules.trial import try_actions
from cafe.server.rooms.bot_workers import FALLBACK, Workers
from cafe.server.rooms.room import Room
from cafe.server.rooms.rooms import Rooms
from cafe.server.turn.errors import NotPossible
from cafe.server.turn.judge import judge, refused
from cafe.server.turn.new_turn import ANSWER_SECONDS, NewTurn, actions_of, agreed_end, played_turn
from cafe.store import crash_points
from cafe.store.group_commit import Work
from cafe.store.rooms import advance_revision, set_stand_in
from cafe.store.rows import Person


async def submit(rooms: Rooms, room: Room, person: Person, command: msg.Submit) -> msg.Done | msg.Refused:
    """Play a turn of a person, answered after it is stored. A known command id gets its first answer."""
    key = person.id, command.id

    def decide() -> NewTurn | None:
        return None if key in room.commands else judge(room, person.id, command, rooms.moment())

    try:
        stored = await rooms.change(room, decide)
    except NotPossible as error:
        return refused(command.id, error)
    if stored:
        crash_points.reach("before-answer")
    return msg.Done(command.id, room.commands[key])


async def play_bot(rooms: Rooms, bots: Workers, room: Room, version: int, *, urgent: bool = False) -> bool:
    """Let the bot of the seat to move play, if the game is still at this version; whether it did."""
    game = room.game
    if game is None or game.version != version or room.row.status != "running":
        return False
    asked = room.seat_of(game.state.player).acting_bot
    bot = asked or FALLBACK
    seen, exact = game.seen(game.state.player)[0], room.settings.daily is not None
    turn, failure = await bots.turn(bot, seen, room.row.host, urgent=urgent, exact=exact)
    if failure is not None:
        rooms.metrics.bot_failures.inc()
        rooms.process.log.error("bot failed", table=room.row.id, version=version, bot=bot, reason=failure)
    room = await rooms.get(room.row.id)  # it may have left the memory while the bot was thinking
    trial = try_actions(game.state, actions_of(game.state, turn.actions))

    def decide() -> NewTurn | None:
        if room.game is None or room.game.version != version or room.row.status != "running":
            return None
        if room.seat_of(game.state.player).acting_bot != asked:
            return None  # its person came back while the bot was thinking
        return played_turn(room, trial, turn.actions, rooms.moment())

    return await rooms.change(room, decide)


async def clock_ran_out(rooms: Rooms, bots: Workers, room: Room, version: int) -> bool:
    """The mover's clock ran out: a bot plays this turn, or the seat until its person returns; whether so."""
    game = room.game
    if game is None or game.version != version or room.clock.form is None:
        return False
    seat = room.seat_of(game.state.player)
    if seat.acting_bot is not None:
        return True  # that bot moves; until then the deadline stays, for who returns
    if room.clock.form.then == "seat":
        await stand_in(rooms, room, seat.seat, FALLBACK, version=version)
    else:
        await play_bot(rooms, bots, room, version, urgent=True)
    return True


async def answer_did_not_come(rooms: Rooms, _: Workers, room: Room, version: int) -> bool:
    """A bot account has not moved in time: a house bot has its seat until it returns; whether so."""
    game = room.game
    if game is None or game.version != version or room.row.status != "running":
        return False
    seat = room.seat_of(game.state.player)
    if seat.author is None or seat.acting_bot is not None:
        return False
    await stand_in(rooms, room, seat.seat, FALLBACK, version=version)
    return True


async def stand_in(
    rooms: Rooms,
    room: Room,
    place: int,
    bot: str | None,
    *,
    version: int | None = None,
    resigned: bool = False,
) -> None:
    """Let a bot play for a seat, or (None) its person again; only at this version, if one is given."""
    marks = {"resigned": True} if resigned else {}

    def decide() -> Work | None:
        row, game, now = room.row, room.game, rooms.process.now()
        if row.status != "running" or game is None or version not in (None, game.version):
            return None
        if row.seats[place].resigned:
            return None  # that was for good
        deadline = room.clock.running(game.state.player, now).deadline
        answer_by = None if row.seats[place].author is None else now + ANSWER_SECONDS

        def work(connection: Connection) -> None:
            advance_revision(connection, row.id, row.revision, "running")
            set_stand_in(connection, row.id, place, bot, now, deadline, answer_by, **marks)

        return work

    await rooms.change(room, decide)


async def resign(rooms: Rooms, room: Room, person: str) -> None:
    """A bot finishes the seats of a person, for good; those who stay may have wanted to end before."""
    for seat in room.seats_of(person):
        await stand_in(rooms, room, seat.seat, FALLBACK, resigned=True)
    await end_if_agreed(rooms, room)


async def end_if_agreed(rooms: Rooms, room: Room) -> None:
    """End the game as it stands, if all people who still play want that."""

    def decide() -> NewTurn | None:
        playing = [seat for seat in room.row.seats if seat.acting_bot is None and seat.author is None]
        agreed = room.row.status == "running" and any(seat.agrees for seat in playing)
        return agreed_end(room, rooms.moment()) if agreed and all(s.agrees for s in playing) else None

    await rooms.change(room, decide)
