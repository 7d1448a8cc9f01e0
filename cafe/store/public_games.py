"""Finished games that everybody may see: public, open to spectators, and not kept out by any player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    Select,
    and_,
    exists,
    func,
    literal,
    select,
    tuple_,
)
from sqlalchemy import types as kinds

from cafe.store import rooms
from cafe.store.dialect import is_same_name, json_field
from cafe.store.rows import RoomRow
from cafe.store.schema import game, person, seat

MOST_LOOKED_AT = 2_000
"""How many games one search examines, however few of them match: the next one continues from there."""

Place = tuple[float, str]
"""Where a search continues: after the game that ended then and has this id."""


@dataclass(frozen=True)
class Search:
    """What the wanted games have in common; None matches anything."""

    edition: str | None = None
    players: int | None = None
    seats: Literal["people", "bots", "mixed"] | None = None
    """Who plays: people alone, bots alone, or both."""
    name: str | None = None
    """The whole name of one of the people, in whatever case."""
    bots: tuple[str, ...] = ()
    """House bots, some of which are called that,"""
    bots_at_least: int = 1
    """in games where this many of them play."""
    since: float | None = None
    until: float | None = None
    """When the game ended."""


def open_to_all(connection: Connection, found: FromClause) -> ColumnElement[bool]:
    """For public games that are over: whether spectators were allowed and no player keeps their games out."""
    kept_out = (
        exists()
        .where(seat.c.game == found.c.id, person.c.exported.is_(False))
        .where(seat.c.person == person.c.id)
    )
    watched = json_field(connection, found.c.settings, "spectators").as_boolean()
    return and_(watched.is_not(False), ~kept_out)


def is_public(connection: Connection, name: str) -> bool:
    """Whether a game that is over is for everybody."""
    wanted = select(game.c.id).where(game.c.id == name, game.c.listed.is_(True), game.c.status == "over")
    return connection.execute(wanted.where(open_to_all(connection, game))).first() is not None


def newest(
    connection: Connection, wanted: Search, behind: Place | None, most: int
) -> tuple[list[RoomRow], Place | None]:
    """Some games, the most recent first, and where to continue; None at the end."""
    looked_at = _looked_at(wanted, behind)
    window = looked_at.subquery()
    chosen = (
        select(window.c.id, window.c.changed)
        .where(open_to_all(connection, window), *filters(connection, wanted, window))
        .order_by(window.c.changed.desc(), window.c.id.desc())
    )
    found = connection.execute(chosen.limit(most + 1)).all()
    rows = [row for name, _ in found[:most] if (row := rooms.find(connection, name)) is not None]
    if len(found) > most:
        return rows, (rows[-1].changed, rows[-1].id)
    # The last of the games examined, if the limit was reached.
    last = connection.execute(looked_at.offset(MOST_LOOKED_AT - 1)).first()
    return rows, None if last is None else (last.changed, last.id)


def _looked_at(wanted: Search, behind: Place | None) -> Select[Any]:
    """The games that a search examines, found and ordered by their index alone."""
    query = select(game.c.id, game.c.changed, game.c.settings).where(
        game.c.listed.is_(True), game.c.status == "over"
    )
    if wanted.since is not None:
        query = query.where(game.c.changed >= wanted.since)
    if wanted.until is not None:
        query = query.where(game.c.changed < wanted.until)
    if behind is not None:
        ended, name = behind
        place = tuple_(literal(ended, kinds.Float), literal(name, kinds.String))
        query = query.where(tuple_(game.c.changed, game.c.id) < place)
    return query.order_by(game.c.changed.desc(), game.c.id.desc()).limit(MOST_LOOKED_AT)


def filters(connection: Connection, wanted: Search, window: FromClause) -> list[ColumnElement[bool]]:
    """The conditions that games of a window, with their `id` and `settings`, must meet."""
    here = seat.c.game == window.c.id
    found: list[ColumnElement[bool]] = []
    if wanted.edition is not None:
        found.append(json_field(connection, window.c.settings, "edition").as_string() == wanted.edition)
    if wanted.players is not None:
        count = select(func.count()).select_from(seat).where(here).scalar_subquery()
        found.append(count == wanted.players)
    if wanted.seats is not None:
        programs = select(person.c.id).where(person.c.author.is_not(None))
        is_bot = (seat.c.kind == "bot") | (seat.c.person.is_not(None) & seat.c.person.in_(programs))
        bots, people = exists().where(here, is_bot), exists().where(here, ~is_bot)
        found.append(bots if wanted.seats != "people" else ~bots)
        found.append(people if wanted.seats != "bots" else ~people)
    if wanted.name is not None:
        own = exists().where(here, seat.c.kind == "person", seat.c.person == person.c.id)
        own = own.where(is_same_name(connection, person.c.name, wanted.name))
        local = exists().where(
            here, seat.c.kind == "local", is_same_name(connection, seat.c.name, wanted.name)
        )
        found.append(own | local | _have_bots(wanted, here) if wanted.bots else own | local)
    return found


def _have_bots(wanted: Search, here: ColumnElement[bool]) -> ColumnElement[bool]:
    of_house = select(func.count()).select_from(seat).where(here, seat.c.bot.in_(wanted.bots))
    return of_house.scalar_subquery() >= wanted.bots_at_least
