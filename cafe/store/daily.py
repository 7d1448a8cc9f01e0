"""The café of the day: one try per day, edition and person, and its result."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from sqlalchemy import Connection, func, insert, select, update

from cafe.store import rooms
from cafe.store.errors import Taken
from cafe.store.rows import RoomRow
from cafe.store.schema import daily_try, game, person, seat

KEY = "daily"
"""The name of the secret from which every day's deals follow."""
AT_ONCE = 100
"""How many games' results are read at once."""
LONGEST_STREAK = 10_000


class Start(NamedTuple):
    """The beginning of a game whose bag is known: the server's JSON, and the published commitment."""

    text: str
    commitment: str


class Try(NamedTuple):
    """A person's try on a day: the game, its status, and the margin once the try counts."""

    game: str
    status: str
    margin: int | None


class Unsettled(NamedTuple):
    """A try that was finished in time and whose margin has not been read yet."""

    game: str
    player: int


def add_running(connection: Connection, row: RoomRow, start: Start) -> None:
    """Store a room in which the game has already begun: nobody can change anything about it first."""
    rooms.add(connection, row)
    rooms.start(connection, row.id, 0, start.text, start.commitment, 0, 0, row.created)


def begin(
    connection: Connection, day: str, edition: str, ends: float, version: int, row: RoomRow, start: Start
) -> str:
    """Begin the one try of a room's host, or find the one they have; returns the game's id.

    Raises Taken if others have played today against bots of another version.
    """
    who = row.host
    connection.execute(select(person.c.id).where(person.c.id == who).with_for_update())
    known = find(connection, day, edition, who)
    if known is not None:
        return known.game
    played = connection.scalar(
        select(daily_try.c.version).where(daily_try.c.day == day, daily_try.c.edition == edition).limit(1)
    )
    if played not in (None, version):
        raise Taken(
            f"expected bots of version {played}, against which others played today; this server's have "
            f"version {version}: come back for tomorrow's café"
        )
    add_running(connection, row, start)
    connection.execute(
        insert(daily_try).values(
            day=day, edition=edition, person=who, game=row.id, version=version, ends=ends
        )
    )
    return row.id


def find(connection: Connection, day: str, edition: str, who: str) -> Try | None:
    """The try of a person."""
    row = connection.execute(
        select(daily_try.c.game, game.c.status, daily_try.c.margin)
        .join(game, game.c.id == daily_try.c.game)
        .where(daily_try.c.day == day, daily_try.c.edition == edition, daily_try.c.person == who)
    ).first()
    return None if row is None else Try(*row)


def unsettled(connection: Connection, day: str, who: str) -> list[Unsettled]:
    """Some finished tries on this day, or of this person, that lack a margin; a try given up has none."""
    rows = connection.execute(
        select(daily_try.c.game, seat.c.player)
        .join(game, game.c.id == daily_try.c.game)
        .join(seat, (seat.c.game == daily_try.c.game) & (seat.c.person == daily_try.c.person))
        .where(
            (daily_try.c.day == day) | (daily_try.c.person == who),
            daily_try.c.margin.is_(None),
            game.c.status == "over",
            game.c.changed < daily_try.c.ends,
            seat.c.resigned.is_(False),
            seat.c.stand_in.is_(None),
        )
        .limit(AT_ONCE)
    )
    return [Unsettled(*row) for row in rows]


def settle(connection: Connection, margins: dict[str, int]) -> None:
    """Store the margins of finished tries, by game."""
    for name, margin in margins.items():
        connection.execute(update(daily_try).where(daily_try.c.game == name).values(margin=margin))


def margins(connection: Connection, day: str, edition: str) -> dict[int, int]:
    """How many people finished a day with each margin; banned people are left out."""
    rows = connection.execute(
        select(daily_try.c.margin, func.count())
        .join(person, person.c.id == daily_try.c.person)
        .where(
            daily_try.c.day == day,
            daily_try.c.edition == edition,
            daily_try.c.margin.is_not(None),
            person.c.banned.is_(False),
        )
        .group_by(daily_try.c.margin)
    )
    return {row[0]: row[1] for row in rows}


def withheld(connection: Connection, who: str, now: float) -> dict[str, int]:
    """Games of a person whose deal others can still play, and for how many seconds."""
    rows = connection.execute(
        select(daily_try.c.game, daily_try.c.ends).where(daily_try.c.person == who, daily_try.c.ends > now)
    )
    return {row[0]: ceil(row[1] - now) for row in rows}


def results(connection: Connection, who: str) -> list[tuple[str, str, str, int | None]]:
    """All tries of a person, the newest first: day, edition, game and margin."""
    rows = connection.execute(
        select(daily_try.c.day, daily_try.c.edition, daily_try.c.game, daily_try.c.margin)
        .where(daily_try.c.person == who)
        .order_by(daily_try.c.day.desc(), daily_try.c.edition)
        .limit(LONGEST_STREAK)
    )
    return [(row[0], row[1], row[2], row[3]) for row in rows]
