"""Rooms and their seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs
from sqlalchemy import Connection, Integer, Row, Select, bindparam, exists, func, insert, or_, select, update

from cafe.store import log
from cafe.store.errors import Conflict, Taken, TooMany
from cafe.store.prepared import Prepared
from cafe.store.rows import ASKED, FREE_KINDS, RoomRow, SeatRow
from cafe.store.schema import daily_try, game, person, seat


def add(connection: Connection, row: RoomRow) -> None:
    """Store a new room with its seats."""
    _ADD.change(connection, structs.asdict(row))
    _ADD_SEATS.change(connection, *({"game": row.id} | structs.asdict(place) for place in row.seats))


_ADD = Prepared(insert(game))
_ADD_SEATS = Prepared(insert(seat))
_SEAT = (*seat.columns, person.c.name.label("person_name"), person.c.author)
_SEATS = (
    select(*_SEAT)
    .outerjoin(person, person.c.id == seat.c.person)
    .where(seat.c.game.in_(bindparam("names", expanding=True)))
    .order_by(seat.c.game, seat.c.seat)
)
_FIND = Prepared(
    select(*game.columns, *_SEAT)
    .join(seat, seat.c.game == game.c.id)
    .outerjoin(person, person.c.id == seat.c.person)
    .where(game.c.id == bindparam("name"))
    .order_by(seat.c.seat)
)
_COLUMNS = [column.name for column in game.columns]


def find(connection: Connection, name: str) -> RoomRow | None:
    """The room of that id."""
    rows = _FIND.rows(connection, name=name)
    if not rows:
        return None
    seats = tuple(_seat(row[len(_COLUMNS) :]) for row in rows)
    return _row(rows[0], seats)


def _row(row: Sequence[Any], seats: tuple[SeatRow, ...]) -> RoomRow:
    """A room from its columns; further columns may follow."""
    found = dict(zip(_COLUMNS, row, strict=False))
    found["listed"] = bool(found["listed"])
    return RoomRow(**found, seats=seats)


def _seats(connection: Connection, names: Sequence[str]) -> dict[str, tuple[SeatRow, ...]]:
    found: dict[str, list[SeatRow]] = {name: [] for name in names}
    for row in connection.execute(_SEATS, {"names": names}):
        found[row.game].append(_seat(row))
    return {name: tuple(seats) for name, seats in found.items()}


def _seat(row: Sequence[Any]) -> SeatRow:
    """A seat from the columns of `_SEAT`."""
    *own, person_name, author = row
    _, place, kind, who, name, bot, player, stand_in, resigned, agrees, asks = own
    shown = person_name if kind in ("person", ASKED) else name
    marks = bool(resigned), bool(agrees), asks
    return SeatRow(place, kind, who, shown, bot, player, stand_in, *marks, author)


def _with_seats(connection: Connection, rows: Sequence[Row[Any]]) -> list[RoomRow]:
    seats = _seats(connection, [row.id for row in rows])
    return [_row(row, seats[row.id]) for row in rows]


def lobby(connection: Connection, most: int = 100) -> list[RoomRow]:
    """Public rooms with a seat for anybody, then running ones, newest first in each group."""
    waits = exists().where(seat.c.game == game.c.id, seat.c.kind == "anybody")
    rows = connection.execute(
        select(game)
        .where(game.c.listed.is_(True), (game.c.status == "running") | ((game.c.status == "open") & waits))
        .order_by(game.c.status == "running", game.c.changed.desc())
        .limit(most)
    ).all()
    return _with_seats(connection, rows)


def of_person(connection: Connection, who: str, most: int = 200) -> list[RoomRow]:
    """Rooms where this person sits or that they opened, except closed ones.

    First those that are not over, however long ago somebody moved there; newest first in each group.
    """
    mine = select(seat.c.game).where(seat.c.person == who)
    rows = connection.execute(
        select(game)
        .where(or_(game.c.id.in_(mine), game.c.host == who), game.c.status != "closed")
        .order_by(game.c.status == "over", game.c.changed.desc())
        .limit(most)
    ).all()
    return _with_seats(connection, rows)


_RUNNING = Prepared(
    select(func.count())
    .select_from(game)
    .where(
        game.c.host == bindparam("who"),
        (game.c.status == "open") | (game.c.status == "running"),
        ~exists().where(daily_try.c.game == game.c.id),
    )
)
_BOTS_ALONE = Prepared(
    select(func.count())
    .select_from(game)
    .where(
        game.c.host == bindparam("who"),
        game.c.status == "running",
        ~exists().where(seat.c.game == game.c.id, seat.c.kind != "bot", seat.c.stand_in.is_(None)),
    )
)
_GONE = Prepared(
    select(person.c.id)
    .join(seat, seat.c.person == person.c.id)
    .where(seat.c.game == bindparam("name"), person.c.deleted.is_(True))
)


def count_unfinished(connection: Connection, who: str) -> int:
    """How many unfinished rooms this person opened, except cafés of the day, of which there is one a day."""
    return int(_RUNNING.rows(connection, who=who)[0][0])


def count_bots_alone(connection: Connection, who: str) -> int:
    """How many rooms this person opened in which only bots are playing, also for people who have left."""
    return int(_BOTS_ALONE.rows(connection, who=who)[0][0])


def deleted_people(connection: Connection, name: str) -> frozenset[str]:
    """People in a room who have deleted their data."""
    return frozenset(row[0] for row in _GONE.rows(connection, name=name))


def revisions(connection: Connection, names: Sequence[str]) -> dict[str, int]:
    """The revision of each of these rooms; those that no longer exist are left out."""
    rows = connection.execute(select(game.c.id, game.c.revision).where(game.c.id.in_(names)))
    return {row.id: row.revision for row in rows}


_FOLLOW = (
    update(game)
    .where(
        game.c.id == bindparam("name"),
        game.c.status == bindparam("expected"),
        game.c.revision == bindparam("known"),
    )
    .values(revision=game.c.revision + 1)
)


def advance_revision(
    connection: Connection, name: str, revision: int, expected: str, **values: object
) -> None:
    """Change a room that has this status and is at this revision; otherwise raises Taken or Conflict.

    Every change begins here: it locks the room until the transaction ends.
    """
    done = connection.execute(_FOLLOW, {"name": name, "expected": expected, "known": revision, **values})
    if done.rowcount:
        return
    found = connection.scalar(select(game.c.status).where(game.c.id == name))
    if found != expected:
        raise Taken(f"expected a table that is {expected}; it is {found or 'not there'}")
    raise Conflict(f"expected revision {revision} to be the last one; the table has moved on")


def mark_changed(connection: Connection, names: Sequence[str] | Select[tuple[str]]) -> None:
    """Make every process that has one of these rooms open read it again."""
    connection.execute(update(game).where(game.c.id.in_(names)).values(revision=game.c.revision + 1))


def take_seat(
    connection: Connection, name: str, revision: int, place: int, who: str, settings: str, now: float
) -> None:
    """Give a seat to a person; raises Taken unless it is free or they are asked to take it, and the room is
    open."""
    advance_revision(connection, name, revision, "open", settings=settings, changed=now)
    may_take = seat.c.kind.in_(FREE_KINDS) | ((seat.c.kind == ASKED) & (seat.c.person == who))
    done = connection.execute(
        update(seat)
        .where(seat.c.game == name, seat.c.seat == place, may_take)
        .values(kind="person", person=who)
    )
    if not done.rowcount:
        raise Taken(f"expected seat {place} to be free; somebody took it")


def set_seat(
    connection: Connection,
    name: str,
    revision: int,
    place: int,
    kind: str,
    bot: str | None,
    settings: str,
    now: float,
    asked: str | None = None,
) -> None:
    """Free a seat, give it to a bot, or ask a bot account to take it, before the start."""
    advance_revision(connection, name, revision, "open", settings=settings, changed=now)
    connection.execute(
        update(seat)
        .where(seat.c.game == name, seat.c.seat == place)
        .values(kind=kind, person=asked, name=None, bot=bot)
    )


def update_seat(connection: Connection, name: str, place: int, **values: object) -> None:
    """Change fields of a seat: stand_in, resigned, agrees, asks_stand_in."""
    connection.execute(update(seat).where(seat.c.game == name, seat.c.seat == place).values(**values))


def set_stand_in(
    connection: Connection,
    name: str,
    place: int,
    bot: str | None,
    now: float,
    deadline: float | None = None,
    answer_by: float | None = None,
    **marks: object,
) -> None:
    """Let a bot play for a seat, or (None) its person again, and set what is due if it is that seat's turn.

    A running clock keeps running: nobody gains time by letting a bot in and returning before it has moved.
    `deadline` is when the person's time is up if no clock runs, `answer_by` when a bot account must have
    moved. The room is locked.
    """
    update_seat(connection, name, place, stand_in=bot, **marks)
    mover, version = connection.execute(select(game.c.mover, game.c.version).where(game.c.id == name)).one()
    if mover == place:
        bot_at = now if bot is not None else None
        log.set_mover_due(connection, name, version, bot_at, deadline, answer_by)


def set_shuffle(connection: Connection, name: str, revision: int, shuffle: str) -> None:
    """Store the contributions to the shuffle, before the game begins."""
    advance_revision(connection, name, revision, "open", shuffle=shuffle)


def commit(connection: Connection, name: str, revision: int, shuffle: str, commitment: str) -> None:
    """Publish the commitment to the shuffle; raises Taken unless the room is open with every seat filled."""
    advance_revision(connection, name, revision, "open", shuffle=shuffle, commitment=commitment)
    _check_filled(connection, name)


_KINDS = Prepared(select(seat.c.kind).where(seat.c.game == bindparam("table")))
_PLAYERS = Prepared(
    update(seat)
    .where(seat.c.game == bindparam("table"))
    .values(player=(seat.c.seat + bindparam("behind", type_=Integer)) % bindparam("count", type_=Integer))
)


def start(
    connection: Connection,
    name: str,
    revision: int,
    start: str,
    commitment: str | None,
    first: int,
    mover: int,
    now: float,
) -> None:
    """Begin the game; raises Taken unless the room is open with every seat filled.

    `first` is the seat of player 0, `mover` the seat whose turn it is.
    """
    values = {"start": start, "commitment": commitment, "mover": mover, "changed": now}
    advance_revision(connection, name, revision, "open", **values, status="running")
    count = _check_filled(connection, name)
    _PLAYERS.change(connection, {"table": name, "behind": count - first, "count": count})


def _check_filled(connection: Connection, name: str) -> int:
    """The number of seats; raises Taken if one of them is free."""
    kinds = [kind for (kind,) in _KINDS.rows(connection, table=name)]
    if any(kind in FREE_KINDS for kind in kinds):
        raise Taken("expected every seat to be filled; one is free")
    if ASKED in kinds:
        raise Taken("expected every seat to be filled; a bot that was asked to take one has not answered yet")
    return len(kinds)


def close(connection: Connection, name: str, revision: int, now: float) -> None:
    """Close a room that has not begun."""
    advance_revision(connection, name, revision, "open", status="closed", changed=now)


def set_rematch(connection: Connection, name: str, new: RoomRow, most: int) -> str:
    """Store the rematch of a finished room; returns the id of an earlier rematch, unless that was closed.

    Raises TooMany if its host already has this many open.
    """
    earlier = game.alias()
    is_closed = exists().where(earlier.c.id == game.c.rematch, earlier.c.status == "closed")
    done = connection.execute(
        update(game)
        .where(game.c.id == name, game.c.rematch.is_(None) | is_closed)
        .values(rematch=new.id, revision=game.c.revision + 1)
    )
    if not done.rowcount:
        return str(connection.scalar(select(game.c.rematch).where(game.c.id == name)))
    if count_unfinished(connection, new.host) >= most:
        raise TooMany(f"expected at most {most} tables per person that are not over")
    add(connection, new)
    return new.id
