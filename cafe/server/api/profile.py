"""Requests about a person's page: games, statistics, stamps, and what others see of it."""

from __future__ import annotations

from functools import partial
from typing import Literal

from sqlalchemy import Connection

from cafe.protocol.profile import (
    FindOwnGames,
    OwnGameForm,
    OwnGamesForm,
    OwnProfileForm,
    PageExportForm,
    ProfileForm,
    ResultForm,
    StampForm,
    StatisticsForm,
)
from cafe.protocol.puzzles import SolverForm
from cafe.server.api.daily import settle
from cafe.server.api.games import PAGE, game_players, place_of, search_of
from cafe.server.api.puzzle_forms import solver_form
from cafe.server.api.statistics import statistics_form
from cafe.server.errors import Refused
from cafe.server.http.caller import caller
from cafe.server.http.endpoint import Call
from cafe.server.rooms.server_parts import ServerParts
from cafe.server.turn.finished_game import finished_game, names_of_level
from cafe.server.turn.room_settings import read_settings
from cafe.server.turn.stamps import NEEDS, STAMPS, TOLD, stamps_of
from cafe.store import daily, log, recovery, results, rooms, stamps
from cafe.store.results import ResultRow
from cafe.store.rows import Entry, Person, RoomRow


async def show_own(call: Call) -> OwnProfileForm:
    """Show one's own page; finished games are processed for it, some at a time."""
    server, person = call.server, _player(call)
    server.limits.profiles.check(person.id)
    waiting = await read_results(server, person.id)

    def read(
        connection: Connection,
    ) -> tuple[list[StampForm], StatisticsForm, SolverForm | None, str, float | None]:
        return (
            _own_stamps(connection, person.id, server.process.now()),
            _statistics(connection, person.id, own=True),
            _solver(server, connection, person.id),
            stamps.shown(connection, person.id),
            recovery.made(connection, person.id),
        )

    earned, sums, solver, shown, made = await server.database.read(read)
    return OwnProfileForm(
        name=person.name,
        card=_card(server, earned),
        stamps=earned,
        statistics=sums,
        puzzles=solver,
        waiting=waiting,
        link=f"{server.settings.address}/people/{person.id}",
        shown=shown,
        recovery=made,
    )


async def show_profile(call: Call) -> ProfileForm:
    """Show somebody's page, as far as they allow it."""
    server, who = call.server, call.part("person")
    _check_on(server)
    server.limits.games.check(caller(call.request))
    asker = "" if call.someone is None else call.someone.id
    found = await server.database.read(lambda c: stamps.profile(c, who, asker))
    if found is None or found.is_blocked or (found.shown == "nothing" and asker != who):
        raise Refused("missing", "expected the page of somebody who shows it; there is none at this address")
    waiting = await read_results(server, who)

    def read(connection: Connection) -> tuple[list[StampForm], StatisticsForm | None, SolverForm | None]:
        earned = _stamps(connection, who)
        if found.shown != "all":
            return earned, None, None
        return earned, _statistics(connection, who, own=False), _solver(server, connection, who)

    earned, sums, solver = await server.database.read(read)
    return ProfileForm(
        name=found.name,
        card=_card(server, earned),
        stamps=earned,
        statistics=sums,
        puzzles=solver,
        waiting=waiting,
    )


async def list_own_games(call: Call) -> OwnGamesForm:
    """List one's finished games, the most recent first."""
    asked: FindOwnGames = call.body
    server, person = call.server, _player(call)
    server.limits.profiles.check(person.id)
    wanted, bots = search_of(asked), [] if asked.bot is None else names_of_level(asked.bot)
    (found, last), opens = await server.database.read(
        lambda c: (
            results.newest(c, person.id, wanted, bots, asked.won, place_of(asked.after), PAGE),
            daily.withheld(c, person.id, server.process.now()),
        )
    )
    games = [_game(result, row, opens.get(row.id)) for result, row in found]
    return OwnGamesForm(games, None if last is None else f"{last[0]}-{last[1]}")


async def tell_stamp(call: Call) -> dict[str, str]:
    """Give a stamp for something that only the browser knows about; a second time changes nothing."""
    server, person, name = call.server, _player(call), call.body.stamp
    if name not in TOLD:
        raise Refused("setup", f"expected one of {', '.join(sorted(TOLD))}; got {name!r}")
    server.limits.profiles.check(person.id)
    await give_stamp(server, person, name)
    return {}


async def give_stamp(server: ServerParts, person: Person, name: str) -> None:
    """Give a stamp, unless the person already has it or cannot have any."""
    known = await server.database.read(lambda c: stamps.of_person(c, person.id))
    if (
        not server.settings.profile_games
        or person.author is not None
        or name in (each.name for each in known)
    ):
        return

    def work(connection: Connection) -> None:
        if stamps.is_here(connection, person.id):
            stamps.award(connection, person.id, (name,), server.process.now())

    await server.database.write(work)


async def read_results(server: ServerParts, who: str) -> bool:
    """Process some finished games of a person that have not been yet; returns whether there are more.

    This is done when somebody asks for it and never at the end of a game: it does not delay any turn, nothing
    is lost if a process dies, and games from before there were stamps earn them too.
    """
    most = server.settings.profile_games
    names = await server.database.read(lambda c: results.unread(c, who, most + 1))
    if not names:
        return False
    await settle(server, "", who)
    days, earned = await server.database.read(lambda c: _known(c, who))
    found = []
    for name in names[:most]:
        row, entries = await server.database.read(partial(_stored, name=name))
        game = finished_game(row, entries, who, days)
        got = game.result
        numbers = (None, None, None) if got is None else (got.rank, got.points, got.margin)
        new = stamps_of(game, [stamp for stamp in STAMPS if stamp not in earned])
        earned.update(new)
        found.append((ResultRow(name, row.changed, game.edition.name, game.players, *numbers), new))
    await server.database.write(partial(results.add, who=who, found=found))
    return len(names) > most


def _known(connection: Connection, who: str) -> tuple[set[str], set[str]]:
    """The days whose café a person finished in time, and the stamps they have."""
    days = {day for day, _, _, margin in daily.results(connection, who) if margin is not None}
    return days, {each.name for each in stamps.of_person(connection, who)}


def _stored(connection: Connection, name: str) -> tuple[RoomRow, list[Entry]]:
    row = rooms.find(connection, name)
    if row is None:
        raise Refused("missing", "expected a game that is over; it is gone")
    return row, log.entries(connection, name)


async def export_page(server: ServerParts, who: str) -> PageExportForm:
    """Everything that is stored for a person's page."""
    while server.settings.profile_games and await read_results(server, who):
        pass

    def read(connection: Connection) -> PageExportForm:
        return PageExportForm(
            stamps.shown(connection, who),
            recovery.made(connection, who),
            _own_stamps(connection, who, server.process.now()),
            [ResultForm(*row) for row in results.everything(connection, who)],
        )

    return await server.database.read(read)


def _check_on(server: ServerParts) -> None:
    if not server.settings.profile_games:
        raise Refused("missing", "expected a server with pages of people; this one's are switched off")


def _player(call: Call) -> Person:
    """The person asking; raises Refused for programs, and where there are no pages."""
    _check_on(call.server)
    if call.person.author is not None:
        raise Refused("forbidden", "expected a person; bot accounts have no page")
    return call.person


def _stamps(connection: Connection, who: str) -> list[StampForm]:
    """What others see."""
    return [
        StampForm(each.name, each.at) for each in stamps.of_person(connection, who) if each.name in STAMPS
    ]


def _own_stamps(connection: Connection, who: str, now: float) -> list[StampForm]:
    opens = daily.withheld(connection, who, now)
    return [
        StampForm(each.name, each.at, each.game, opens.get(each.game or ""))
        for each in stamps.of_person(connection, who)
        if each.name in STAMPS
    ]


def _card(server: ServerParts, earned: list[StampForm]) -> list[str]:
    """The stamps that can be earned on this server, and those that somebody has."""
    settings, mine = server.settings, {each.stamp for each in earned}
    on = {
        "reviews": settings.review_workers > 0,
        "daily": settings.daily_tries_an_hour > 0,
        "puzzles": settings.puzzles_an_hour > 0,
    }
    return [name for name in STAMPS if name in mine or on.get(NEEDS.get(name, ""), True)]


def _solver(server: ServerParts, connection: Connection, who: str) -> SolverForm | None:
    return solver_form(connection, who) if server.settings.puzzles_an_hour else None


def _statistics(connection: Connection, who: str, *, own: bool) -> StatisticsForm:
    """The statistics for others. Whom somebody played with is private, except for house bots."""
    met = results.opponents(connection, who)
    shown = met if own else [each for each in met if each.bot is not None]
    return statistics_form(results.latest(connection, who), shown)


def _game(result: ResultRow, row: RoomRow, opens_in: int | None) -> OwnGameForm:
    settings = read_settings(row)
    uncounted: Literal["agreed", "screen", "practice"] | None = None
    if result.rank is None:
        shared = any(seat.kind == "local" for seat in row.seats)
        uncounted = "practice" if settings.practice else "screen" if shared else "agreed"
    return OwnGameForm(
        result.game,
        result.edition,
        settings.variants,
        game_players(row),
        result.ended,
        result.rank,
        result.points,
        result.margin,
        uncounted,
        opens_in,
    )
