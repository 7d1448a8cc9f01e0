"""Turns of people, bots and clocks, and who plays for a seat; `Rooms.change` carries them out."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection

from cafe.protocol import commands as cmd
from cafe.protocol import messages as msg
from cafe.rules.trial import try_actions
from cafe.server.rooms.bot_workers import FALLBACK, Workers
from cafe.server.rooms.room import Room
from cafe.server.rooms.rooms import Rooms
from cafe.server.turn.errors import NotPossible
from cafe.server.turn.judge import judge, refused
from cafe.server.turn.new_turn import NewTurn, actions_of, agreed_end, answer_by, played_turn
from cafe.store import crash_points
from cafe.store.group_commit import Work
from cafe.store.rooms import advance_revision, set_stand_in
from cafe.store.rows import Person, SeatRow

MOST_BOTS_ALONE = 5
"""How many running games between bots alone a person may have in which the bots think."""


async def submit(rooms: Rooms, room: Room, person: Person, command: cmd.Submit) -> msg.Done | msg.Refused:
    """Play a person's turn, answered after it is stored. A known command id gets its first answer again."""
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
    """Let the bot in the seat to move play, if the game is still at this version; returns whether it did."""
    game = room.game
    if game is None or game.version != version or room.row.status != "running":
        return False
    asked = room.seat_of(game.state.player).acting_bot
    bot = FALLBACK if asked is None or await _is_one_too_many(rooms, room) else asked
    seen, exact = game.seen(game.state.player)[0], room.settings.daily is not None
    turn, failure = await bots.turn(bot, seen, room.row.host, urgent=urgent, exact=exact)
    if failure is not None:
        rooms.metrics.bot_failures.inc()
        rooms.process.log.error("bot failed", table=room.row.id, version=version, bot=bot, reason=failure)
    room = await rooms.get(room.row.id)  # it may have been dropped from memory while the bot was thinking
    trial = try_actions(game.state, actions_of(game.state, turn.actions))

    def decide() -> NewTurn | None:
        if room.game is None or room.game.version != version or room.row.status != "running":
            return None
        if room.seat_of(game.state.player).acting_bot != asked:
            return None  # its person came back while the bot was thinking
        return played_turn(room, trial, turn.actions, rooms.moment())

    return await rooms.change(room, decide)


async def _is_one_too_many(rooms: Rooms, room: Room) -> bool:
    """Whether bots are alone here, and in more games of this host than may begin that way.

    Nobody can be kept from leaving, so the bots of such games do not think.
    """
    alone = all(seat.acting_bot is not None for seat in room.row.seats) and room.settings.daily is None
    return alone and await rooms.bots_alone(room.row.host) > MOST_BOTS_ALONE


async def clock_ran_out(rooms: Rooms, bots: Workers, room: Room, version: int) -> bool:
    """The clock ran out: let a bot play this turn, or until the person returns; returns whether it does."""
    game = room.game
    if game is None or game.version != version or room.clock.form is None:
        return False
    seat = room.seat_of(game.state.player)
    if seat.acting_bot is not None:
        return True  # that bot moves; until then the deadline stays, for a person who returns
    if room.clock.form.then == "seat":
        await stand_in(rooms, room, seat.seat, FALLBACK, version=version)
        if room.row.seats[seat.seat].acting_bot is None:
            return True  # its person is back already
    await play_bot(rooms, bots, room, version, urgent=True)
    return True


async def answer_did_not_come(rooms: Rooms, _: Workers, room: Room, version: int) -> bool:
    """A bot account has not moved in time: a house bot plays until it returns; returns whether it does."""
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
            return None  # that was final
        deadline = room.clock.running(game.state.player, now).deadline
        answers_by = answer_by(row.seats[place], now)

        def work(connection: Connection) -> None:
            advance_revision(connection, row.id, row.revision, "running")
            set_stand_in(connection, row.id, place, bot, now, deadline, answers_by, **marks)

        return work

    await rooms.change(room, decide)


async def resign(rooms: Rooms, room: Room, seats: Iterable[SeatRow]) -> None:
    """Let bots play these seats to the end; those who stay may have wanted to end the game before."""
    for seat in seats:
        await stand_in(rooms, room, seat.seat, FALLBACK, resigned=True)
    await end_if_agreed(rooms, room)


async def end_if_agreed(rooms: Rooms, room: Room) -> None:
    """End the game as it stands, if all people who still play want that."""

    def decide() -> NewTurn | None:
        playing = [seat for seat in room.row.seats if seat.acting_bot is None and seat.author is None]
        agreed = room.row.status == "running" and any(seat.agrees for seat in playing)
        return agreed_end(room, rooms.moment()) if agreed and all(s.agrees for s in playing) else None

    await rooms.change(room, decide)
