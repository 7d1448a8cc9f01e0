"""Bot accounts: people who are programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, case, exists, func, select, update

from cafe.store.dialect import lock_for_all_processes
from cafe.store.errors import Taken, TooMany
from cafe.store.people import SEEN
from cafe.store.rows import Person
from cafe.store.schema import credential, game, person, seat, talk

ACTIVE_SECONDS = 30 * 86400.0
"""An account not seen for this long neither counts towards the limit nor keeps its name from others."""


class BotAccount(NamedTuple):
    """A bot account as everybody may know it."""

    id: str
    name: str
    author: str
    offered: bool
    """Whether visitors see it as an opponent while it is listening."""


def make_bot(
    connection: Connection,
    who: Person,
    author: str,
    offered: bool,
    most: int,
    alike: Callable[[str, str], bool],
    now: float,
) -> BotAccount:
    """Make a person a bot account, permanently.

    Raises Taken if they have sat, talked or opened a room, or if their name looks like another one's; raises
    TooMany if there are too many.
    """
    lock_for_all_processes(connection)
    if connection.scalar(select(person.c.author).where(person.c.id == who.id)) is not None:
        raise Taken("expected a person; you are a bot account already")
    left = (seat.c.person, game.c.host, talk.c.person)
    if any(connection.scalar(select(exists().where(column == who.id))) for column in left):
        raise Taken("expected somebody new; you have sat at a table, opened one or talked as a person")
    others = [other for other in _active(connection, now) if other.id != who.id]
    if len(others) >= most:
        raise TooMany(f"expected at most {most} bot accounts on this server; there are that many")
    for other in others:
        if alike(who.name, other.name):
            raise Taken(f"expected a name of its own; {other.name} by {other.author} is another bot")
    connection.execute(update(person).where(person.c.id == who.id).values(author=author, offered=offered))
    return BotAccount(who.id, who.name, author, offered)


def _is_bot() -> ColumnElement[bool]:
    return person.c.author.is_not(None) & person.c.deleted.is_(False) & person.c.banned.is_(False)


def _active(connection: Connection, now: float) -> list[BotAccount]:
    seen = exists().where(credential.c.person == person.c.id, now - ACTIVE_SECONDS <= SEEN)
    return _found(connection, _is_bot() & seen)


def find_bots(connection: Connection, names: Sequence[str]) -> list[BotAccount]:
    """Those of these accounts that are bots and not banned."""
    return _found(connection, _is_bot() & person.c.id.in_(names))


def _found(connection: Connection, wanted: ColumnElement[bool]) -> list[BotAccount]:
    rows = connection.execute(
        select(person.c.id, person.c.name, person.c.author, person.c.offered)
        .where(wanted)
        .order_by(person.c.name, person.c.id)
    )
    return [BotAccount(row.id, row.name, row.author, bool(row.offered)) for row in rows]


def set_offered(connection: Connection, who: str, offered: bool) -> None:
    """Show a bot account to visitors as an opponent, or stop showing it."""
    connection.execute(update(person).where(person.c.id == who).values(offered=offered))


def unfinished_rooms(connection: Connection, who: str, most: int) -> list[str]:
    """Unfinished rooms where this person sits or is asked to; if there are more, the latest ones."""
    mine = select(seat.c.game).where(seat.c.person == who)
    waits_or_runs = game.c.status.in_(("open", "running"))
    found = select(game.c.id).where(game.c.id.in_(mine), waits_or_runs).order_by(game.c.changed.desc())
    return list(connection.scalars(found.limit(most)))


class Games(NamedTuple):
    """In how many rooms a bot account sits or is asked to."""

    all: int = 0
    of_host: int = 0


def count_games(connection: Connection, bots: Sequence[str], host: str, since: float) -> dict[str, Games]:
    """In how many rooms each of these sits or is asked to, and how many of them this host opened.

    Neither finished rooms count nor games in which nobody has moved since then.
    """
    plays = (game.c.status == "open") | ((game.c.status == "running") & (game.c.changed >= since))
    rows = connection.execute(
        select(seat.c.person, func.count(), func.sum(case((game.c.host == host, 1), else_=0)))
        .join(game, game.c.id == seat.c.game)
        .where(seat.c.person.in_(bots), plays)
        .group_by(seat.c.person)
    )
    return {row[0]: Games(row[1], row[2]) for row in rows}
