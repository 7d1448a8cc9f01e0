"""Requests about games: the view, the log, and the record of a finished one, for ever."""

from __future__ import annotations

from collections.abc import Callable

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
from cafe.server.turn.replay import chosen_faces, replay
from cafe.server.turn.replay_form import retold
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
    """A link by which one shows the review of a game."""

    id: str
    link: str


class ExportForm(Form, frozen=True):
    """`daily` are all cafés of the day; the record of today's is told tomorrow."""

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
    _check_retelling(call)
    player = room.viewpoint(call.someone.id if call.someone else "")
    entries = await _entries(call.server, room)
    _, game = first_game(room.row, room.settings)
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


def review_link(settings: Settings, code: str) -> str:
    """The address of a review that somebody shows to others."""
    return f"{settings.address}/reviews/{code}"


async def _entries(server: ServerParts, room: Room) -> list[Entry]:
    return await server.database.read(lambda c: log.entries(c, room.row.id))


async def show_record(call: Call) -> Response:
    """Give the record of a finished game in the notation."""
    text = await _finished(call, "record", lambda room, past: write_record(_record(room.row, past)).encode())
    name = f"{call.part('table')}.cafe"
    return PlainTextResponse(text, headers={"content-disposition": f'inline; filename="{name}"'})


async def _finished(call: Call, what: str, make: Callable[[Room, list[Entry]], bytes]) -> bytes:
    """What a finished game answers, made from its entries once."""
    room = await _watched(call)
    check_finished(call.server, room)

    async def read() -> bytes:
        _check_retelling(call)
        return make(room, await _entries(call.server, room))

    return await call.server.finished.answer((room.row.id, room.row.revision, what), read)


def _check_retelling(call: Call) -> None:
    """Refused for an address that lets games be played through too often."""
    call.server.limits.retellings.check(caller(call.request), call.server.process.now())


def check_finished(server: ServerParts, room: Room) -> None:
    """Refused for a game that is not over, and for today's café: nothing is told of those."""
    if room.row.status != "over":
        raise Refused("state", f"expected a game that is over; this table is {room.row.status}")
    if _is_withheld(server, room.settings):
        raise Refused(
            "state", "expected the café of a past day: what today's deal was is told after 0:00 UTC"
        )


def _is_withheld(server: ServerParts, settings: RoomSettings) -> bool:
    """Whether others still play the same deal: until the day is over nobody is told how it went on."""
    return settings.daily is not None and server.process.now() < end_of(settings.daily.day)


def _record(row: RoomRow, entries: list[Entry]) -> Record:
    return stored_record(row, entries, seat_names(row.seats))


async def show_replay(call: Call) -> Response:
    """Tell a finished game turn by turn, with every card open."""
    told = await _finished(call, "replay", lambda room, past: encode(told_replay(room.row, past)))
    return Response(told, media_type="application/json")


def told_replay(row: RoomRow, entries: list[Entry]) -> ReplayForm:
    """The replay of a game that is over, with the names of its seats."""
    record = _record(row, entries)
    start, game = first_game(row, read_settings(row))
    seats = sorted(row.seats, key=lambda seat: seat.player or 0)
    names = seat_names(row.seats)
    players = [
        ReplayPlayerForm(names[seat.seat], seat.seat, seat.kind == "bot" or seat.author is not None)
        for seat in seats
    ]
    return retold(record, players, start.faces_seed, chosen_faces(game, entries))


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


async def export(call: Call) -> ExportForm:
    """Give one's finished games as records, how every café of the day went, page, reviews and puzzles."""
    server, who = call.server, call.person.id
    server.limits.exports.check(who, server.process.now())
    found = []
    for row in await server.database.read(lambda c: rooms.of_person(c, who, 10_000)):
        if row.status == "over" and not _is_withheld(server, read_settings(row)):
            room = await server.rooms.get(row.id)
            text = write_record(_record(room.row, await _entries(server, room)))
            found.append(ExportedForm(row.id, text))
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
