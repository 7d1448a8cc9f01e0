"""Requests about the café of the day: see it, play it once, practise past days."""

from __future__ import annotations

from functools import partial
from typing import Literal

import msgspec
from sqlalchemy import Connection

from cafe.bots.names import house_names
from cafe.protocol.daily import DailyBarForm, DailyForm, DailyGameForm
from cafe.protocol.tables import TableForm
from cafe.server.api.lobby import check_room_limit, new_row
from cafe.server.api.seats import room_form
from cafe.server.errors import Refused
from cafe.server.http.caller import caller
from cafe.server.http.endpoint import Call
from cafe.server.rooms.server_parts import ServerParts
from cafe.server.turn import daily_deal
from cafe.server.turn.daily_deal import EDITIONS, LEVELS, VERSION, Deal
from cafe.server.turn.room_settings import DailySettings, RoomSettings
from cafe.store import daily as stored
from cafe.store.rows import RoomRow, SeatRow
from cafe.store.secret_keys import find_key, make_key

BAR_POINTS = 10
OUTER = 60
"""Margins from here on, and below minus this, are in the outer bars."""
BELOW = -OUTER - BAR_POINTS
_STATUS: dict[str, Literal["running", "uncounted"]] = {"running": "running"}


async def show_today(call: Call) -> DailyForm:
    """Show today's café and the asker's result."""
    return await _form(call, daily_deal.day_of(call.server.process.now()))


async def show_day(call: Call) -> DailyForm:
    """Show the café of a past day, with the secret from which its deal follows."""
    day, today = call.part("day"), daily_deal.day_of(call.server.process.now())
    return await _form(call, day if day == today else _past(day, today))


async def begin_daily(call: Call) -> TableForm:
    """Begin today's one try that counts, or continue it, on any device."""
    server, person, edition = call.server, call.person, _edition(call)
    if person.author is not None:
        raise Refused("forbidden", "expected a person; bot accounts play past days of the café")
    now = server.process.now()
    day = daily_deal.day_of(now)
    known = await server.database.read(lambda c: stored.find(c, day, edition, person.id))
    if known is None:
        server.limits.daily_tries.check(caller(call.request))
        deal = daily_deal.deal_of(await _key(server), day, edition)
        row = _row(call, deal, DailySettings(day, counted=True, version=VERSION))
        ends = daily_deal.end_of(day)
        work = partial(stored.begin, day=day, edition=edition, ends=ends, version=VERSION)
        name = await server.database.write(lambda c: work(c, row=row, start=_start(deal)))
    else:
        name = known.game
    return await room_form(server, await server.rooms.get(name), person)


async def practise_daily(call: Call) -> TableForm:
    """Play the café of a past day; it does not count."""
    server, edition = call.server, _edition(call)
    day = _past(call.body.day, daily_deal.day_of(server.process.now()))
    await check_room_limit(call)
    deal = daily_deal.deal_of(await _key(server), day, edition)
    row = _row(call, deal, DailySettings(day, counted=False, version=VERSION))
    await server.database.write(lambda c: stored.add_running(c, row, _start(deal)))
    return await room_form(server, await server.rooms.get(row.id), call.person)


def _edition(call: Call) -> str:
    edition: str = call.body.edition
    if not _is_on(call.server):
        raise Refused("missing", "expected a server with a café of the day; this one's is switched off")
    if edition not in EDITIONS:
        raise Refused("setup", f"expected one of {', '.join(EDITIONS)}; got {edition!r}")
    return edition


def _is_on(server: ServerParts) -> bool:
    return server.settings.daily_tries_an_hour > 0


def _past(day: str, today: str) -> str:
    """The day; raises Refused unless it can be practised."""
    days = daily_deal.past_days(today)
    if day not in days:
        raise Refused("missing", f"expected a past day from {days[-1]} to {days[0]}; got {day!r}")
    return day


def _row(call: Call, deal: Deal, daily: DailySettings) -> RoomRow:
    """The room of a game with the day's deal; nobody else can watch."""
    settings = RoomSettings(
        deal.edition,
        starter=0,
        spectators=False,
        talk=False,
        practice=not daily.counted,
        languages=call.languages,
        daily=daily,
    )
    bots = (SeatRow(place, "bot", bot=level) for place, level in enumerate(LEVELS, 1))
    row = new_row(call.server, call.person, settings, (SeatRow(0, "person", call.person.id), *bots))
    return msgspec.structs.replace(row, shuffle=msgspec.json.encode(deal.shuffle()).decode())


def _start(deal: Deal) -> stored.Start:
    return stored.Start(msgspec.json.encode(deal.start()).decode(), deal.commitment)


async def _key(server: ServerParts) -> bytes:
    found = await server.database.read(lambda c: find_key(c, stored.KEY))
    if found is None:
        found = await server.database.write(lambda c: make_key(c, stored.KEY))
    return found


async def _form(call: Call, day: str) -> DailyForm:
    server = call.server
    who = "" if call.someone is None else call.someone.id
    now = server.process.now()
    today, ends = daily_deal.day_of(now), daily_deal.end_of(day)
    if not _is_on(server):
        return DailyForm(day, now, ends, 0, [], [])
    key = await _key(server)
    await settle(server, day, who)

    def read(connection: Connection) -> tuple[list[DailyGameForm], set[str]]:
        games = [_game(connection, key, day, today, edition, who) for edition in EDITIONS]
        results = stored.results(connection, who) if who else []
        return games, {each[0] for each in results if each[3] is not None}

    games, days = await server.database.read(read)
    return DailyForm(day, now, ends, daily_deal.streak(days, today), games, daily_deal.past_days(today))


async def settle(server: ServerParts, day: str, who: str) -> None:
    """Read the margins of games that were finished in time, on a day or by a person.

    They are read when somebody asks for them, so none is lost if a process dies.
    """
    while True:
        waiting = await server.database.read(lambda c: stored.unsettled(c, day, who))
        margins = {}
        for name, player in waiting:
            game = (await server.rooms.get(name)).running
            if game.state.over is not None:
                final = list(game.state.over.final)
                margins[name] = final.pop(player) - max(final)
        if margins:
            await server.database.write(partial(stored.settle, margins=margins))
        if len(waiting) < stored.AT_ONCE:
            return


def _game(connection: Connection, key: bytes, day: str, today: str, edition: str, who: str) -> DailyGameForm:
    deal, is_past = daily_deal.deal_of(key, day, edition), day < today
    known = stored.find(connection, day, edition, who) if who else None
    margin = None if known is None else known.margin
    counts = stored.margins(connection, day, edition)
    status: Literal["new", "running", "finished", "uncounted"] = "new"
    if known is not None:
        status = "finished" if margin is not None else _STATUS.get(known.status, "uncounted")
    if is_past and status == "running":
        status = "uncounted"
    tomorrow = daily_deal.deal_of(key, daily_deal.later(day, 1), edition)
    return DailyGameForm(
        edition=edition,
        levels=list(LEVELS),
        names=house_names(LEVELS),
        version=VERSION,
        commitment=deal.commitment,
        tomorrow=None if is_past else tomorrow.commitment,
        secret=deal.secret if is_past else None,
        table=None if known is None else known.game,
        status=status,
        margin=margin,
        place=None if margin is None else 1 + sum(n for other, n in counts.items() if other > margin),
        finished=sum(counts.values()),
        bars=bars_of(counts) if is_past or margin is not None else [],
    )


def bars_of(counts: dict[int, int]) -> list[DailyBarForm]:
    """A histogram of all margins, from the lowest bar to the highest that is not empty; at least two bars."""
    found: dict[int, int] = {}
    for margin, count in counts.items():
        least = max(BELOW, min(OUTER, margin // BAR_POINTS * BAR_POINTS))
        found[least] = found.get(least, 0) + count
    if not found:
        return []
    lowest = min(found)
    span = range(lowest, max(*found, lowest + BAR_POINTS) + 1, BAR_POINTS)
    return [DailyBarForm(None if least == BELOW else least, found.get(least, 0)) for least in span]
