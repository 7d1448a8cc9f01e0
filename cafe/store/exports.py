"""Finished public games for everybody to study, and people who keep theirs out."""

from __future__ import annotations

from sqlalchemy import Connection, select, update

from cafe.store import rooms
from cafe.store.public_games import open_to_all
from cafe.store.rows import RoomRow
from cafe.store.schema import game, person
from cafe.store.secret_keys import make_key

PSEUDONYMS = "pseudonyms"
"""The name of the secret that makes people's pseudonyms."""


def finished(connection: Connection, after: str, most: int) -> list[RoomRow]:
    """Public rooms that are over and open to everybody, by id, after this one."""
    wanted = select(game.c.id).where(game.c.id > after, game.c.listed.is_(True), game.c.status == "over")
    wanted = wanted.where(open_to_all(connection, game)).order_by(game.c.id)
    names = connection.scalars(wanted.limit(most)).all()
    return [row for name in names if (row := rooms.find(connection, name)) is not None]


def pseudonym_key(connection: Connection) -> bytes:
    """The secret that makes pseudonyms: made once, so that they stay the same from export to export."""
    return make_key(connection, PSEUDONYMS)


def is_exported(connection: Connection, who: str) -> bool:
    """Whether the games of a person may be in an export."""
    return bool(connection.scalar(select(person.c.exported).where(person.c.id == who)))


def set_exported(connection: Connection, who: str, exported: bool) -> None:
    """Allow the games of a person in exports, or keep them out."""
    connection.execute(update(person).where(person.c.id == who).values(exported=exported))
