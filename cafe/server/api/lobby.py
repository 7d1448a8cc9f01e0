"""Requests about rooms: open, find, join, leave, arrange and start them."""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations

import msgspec
from msgspec import structs
from sqlalchemy import Connection

from cafe import __version__
from cafe.bots import BOTS, LEVELS
from cafe.protocol.editions import edition_form
from cafe.protocol.messages import EMOTES, PROTOCOL
from cafe.protocol.options import LevelForm, LocalNetworkForm, OptionsForm
from cafe.protocol.tables import NewTable, SeatAsk, TableForm, TableLineForm, TableListForm
from cafe.rules.edition import EDITIONS
from cafe.rules.errors import SetupError
from cafe.rules.setup import check_players
from cafe.server.api.bots import MOST_GAMES
from cafe.server.api.challenges import check_challenges
from cafe.server.api.seats import checked_bot, hosted_room, reservation, room_form
from cafe.server.errors import OverLimit, Refused
from cafe.server.http.caller import caller, is_loopback
from cafe.server.http.endpoint import Call
from cafe.server.rooms import beginning
from cafe.server.rooms.challenges import set_expiry, text_of, with_asked
from cafe.server.rooms.confusable_names import are_alike
from cafe.server.rooms.link_codes import new_invitation, new_room_code
from cafe.server.rooms.plain_text import clean_name
from cafe.server.rooms.seat_names import seat_names
from cafe.server.rooms.server_parts import ServerParts
from cafe.server.rooms.turns import MOST_BOTS_ALONE
from cafe.server.settings import Settings, own_address
from cafe.server.start_command import start_command
from cafe.server.turn.room_settings import Reservation, RoomSettings, read_settings
from cafe.store import rooms
from cafe.store.group_commit import Work
from cafe.store.rows import ASKED, FREE_KINDS, Person, RoomRow, SeatRow

FULL_SECONDS = 30
MOST_RESULTS = 20
"""How many finished games of a person show their result in the list, as long as they are in memory."""
MOST_OPENED = 3
"""How many games are read again for that, per list."""


async def options(call: Call) -> OptionsForm:
    """List what can be chosen: editions, variants, bots and the levels for people."""
    return OptionsForm(
        __version__,
        call.server.build,
        PROTOCOL,
        [edition_form(terms) for terms in EDITIONS.values()],
        list(BOTS),
        list(EMOTES),
        [LevelForm(level.level, level.name, level.character, list(level.names)) for level in LEVELS.values()],
        call.server.settings.profile_games > 0,
        local_network(call.server.settings, call.request.client.host if call.request.client else ""),
    )


def local_network(settings: Settings, client: str) -> LocalNetworkForm | None:
    """Where others on the network find this machine, for somebody at it who wants to invite them."""
    if settings.public_address or not is_loopback(client):
        return None
    found = own_address("::" if ":" in settings.host else "0.0.0.0")
    if is_loopback(found):
        return None
    return LocalNetworkForm(found, not is_loopback(settings.host), start_command())


async def open_table(call: Call) -> TableForm:
    """Open a table."""
    asked: NewTable = call.body
    server, person = call.server, call.person
    settings = RoomSettings(**asked.chosen(), languages=call.languages, reserved=_reserved(asked))
    seats = _seats(asked, person)
    row = new_row(server, person, settings, seats)
    await check_room_limit(call)
    bots = await check_challenges(
        call, {place: seat.account for place, seat in enumerate(asked.seats) if seat.kind == ASKED}
    )
    settings = with_asked(settings, bots, server.process.now())

    def work(connection: Connection) -> None:
        rooms.add(connection, structs.replace(row, settings=text_of(settings)))
        set_expiry(connection, row.id, settings)

    await server.database.write(work)
    for bot in (*bots.values(), *((person.id,) if person.author is not None else ())):
        server.bot_streams.new_room_for(bot)
    return await room_form(server, await server.rooms.get(row.id), person)


async def check_room_limit(call: Call) -> None:
    """Raises Refused if the person has too many unfinished rooms, or opened too many in an hour."""
    server, person = call.server, call.person
    if await server.database.read(lambda c: rooms.count_unfinished(c, person.id)) >= most_rooms(
        server, person
    ):
        raise too_many_rooms(server, person)
    server.limits.tables.check(person.id)
    server.limits.tables_of_address.check(caller(call.request))


def most_rooms(server: ServerParts, person: Person) -> int:
    """How many unfinished rooms somebody may have opened."""
    most = server.settings.tables_a_person
    return most if person.author is None else min(most, MOST_GAMES)


def too_many_rooms(server: ServerParts, person: Person) -> OverLimit:
    """Why somebody may not open another room."""
    most = most_rooms(server, person)
    message = f"expected at most {most} tables at once that are not over; you have that many"
    return OverLimit("tables", message, FULL_SECONDS)


def new_row(
    server: ServerParts, person: Person, settings: RoomSettings, seats: tuple[SeatRow, ...]
) -> RoomRow:
    """A room that has not started; raises Refused if no such game is possible."""
    try:
        check_players(settings.rules(), len(seats))
    except SetupError as error:
        raise Refused("setup", str(error)) from None
    if isinstance(settings.starter, int) and settings.starter >= len(seats):
        raise Refused("setup", f"expected a starter from 0 to {len(seats) - 1}; got {settings.starter}")
    now = server.process.now()
    return RoomRow(
        id=new_room_code(),
        invite=new_invitation(),
        host=person.id,
        status="open",
        settings=msgspec.json.encode(settings).decode(),
        listed=settings.public,
        created=now,
        changed=now,
        version=0,
        mover=None,
        start=None,
        commitment=None,
        rematch=None,
        seats=seats,
    )


def _reserved(asked: NewTable) -> dict[int, Reservation]:
    """The requested friends' seats that have a name."""
    kept = {
        place: reservation("friend", seat.name)
        for place, seat in enumerate(asked.seats)
        if seat.kind == "friend"
    }
    return {place: found for place, found in kept.items() if found is not None}


def _seats(asked: NewTable, person: Person) -> tuple[SeatRow, ...]:
    if sum(seat.kind == "me" for seat in asked.seats) > 1:
        raise Refused("setup", "expected one seat for you; others on your screen are local")
    if person.author is not None and (
        asked.public or any(seat.kind in ("anybody", "local") for seat in asked.seats)
    ):
        raise Refused(
            "setup",
            "expected a table that is not public, without `anybody` or `local`, since you are a bot account",
        )
    seats = tuple(_seat(place, seat, person) for place, seat in enumerate(asked.seats))
    names = [person.name, *(seat.name for seat in seats if seat.kind == "local" and seat.name is not None)]
    for one, other in combinations(names, 2):
        if are_alike(one, other):
            raise Refused("names", f"expected names that can be told apart; got {one!r} and {other!r}")
    return seats


def _seat(place: int, asked: SeatAsk, person: Person) -> SeatRow:
    match asked.kind:
        case "me":
            return SeatRow(place, "person", person.id)
        case "local":
            return SeatRow(place, "local", person.id, clean_name(asked.name or f"Player {place + 1}"))
        case "bot":
            return SeatRow(place, "bot", bot=checked_bot(asked.bot))
        case "asked":
            return SeatRow(place, ASKED, asked.account)
        case free:
            return SeatRow(place, free)


async def show_table(call: Call) -> TableForm:
    """Show a table."""
    return await room_form(call.server, await call.server.rooms.get(call.part("table")), call.someone)


async def close(call: Call) -> TableForm:
    """Close a table that has not begun."""
    server, room = call.server, await hosted_room(call)

    def decide() -> Work:
        beginning.check_not_committed(room)
        row = room.row
        return lambda c: rooms.close(c, row.id, row.revision, server.process.now())

    await server.rooms.change(room, decide)
    return await room_form(server, room, call.person)


async def start(call: Call) -> TableForm:
    """Begin the game once no seat is free; people who contributed to the shuffle open first."""
    server, room = call.server, await hosted_room(call)
    if all(seat.kind == "bot" for seat in room.row.seats):
        await _check_bots_alone(server, call.person)
    await beginning.start(server.rooms, room)
    return await room_form(server, room, call.person)


async def _check_bots_alone(server: ServerParts, person: Person) -> None:
    """Raises Refused if bots play alone in too many of this person's games, or if the bots are too busy."""
    if await server.rooms.bots_alone(person.id) >= MOST_BOTS_ALONE:
        message = f"expected at most {MOST_BOTS_ALONE} running games of bots alone; you have that many"
        raise OverLimit("bots alone", message, FULL_SECONDS)
    if server.bots.is_full:
        message = f"the house is full, and its bots are busy: try again in {FULL_SECONDS} s"
        raise OverLimit("bots alone", message, FULL_SECONDS, full=True)


async def lobby(call: Call) -> TableListForm:
    """List the public tables with a free seat, or running and open to spectators."""
    rows = await call.server.database.read(rooms.lobby)
    shown = [row for row in rows if row.status == "open" or read_settings(row).spectators]
    return TableListForm([list_line(call.server, row, call.someone) for row in shown])


async def my_tables(call: Call) -> TableListForm:
    """List one's tables, first those where it is one's turn."""
    who = call.person.id
    rows = await call.server.database.read(lambda c: rooms.of_person(c, who))
    over = [row.id for row in rows if row.status == "over"][:MOST_RESULTS]
    ranks = await _ranks(call.server, over)
    lines = [
        _with_result(list_line(call.server, row, call.person), row, ranks.get(row.id), who)
        for row in rows
        if not _left_to_bots(row, who)
    ]
    return TableListForm(sorted(lines, key=lambda found: not found.your_turn))


def _left_to_bots(row: RoomRow, who: str) -> bool:
    """Whether a person has given up a game that bots alone go on with."""
    own = [seat for seat in row.seats if seat.person == who]
    others = [seat for seat in row.seats if seat.person not in (None, who) and seat.author is None]
    return row.status == "running" and bool(own) and all(seat.resigned for seat in own) and not others


async def _ranks(server: ServerParts, names: list[str]) -> dict[str, list[int] | None]:
    """The ranks of finished games, by player: of those in memory, and of a few that are read for this."""
    opened = 0
    found = {}
    for name in names:
        room = server.rooms.in_memory(name)
        if room is None and opened < MOST_OPENED:
            opened += 1
            with suppress(Refused):  # it was deleted meanwhile
                room = await server.rooms.get(name)
        if room is not None:
            found[name] = room.ranks()
    return found


def _with_result(line: TableLineForm, row: RoomRow, ranks: list[int] | None, who: str) -> TableLineForm:
    """The line, with who won, where that is known."""
    if ranks is None:
        return line
    winners = [seat for seat in row.seats if seat.player is not None and ranks[seat.player] == 1]
    names = [line.names[seat.seat] or "" for seat in winners]
    shared = any(seat.kind == "local" for seat in row.seats)
    won = None if shared else any(seat.person == who for seat in winners)
    return msgspec.structs.replace(line, winners=names, won=won)


def list_line(server: ServerParts, row: RoomRow, person: Person | None) -> TableLineForm:
    """A room in a list."""
    settings = read_settings(row)
    mover = None if row.mover is None or row.status != "running" else row.seats[row.mover]
    return TableLineForm(
        id=row.id,
        link=server.rooms.link(row.id),
        status=row.status,
        edition=settings.edition,
        variants=settings.variants,
        names=seat_names(row.seats),
        authors=[seat.author for seat in row.seats],
        free=sum(seat.kind in FREE_KINDS for seat in row.seats),
        practice=settings.practice,
        your_turn=mover is not None
        and person is not None
        and mover.person == person.id
        and mover.stand_in is None,
        changed=row.changed,
        daily=settings.daily.day if settings.daily is not None else None,
    )
