"""The request for practice from a position or from the middle of a record."""

from __future__ import annotations

from collections.abc import Sequence

from cafe.bots import BOTS
from cafe.bots.names import is_house_name
from cafe.protocol.convert import state_of
from cafe.protocol.tables import NewPractice, TableForm
from cafe.rules.errors import CafeError
from cafe.rules.state import State
from cafe.server.api.lobby import check_room_limit, new_row
from cafe.server.api.seats import checked_bot, room_form
from cafe.server.errors import Refused
from cafe.server.http.endpoint import Call
from cafe.server.rooms.beginning import start_practice
from cafe.server.rooms.record_checks import RecordTask
from cafe.server.turn.puzzle_game import puzzle_at
from cafe.server.turn.room_settings import RoomSettings
from cafe.server.turn.start import from_position
from cafe.store import puzzles, rooms
from cafe.store.rows import SeatRow


async def practise(call: Call) -> TableForm:
    """Begin a game at a position or in the middle of a record; bots play the others."""
    asked: NewPractice = call.body
    server, person = call.server, call.person
    state, players = await _position(call, asked)
    if state.over is not None:
        raise Refused("setup", "expected a position in which the game is not over; it is")
    if max(asked.players) >= state.players:
        raise Refused("setup", f"expected players from 0 to {state.players - 1}; got {asked.players}")
    await _check_no_open_puzzle(call, state)
    bot = checked_bot(asked.bot)
    settings = RoomSettings(
        state.edition.name,
        list(state.edition.variants),
        0,
        spectators=False,
        talk=False,
        practice=True,
        languages=call.languages,
        lesson=asked.state is not None,
    )
    own = sorted(set(asked.players))
    seats = tuple(
        _bot_seat(player, players, bot)
        if player not in own
        else SeatRow(player, "person", person.id)
        if player == own[0]
        else SeatRow(player, "local", person.id, f"Player {player + 1}")
        for player in range(state.players)
    )
    await check_room_limit(call)
    row = new_row(server, person, settings, seats)
    await server.database.write(lambda c: rooms.add(c, row))
    room = await server.rooms.get(row.id)
    await start_practice(server.rooms, room, from_position(state))
    return await room_form(server, room, person)


async def _check_no_open_puzzle(call: Call, state: State) -> None:
    """Raises Refused at the position of a puzzle this person has not answered: a hint would solve it."""
    puzzle = puzzle_at(state)
    if puzzle is None:
        return
    known = await call.server.database.read(lambda c: puzzles.find(c, call.person.id, puzzle))
    if known is None or known.answered is None:
        message = f"expected a position that is no puzzle you have yet to answer; this is puzzle {puzzle}"
        raise Refused("state", message)


def _bot_seat(player: int, players: Sequence[tuple[str, str | None]], otherwise: str) -> SeatRow:
    """The bot that a record names, under its name; otherwise the requested one."""
    name, bot = players[player] if player < len(players) else ("", None)
    if bot is None or bot not in BOTS:
        return SeatRow(player, "bot", bot=otherwise)
    return SeatRow(player, "bot", bot=bot, name=name if is_house_name(name, bot) else None)


async def _position(call: Call, asked: NewPractice) -> tuple[State, list[tuple[str, str | None]]]:
    if (asked.state is None) == (asked.record is None):
        raise Refused("form", "expected either a state or a record")
    try:
        if asked.state is not None:
            return state_of(asked.state), []
        task = RecordTask(asked.record or "", tell=False, turns=asked.turns)
        found = await call.server.records.check(call.person.id, task)
        if found.position is None:
            raise Refused("setup", found.error or "")
        return state_of(found.position), found.players
    except CafeError as error:
        raise Refused("setup", str(error)) from None
