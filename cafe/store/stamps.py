"""Stamps that people have earned, and what others may see of a person."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, insert, select, update

from cafe.store.schema import block, person, stamp


class Stamp(NamedTuple):
    """A stamp, when it was earned, and in which game, if it was in one."""

    name: str
    at: float
    game: str | None


class Profile(NamedTuple):
    """Somebody with a page: how much of it is shown, and whether one of the two has blocked the other."""

    name: str
    shown: str
    is_blocked: bool


def is_here(connection: Connection, who: str) -> bool:
    """Whether there is such a person; locks them until the end of the transaction."""
    found = select(person.c.id).where(person.c.id == who, person.c.deleted.is_(False)).with_for_update()
    return connection.execute(found).first() is not None


def award(connection: Connection, who: str, names: Iterable[str], at: float, game: str | None = None) -> None:
    """Give stamps to a person, who must be locked; those that they have keep their date."""
    known = {each.name for each in of_person(connection, who)}
    for name in names:
        if name not in known:
            connection.execute(insert(stamp).values(person=who, name=name, at=at, game=game))


def of_person(connection: Connection, who: str) -> list[Stamp]:
    """All stamps of a person, in the order in which they were earned."""
    rows = connection.execute(
        select(stamp.c.name, stamp.c.at, stamp.c.game)
        .where(stamp.c.person == who)
        .order_by(stamp.c.at, stamp.c.name)
    )
    return [Stamp(*row) for row in rows]


def shown(connection: Connection, who: str) -> str:
    """What others may see of a person's page."""
    return str(connection.scalar(select(person.c.shown).where(person.c.id == who)))


def set_shown(connection: Connection, who: str, value: str) -> None:
    """Set what others may see of a person's page."""
    connection.execute(update(person).where(person.c.id == who).values(shown=value))


def profile(connection: Connection, who: str, asker: str) -> Profile | None:
    """Whose page this is; None if there is no such person, or they are banned or a program."""
    row = connection.execute(
        select(person.c.name, person.c.shown).where(
            person.c.id == who,
            person.c.deleted.is_(False),
            person.c.banned.is_(False),
            person.c.author.is_(None),
        )
    ).first()
    if row is None:
        return None
    between = ((block.c.person == who) & (block.c.blocked == asker)) | (
        (block.c.person == asker) & (block.c.blocked == who)
    )
    blocked = connection.execute(select(block.c.person).where(between).limit(1)).first() is not None
    return Profile(row.name, row.shown, blocked)
