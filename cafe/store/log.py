"""The append-only log of a game: one entry per stored turn, each following the version it names."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from cafe.store.errors import Conflict
from cafe.store.prepared import Prepared
from cafe.store.rows import Due, Entry, dues_of_mover
from cafe.store.schema import due, entry, game

_FOLLOW = (
    update(game)
    .where(
        game.c.id == bindparam("name"),
        game.c.version == bindparam("before"),
        game.c.revision == bindparam("known"),
        game.c.status == "running",
    )
    .values(
        version=bindparam("after"),
        revision=game.c.revision + 1,
        changed=bindparam("now"),
        mover=bindparam("next_mover"),
        status=bindparam("next_status"),
    )
)
_INSERT = insert(entry)
_ENTRIES = (
    select(*(entry.c[field] for field in Entry.__struct_fields__))
    .where(entry.c.game == bindparam("name"), entry.c.version > bindparam("after"))
    .order_by(entry.c.version)
)
_DEADLINE = Prepared(
    select(due.c.at).where(
        due.c.game == bindparam("name"), (due.c.kind == "clock") | (due.c.kind == "shuffle")
    )
)
_NEXT_DUE = Prepared(select(func.min(due.c.at)).where(due.c.holder.is_(None)))
_FORGET_DUE = Prepared(delete(due).where(due.c.game == bindparam("name")))
_INSERT_DUE = insert(due)


def append(
    connection: Connection,
    name: str,
    revision: int,
    new: Entry,
    mover: int | None,
    over: bool,
    dues: tuple[Due, ...],
) -> None:
    """Store an entry after the version before it; raises Conflict if the room is at another revision.

    `mover` is the seat whose turn is next; what was due before is replaced by `dues`.
    """
    done = connection.execute(
        _FOLLOW,
        {
            "name": name,
            "before": new.version - 1,
            "known": revision,
            "after": new.version,
            "now": new.at,
            "next_mover": mover,
            "next_status": "over" if over else "running",
        },
    )
    if not done.rowcount:
        raise Conflict(f"expected version {new.version - 1} to be the last one; the game has moved on")
    try:
        connection.execute(_INSERT, {"game": name, **{f: getattr(new, f) for f in Entry.__struct_fields__}})
    except IntegrityError:
        raise Conflict(f"expected a new command; {new.command!r} is already stored") from None
    set_due(connection, name, dues)


def set_due(connection: Connection, name: str, dues: tuple[Due, ...]) -> None:
    """Replace what is due for a game."""
    _FORGET_DUE.change(connection, {"name": name})
    for item in dues:
        _add_due(connection, item)


def set_mover_due(
    connection: Connection,
    name: str,
    version: int,
    bot_at: float | None,
    deadline: float | None,
    answer_by: float | None,
) -> None:
    """Set what is due for the seat to move, as in `dues_of_mover`; a running clock stays as it is."""
    clock = (due.c.game == name) & (due.c.kind == "clock")
    connection.execute(delete(due).where(due.c.game == name, due.c.kind.in_(("bot", "answer"))))
    runs = connection.execute(update(due).where(clock).values(holder=None)).rowcount
    for item in dues_of_mover(name, version, bot_at, deadline, answer_by):
        if item.kind != "clock" or not runs:
            _add_due(connection, item)


def _add_due(connection: Connection, item: Due) -> None:
    connection.execute(
        _INSERT_DUE, {"game": item.game, "kind": item.kind, "version": item.version, "at": item.at}
    )


def entries(connection: Connection, name: str, after: int = 0) -> list[Entry]:
    """The entries of a game after a version, in order."""
    return [Entry(*row) for row in connection.execute(_ENTRIES, {"name": name, "after": after})]


def take_due(
    connection: Connection, now: float, holder: str, held: Collection[str] = (), most: int = 64
) -> list[Due]:
    """What is due and not taken, clocks first; it belongs to the holder while that process lives.

    The clocks of `held` games are left alone.
    """
    rows = connection.execute(
        select(due.c.game, due.c.kind, due.c.version, due.c.at)
        .where(due.c.at <= now, due.c.holder.is_(None))
        .where((due.c.kind != "clock") | due.c.game.not_in(held))
        .order_by(due.c.kind != "clock", due.c.at)
        .limit(most)
        .with_for_update(skip_locked=True)
    ).all()
    for row in rows:
        connection.execute(
            update(due).where(due.c.game == row.game, due.c.kind == row.kind).values(holder=holder)
        )
    return [Due(*row) for row in rows]


def next_due(connection: Connection) -> float | None:
    """When the next thing is due that nobody has taken."""
    row = _NEXT_DUE.first(connection)
    return None if row is None else row[0]


def drop_due(connection: Connection, item: Due) -> None:
    """Forget something due that is no longer needed."""
    connection.execute(
        delete(due).where(due.c.game == item.game, due.c.kind == item.kind, due.c.version == item.version)
    )


def free_due(connection: Connection, item: Due) -> None:
    """Release something due that was taken and not done."""
    connection.execute(
        update(due)
        .where(due.c.game == item.game, due.c.kind == item.kind, due.c.version == item.version)
        .values(holder=None)
    )


def free_all(connection: Connection, holder: str) -> None:
    """Release everything due that a process has taken."""
    connection.execute(update(due).where(due.c.holder == holder).values(holder=None))


def deadline(connection: Connection, name: str) -> float | None:
    """When the clock of the player to move runs out; before the first turn, the time for opening."""
    row = _DEADLINE.first(connection, name=name)
    return None if row is None else row[0]
