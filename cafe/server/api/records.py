"""Requests about games: the view, the log, and the record of a finished game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import ceil

import msgspec
from starlette.responses import PlainTextResponse, Response

from cafe.protocol.daily import DailyResultForm
from cafe.protocol.forms import AnyAction, Form
from cafe.protocol.messages import View
from cafe.protocol.profile import PageExportForm
from cafe.protocol.puzzles import PuzzleTryForm
from cafe.protocol.replays import (
    ContributionForm,
    EntryForm,
    GameRecordForm,
    LogForm,
    RecordTurnForm,
    ReplayForm,
    ReplayPlayerForm,
)
from cafe.rules.guests import GUESTS, NATIONS
from cafe.rules.record import Record, write_record
from cafe.server.api.daily import settle
from cafe.server.api.profile import export_page
from cafe.server.api.puzzle_forms import exported_tries
from cafe.server.errors import Refused
from cafe.server.http.caller import caller
from cafe.server.http.endpoint import Call
from cafe.server.rooms.room import Room, encode
from cafe.server.rooms.seat_names import seat_names
from cafe.server.rooms.server_parts import ServerParts
from cafe.server.settings import Settings
from cafe.server.turn.daily_deal import day_of, end_of
from cafe.server.turn.game import told_events, view_message
from cafe.server.turn.record import stored_record
from cafe.server.turn.replay import TURN, chosen_faces, replay
from cafe.server.turn.replay_form import make_replay
from cafe.server.turn.room_settings import RoomSettings, read_settings
from cafe.server.turn.stored_room import first_game
from cafe.store import daily, log, reviews, rooms
from cafe.store.rows import Entry, RoomRow


class ExportedForm(Form, frozen=True):
    id: str
    record: str


class ReviewedForm(Form, frozen=True):
    """A game whose review one asked for, and when."""

    id: str
    at: float


class ReviewLinkOfForm(Form, frozen=True):
    """A link with which one shares the review of a game."""

    id: str
    link: str


class ExportForm(Form, frozen=True):
    """`daily` has all cafés of the day; the record of today's is available tomorrow."""

    games: list[ExportedForm]
    daily: list[DailyResultForm]
    page: PageExportForm
    reviews: list[ReviewedForm]
    review_links: list[ReviewLinkOfForm]
    puzzles: list[PuzzleTryForm]


async def _watched(call: Call) -> Room:
    room = await call.server.rooms.get(call.part("table"))
    if not room.may_watch(call.someone.id if call.someone else ""):
        raise Refused("forbidden", "expected somebody with a seat at this table; it is closed to spectators")
    return room


async def show_view(call: Call) -> View:
    """Show a game as the asker may see it."""
    room = await _watched(call)
    if room.game is None:
        raise Refused("state", "expected a game that has started")
    player = room.viewpoint(call.someone.id if call.someone else "")
    return view_message(room.game, player, room.times(call.server.process.now()))


async def show_log(call: Call) -> LogForm:
    """Show the turns of a game as the asker may see them."""
    room = await _watched(call)
    if room.row.start is None:
        return LogForm({}, [])
    if room.row.status == "over":
        check_finished(call.server, room)
    _check_retelling(call)
    player = room.viewpoint(call.someone.id if call.someone else "")
    entries = await _entries(call.server, room.row.id)
    _, game = first_game(room.row, room.settings)
    found = LogForm(game.seen(player)[0].tables, [])
    for step in replay(game, entries):
        entry = step.entry
        events = told_events(step.game.state, step.events, step.faces, player, game.turn_points)
        by_bot = entry.kind == TURN and entry.command is None
        stand_in = by_bot and room.seat_of(game.state.player).kind != "bot"
        found.entries.append(EntryForm(entry.version, entry.at, entry.player, events, stand_in))
        game = step.game
    return found


def review_link(settings: Settings, code: str) -> str:
    """The address of a review that somebody shares with others."""
    return f"{settings.address}/reviews/{code}"


async def _entries(server: ServerParts, name: str) -> list[Entry]:
    return await server.database.read(lambda c: log.entries(c, name))


async def show_record(call: Call) -> Response:
    """Give the record of a finished game in the notation."""
    text = await _finished(call, "record", lambda room, past: write_record(_record(room.row, past)).encode())
    name = f"{call.part('table')}.cafe"
    return PlainTextResponse(text, headers={"content-disposition": f'inline; filename="{name}"'})


async def _finished(call: Call, what: str, make: Callable[[Room, list[Entry]], bytes]) -> bytes:
    """An answer about a finished game, made once from its entries."""
    room = await _watched(call)
    check_finished(call.server, room)

    async def read() -> bytes:
        _check_retelling(call)
        return make(room, await _entries(call.server, room.row.id))

    return await call.server.finished.answer((room.row.id, room.row.revision, what), read)


def _check_retelling(call: Call) -> None:
    """Raises Refused for an address that has games played through too often."""
    call.server.limits.retellings.check(caller(call.request))


def check_finished(server: ServerParts, room: Room) -> None:
    """Raises Refused for a game that is not over, and for today's café: these are not revealed."""
    if room.row.status != "over":
        raise Refused("state", f"expected a game that is over; this table is {room.row.status}")
    wait = _withheld(server, room.settings)
    if wait:
        message = f"expected the café of a past day: others still play this deal, until 0:00 UTC, in {wait} s"
        raise Refused("withheld", message, retry_after=wait)


def _withheld(server: ServerParts, settings: RoomSettings) -> int:
    """For how many seconds others can still play the same deal: until then the game is not revealed."""
    if settings.daily is None:
        return 0
    return max(0, ceil(end_of(settings.daily.day) - server.process.now()))


def _record(row: RoomRow, entries: list[Entry]) -> Record:
    return stored_record(row, entries, seat_names(row.seats))


async def show_replay(call: Call) -> Response:
    """Show a finished game turn by turn, with every card face up."""
    told = await _finished(call, "replay", lambda room, past: encode(room_replay(room.row, past)))
    return Response(told, media_type="application/json")


def room_replay(row: RoomRow, entries: list[Entry]) -> ReplayForm:
    """The replay of a game that is over, with the names of its seats."""
    record = _record(row, entries)
    start, game = first_game(row, read_settings(row))
    seats = sorted(row.seats, key=lambda seat: seat.player or 0)
    names = seat_names(row.seats)
    players = [
        ReplayPlayerForm(names[seat.seat], seat.seat, seat.kind == "bot" or seat.author is not None)
        for seat in seats
    ]
    return make_replay(record, players, start.faces_seed, chosen_faces(game, entries))


async def show_record_json(call: Call) -> Response:
    """Give the record of a finished game as JSON."""
    told = await _finished(call, "record.json", lambda room, past: encode(_record_form(room, past)))
    return Response(told, media_type="application/json")


def _record_form(room: Room, entries: list[Entry]) -> GameRecordForm:
    record = _record(room.row, entries)
    start, _ = first_game(room.row, room.settings)
    given = room.shuffle
    over = None if room.game is None else room.game.state.over
    if over is None:
        raise AssertionError("a game that is over has no result")
    return GameRecordForm(
        id=room.row.id,
        edition=room.settings.edition,
        variants=room.settings.variants,
        players=list(record.players),
        bag=[GUESTS[guest] for guest in start.bag],
        tables=[NATIONS[nation] for nation in start.tables],
        salt=start.salt,
        secret=given.secret if given.is_committed else None,
        contributions=(
            [ContributionForm(*one) for one in given.contributions(room.row)] if given.is_committed else []
        ),
        commitment=room.row.commitment,
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
        ranks=room.ranks() or [],
        notation=write_record(record),
    )


async def _written(server: ServerParts, row: RoomRow) -> bytes:
    return write_record(_record(row, await _entries(server, row.id))).encode()


async def export(call: Call) -> ExportForm:
    """Give one's finished games as records, with cafés of the day, page, reviews and puzzles."""
    server, who = call.server, call.person.id
    server.limits.exports.check(who)
    found = []
    for row in await server.database.read(lambda c: rooms.of_person(c, who, 10_000)):
        if row.status == "over" and not _withheld(server, read_settings(row)):
            text = await server.finished.answer(
                (row.id, row.revision, "record"), partial(_written, server, row)
            )
            found.append(ExportedForm(row.id, text.decode()))
    await settle(server, day_of(server.process.now()), who)
    tries = await server.database.read(lambda c: daily.results(c, who))
    asked = await server.database.read(lambda c: reviews.asked_by(c, who))
    links = await server.database.read(lambda c: reviews.links_of(c, who))
    return ExportForm(
        found,
        [DailyResultForm(*each) for each in tries],
        await export_page(server, who),
        [ReviewedForm(*each) for each in asked],
        [ReviewLinkOfForm(each.game, review_link(server.settings, each.code)) for each in links],
        await server.database.read(lambda c: exported_tries(c, who)),
    )
