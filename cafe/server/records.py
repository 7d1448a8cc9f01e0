"""Requests about games: the view, the log, and the record of a finished one, for ever."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
from starlette.responses import PlainTextResponse, Response

from cafe.bots.names import record_name
from cafe.protocol.ending import ENDED, ended_text
from cafe.protocol.forms import AnyAction, Form
from cafe.protocol.messages import View
from cafe.protocol.replays import EntryForm, LogForm, ReplayForm, ReplayPlayerForm
from cafe.rules.actions import Action
from cafe.rules.guests import GUESTS, NATIONS
from cafe.rules.record import Record, make_record, write_record
from cafe.rules.value import but
from cafe.server.endpoint import Call
from cafe.server.errors import Refused
from cafe.server.faces import PLAYED
from cafe.server.game import told_events, view_message
from cafe.server.house import House
from cafe.server.replay import AGREED, replay
from cafe.server.retelling import retold
from cafe.server.seat_names import seat_names
from cafe.server.table import OpenTable, first_game
from cafe.store import games, log
from cafe.store.games import SeatRow
from cafe.store.log import Entry


class RecordTurnForm(Form, frozen=True, omit_defaults=False):
    version: int
    player: int | None
    at: float
    seconds: float
    bot: bool
    actions: list[AnyAction]


class RecordForm(Form, frozen=True, omit_defaults=False):
    """A finished game with everything that was hidden."""

    id: str
    edition: str
    variants: list[str]
    players: list[str]
    bag: list[str]
    tables: list[str]
    salt: str
    commitment: str | None
    turns: list[RecordTurnForm]
    reason: str
    final: list[int]
    ranks: list[int]
    notation: str


class ExportedForm(Form, frozen=True):
    id: str
    record: str


class ExportForm(Form, frozen=True):
    games: list[ExportedForm]


async def _watched(call: Call) -> OpenTable:
    table = await call.house.table(call.part("table"))
    if not table.may_watch(call.someone.id if call.someone else ""):
        raise Refused("forbidden", "expected somebody who sits at this table; it is closed to spectators")
    return table


async def show_view(call: Call) -> View:
    """Show a game as the asker may see it."""
    table = await _watched(call)
    if table.game is None:
        raise Refused("state", "expected a game that has begun")
    player = table.viewpoint(call.someone.id if call.someone else "")
    return view_message(table.game, player, table.clocks(call.house.now()))


async def show_log(call: Call) -> LogForm:
    """Show the turns of a game as the asker may see them."""
    table = await _watched(call)
    if table.row.start is None:
        return LogForm({}, [])
    player = table.viewpoint(call.someone.id if call.someone else "")
    entries = await _entries(call.house, table)
    _, game = first_game(table.row, table.settings)
    return LogForm(
        game.seen(player)[0].tables,
        [
            EntryForm(
                step.entry.version,
                step.entry.at,
                step.entry.player,
                told_events(step.game.state, step.events, step.faces, player),
            )
            for step in replay(game, entries)
        ],
    )


async def _entries(house: House, table: OpenTable) -> list[Entry]:
    return await house.database.read(lambda c: log.entries(c, table.row.id))


async def show_record(call: Call) -> Response:
    """Give the record of a finished game in the notation."""
    table = await _finished(call)
    text = write_record(_record(table, await _entries(call.house, table)))
    return PlainTextResponse(text, headers={"content-disposition": f'inline; filename="{table.row.id}.cafe"'})


async def _finished(call: Call) -> OpenTable:
    table = await call.house.table(call.part("table"))
    if table.row.status != "over":
        raise Refused("state", f"expected a game that is over; this table is {table.row.status}")
    return table


def _record(table: OpenTable, entries: list[Entry]) -> Record:
    """The record with the bag as it was committed to, and what checks it."""
    start, game = first_game(table.row, table.settings)
    actions: list[Action] = []
    extra = {}
    for step in replay(game, entries):
        actions += step.actions
        if step.entry.kind == AGREED and step.game.state.over is not None:
            extra[ENDED] = ended_text(step.game.state.over)
    if table.row.commitment is not None:
        extra |= {"Salt": start.salt, "Commitment": table.row.commitment}
    seats = sorted(table.row.seats, key=lambda seat: seat.player or 0)
    names = seat_names(table.row.seats)
    date = datetime.fromtimestamp(table.row.created, UTC).date().isoformat()
    found = make_record(game.state, actions, tuple(_name(seat, names[seat.seat]) for seat in seats), date)
    if start.position is None:
        found = but(found, bag=tuple(start.bag), tables=tuple(start.tables), position=None)
    return but(found, extra=extra)


def _name(seat: SeatRow, name: str | None) -> str:
    """A player's name in a record, where a semicolon parts the players."""
    found = name or ""
    return (record_name(found, seat.bot) if seat.bot is not None else found).replace(";", ",")


async def show_replay(call: Call) -> ReplayForm:
    """Tell a finished game turn by turn, with every card open."""
    table = await _finished(call)
    entries = await _entries(call.house, table)
    record = _record(table, entries)
    start, game = first_game(table.row, table.settings)
    chosen = (
        face
        for step in replay(game, entries)
        for event, (face, _) in zip(step.events, step.faces, strict=True)
        if isinstance(event, PLAYED) and face is not None
    )
    seats = sorted(table.row.seats, key=lambda seat: seat.player or 0)
    names = seat_names(table.row.seats)
    players = [ReplayPlayerForm(names[seat.seat], seat.seat, seat.kind == "bot") for seat in seats]
    return retold(record, players, start.faces_seed, chosen)


async def show_record_json(call: Call) -> RecordForm:
    """Give the record of a finished game as JSON."""
    table = await _finished(call)
    entries = await _entries(call.house, table)
    record = _record(table, entries)
    start, _ = first_game(table.row, table.settings)
    over = None if table.game is None else table.game.state.over
    if over is None:
        raise AssertionError("a game that is over has no result")
    return RecordForm(
        id=table.row.id,
        edition=table.settings.edition,
        variants=table.settings.variants,
        players=list(record.players),
        bag=[GUESTS[guest] for guest in start.bag],
        tables=[NATIONS[nation] for nation in start.tables],
        salt=start.salt,
        commitment=table.row.commitment,
        turns=[
            RecordTurnForm(
                entry.version,
                entry.player,
                entry.at,
                entry.took,
                entry.person is None,
                msgspec.json.decode(entry.actions, type=list[AnyAction]),
            )
            for entry in entries
        ],
        reason=over.reason,
        final=list(over.final),
        ranks=table.ranks() or [],
        notation=write_record(record),
    )


async def export(call: Call) -> ExportForm:
    """Give the records of all one's finished games."""
    house, who = call.house, call.person.id
    found = []
    for row in await house.database.read(lambda c: games.of_person(c, who, 10_000)):
        if row.status == "over":
            table = await house.table(row.id)
            text = write_record(_record(table, await _entries(house, table)))
            found.append(ExportedForm(row.id, text))
    return ExportForm(found)
