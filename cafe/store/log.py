"""The append-only log of a game: one entry a stored turn, each following the version it names."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from cafe.store.errors import Conflict
from cafe.store.schema import alive, due, entry, game


@dataclass(frozen=True)
class Entry:
    """A turn, or an end by agreement: what was done, what it did, when and by whom."""

    version: int
    kind: str
    at: float
    took: float
    player: int | None
    person: str | None
    command: str | None
    rules: str
    actions: str
    events: str


@dataclass(frozen=True)
class Due:
    """Something that must happen to a game: a bot's move, a clock that runs out."""

    game: str
    kind: str
    version: int
    at: float


_FOLLOW = (
    update(game)
    .where(game.c.id == bindparam("name"), game.c.version == bindparam("before"), game.c.status == "running")
    .values(
        version=bindparam("after"),
        changed=bindparam("now"),
        mover=bindparam("next_mover"),
        status=bindparam("next_status"),
    )
)
_INSERT = insert(entry)
_FORGET_DUE = delete(due).where(due.c.game == bindparam("name"))
_INSERT_DUE = insert(due)


def append(
    connection: Connection, name: str, new: Entry, mover: int | None, over: bool, dues: tuple[Due, ...]
) -> None:
    """Store an entry behind the version before it; Conflict if that is not the last one.

    `mover` is the seat whose turn is next; what was due before is replaced by `dues`.
    """
    done = connection.execute(
        _FOLLOW,
        {
            "name": name,
            "before": new.version - 1,
            "after": new.version,
            "now": new.at,
            "next_mover": mover,
            "next_status": "over" if over else "running",
        },
    )
    if not done.rowcount:
        raise Conflict(f"expected version {new.version - 1} to be the last one; the game is elsewhere")
    connection.execute(_INSERT, {"game": name, **{f: getattr(new, f) for f in Entry.__dataclass_fields__}})
    set_due(connection, name, dues)


def set_due(connection: Connection, name: str, dues: tuple[Due, ...]) -> None:
    """Replace what is due for a game."""
    connection.execute(_FORGET_DUE, {"name": name})
    for item in dues:
        connection.execute(
            _INSERT_DUE,
            {"game": name, "kind": item.kind, "version": item.version, "at": item.at, "lease": 0.0},
        )


def entries(connection: Connection, name: str, after: int = 0) -> list[Entry]:
    """The entries of a game behind a version, in order."""
    rows = connection.execute(
        select(*(entry.c[field] for field in Entry.__dataclass_fields__))
        .where(entry.c.game == name, entry.c.version > after)
        .order_by(entry.c.version)
    )
    return [Entry(*row) for row in rows]


def take_due(connection: Connection, now: float, lease: float, most: int = 64) -> list[Due]:
    """What is due and nobody's; it is the taker's for `lease` seconds."""
    rows = connection.execute(
        select(due.c.game, due.c.kind, due.c.version, due.c.at)
        .where(due.c.at <= now, due.c.lease <= now)
        .order_by(due.c.at)
        .limit(most)
    ).all()
    taken = []
    for row in rows:
        done = connection.execute(
            update(due)
            .where(due.c.game == row.game, due.c.kind == row.kind, due.c.lease <= now)
            .values(lease=now + lease)
        )
        if done.rowcount:
            taken.append(Due(*row))
    return taken


def next_due(connection: Connection, now: float) -> float | None:
    """When the next thing is due that nobody has taken."""
    row = connection.execute(
        select(due.c.at, due.c.lease).where(due.c.lease <= now).order_by(due.c.at).limit(1)
    ).first()
    leased = connection.scalar(select(due.c.lease).where(due.c.lease > now).order_by(due.c.lease).limit(1))
    times = [time for time in (None if row is None else row.at, leased) if time is not None]
    return min(times, default=None)


def drop_due(connection: Connection, item: Due) -> None:
    """Forget something due that has nothing to do any more."""
    connection.execute(
        delete(due).where(due.c.game == item.game, due.c.kind == item.kind, due.c.version == item.version)
    )


def deadline(connection: Connection, name: str) -> float | None:
    """When the clock of who is to move runs out."""
    return connection.scalar(select(due.c.at).where(due.c.game == name, due.c.kind == "clock"))


def still_alive(connection: Connection, now: float) -> None:
    """Note that the server runs, so that a later start knows how long nobody could move."""
    connection.execute(delete(alive))
    connection.execute(insert(alive).values(name="server", at=now))


def wake_up(connection: Connection, now: float) -> float:
    """Take back what a server that died had taken and give its downtime back to every clock; the seconds."""
    connection.execute(update(due).values(lease=0.0))
    last = connection.scalar(select(alive.c.at))
    down = 0.0 if last is None else max(0.0, now - last)
    connection.execute(update(due).where(due.c.kind == "clock").values(at=due.c.at + down))
    still_alive(connection, now)
    return down
