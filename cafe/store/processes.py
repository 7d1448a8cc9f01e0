"""The processes that serve one database: which of them are alive, and which people are in their rooms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from secrets import token_hex

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, true, update

from cafe.store import log, reviews, rooms
from cafe.store.dialect import lock_for_all_processes
from cafe.store.schema import alive, due, game, here, review, seat, secret

TRIAL = "trial"
"""The name of the row that is written to test whether the database can be written to."""

MOST_BETWEEN = 30.0
"""A process that can store anything notes more often than this, in seconds, that it is running."""


def heartbeat(connection: Connection, process: str, now: float, patience: float) -> float:
    """Note that a process is running; returns the seconds given back to every clock because none was.

    One that was silent for longer than `patience` is dead: what it had taken is released.
    """
    down = _silence(connection, now, patience)
    if abs(down) > patience:
        lock_for_all_processes(connection)
        down = _silence(connection, now, patience)
    if abs(down) > patience:
        # After the clock was set back, what is due would come too late and processes seem alive for too long.
        moved = due.c.kind != "bot" if down > 0 else true()
        connection.execute(update(due).where(moved).values(at=due.c.at + down))
        rooms.mark_changed(connection, select(due.c.game).where(due.c.kind != "bot"))
        _move_challenges(connection, down)
        if down < 0:
            connection.execute(update(alive).values(at=now))
    dead = (alive.c.name == process) | (alive.c.at <= now - patience)
    connection.execute(delete(alive).where(dead))
    connection.execute(insert(alive).values(name=process, at=now))
    living = select(alive.c.name)
    connection.execute(update(due).where(due.c.holder.not_in(living)).values(holder=None))
    left = review.c.made.is_(None) & review.c.holder.not_in(living)
    connection.execute(update(review).where(left).values(holder=None))
    connection.execute(delete(here).where(here.c.process.not_in(living)))
    return down if abs(down) > patience else 0.0


def give_back(
    connection: Connection,
    process: str,
    now: float,
    patience: float,
    stall: float,
    here_now: Mapping[str, frozenset[str]],
) -> list[str]:
    """Give players to move back the time in which they could not reach a server; returns the rooms affected.

    These are people connected only to this process, which stalled for `stall` seconds, and those connected to
    processes that have been silent for longer than `patience`. When no process was running, `heartbeat` gives
    the time back to everybody.
    """
    silent = alive.c.at <= now - patience
    if not stall and connection.execute(select(alive.c.name).where(silent)).first() is None:
        return []
    lock_for_all_processes(connection)
    if abs(_silence(connection, now, patience)) > patience:
        return []
    moved = []
    for name, at in connection.execute(
        select(alive.c.name, alive.c.at).where(silent, alive.c.name != process)
    ).all():
        moved += _give_back(connection, name, now - at)
    if stall:
        known = connection.execute(select(alive.c.name).where(alive.c.name == process)).first()
        set_presence(connection, process, here_now)
        # The others considered this process dead and gave back what they had waited until then.
        moved += _give_back(connection, process, stall if known else max(0.0, stall - patience))
    return moved


def _give_back(connection: Connection, process: str, seconds: float) -> list[str]:
    games = _games_through(connection, (process,))
    clocks = (due.c.kind == "clock") & due.c.game.in_(games)
    connection.execute(update(due).where(clocks).values(at=due.c.at + seconds))
    rooms.mark_changed(connection, games)
    return games


def games_of_silent(connection: Connection, since: float) -> list[str]:
    """Games whose player to move is connected only to processes that have been silent since then."""
    silent = tuple(connection.scalars(select(alive.c.name).where(alive.c.at < since)))
    return _games_through(connection, silent) if silent else []


def _games_through(connection: Connection, names: tuple[str, ...]) -> list[str]:
    """Games with a running clock whose player to move is connected to these processes and no others."""
    other = here.alias()
    elsewhere = select(other.c.game).where(
        other.c.game == due.c.game, other.c.person == seat.c.person, other.c.process.not_in(names)
    )
    found = connection.scalars(
        select(due.c.game)
        .join(game, game.c.id == due.c.game)
        .join(seat, (seat.c.game == due.c.game) & (seat.c.seat == game.c.mover))
        .join(here, (here.c.game == due.c.game) & (here.c.person == seat.c.person))
        .where(due.c.kind == "clock", here.c.process.in_(names), ~elsewhere.exists())
        .distinct()
    )
    return list(found)


def move_time(connection: Connection, seconds: float) -> list[str]:
    """Move what is due by as much as the only process changed its clock; returns the rooms affected."""
    games = list(connection.scalars(select(due.c.game).distinct()))
    rooms.mark_changed(connection, select(due.c.game))
    connection.execute(update(due).values(at=due.c.at + seconds))
    _move_challenges(connection, seconds)
    connection.execute(update(alive).values(at=alive.c.at + seconds))
    return games


def _move_challenges(connection: Connection, seconds: float) -> None:
    """Move when challenges expire: only the first of a room is due, its settings know of all."""
    asking = select(due.c.game).where(due.c.kind == "asked")
    rows = connection.execute(select(game.c.id, game.c.settings).where(game.c.id.in_(asking))).all()
    for name, text in rows:
        settings = msgspec.json.decode(text)
        until = {place: at + seconds for place, at in settings.get("asked_until", {}).items()}
        changed = msgspec.json.encode({**settings, "asked_until": until}).decode()
        connection.execute(update(game).where(game.c.id == name).values(settings=changed))


def try_write(connection: Connection) -> None:
    """Write something that nobody reads; a different value each time, as SQLite skips unchanged ones."""
    write = update(secret).where(secret.c.name == TRIAL).values(value=token_hex(8))
    if connection.execute(write).rowcount:
        return
    lock_for_all_processes(connection)
    if not connection.execute(write).rowcount:
        connection.execute(insert(secret).values(name=TRIAL, value=""))


def _silence(connection: Connection, now: float, patience: float) -> float:
    """Seconds since any process was last known to run; negative after the clock was set back.

    A turn that started a clock shows that one was running. That is looked at only if they would otherwise
    have been silent for longer than `patience`, so that heartbeats stay cheap.
    """
    last = connection.scalar(select(func.max(alive.c.at)))
    if last is None:
        return 0.0
    if now - last > patience:
        newest = select(func.max(game.c.changed)).join(due, due.c.game == game.c.id)
        # Later than that is a time from before the clock was set back.
        possible = game.c.changed.between(last, min(now, last + MOST_BETWEEN))
        last = connection.scalar(newest.where(due.c.kind != "bot", possible)) or last
    return float(now - last)


def leave(connection: Connection, process: str, now: float) -> None:
    """A process ends normally: others may immediately do what it had taken."""
    log.free_all(connection, process)
    reviews.free_all(connection, process)
    connection.execute(delete(here).where(here.c.process == process))
    connection.execute(update(alive).where(alive.c.name == process).values(at=now))


def set_presence(connection: Connection, process: str, people: Mapping[str, frozenset[str]]) -> None:
    """Set who is in these rooms through this process."""
    connection.execute(delete(here).where(here.c.process == process, here.c.game.in_(people)))
    rows = [
        {"process": process, "game": game, "person": person}
        for game, present in people.items()
        for person in sorted(present)
    ]
    if rows:
        connection.execute(insert(here), rows)


def people_elsewhere(connection: Connection, process: str, games: Sequence[str]) -> dict[str, frozenset[str]]:
    """Who is in these rooms through other processes."""
    rows = connection.execute(
        select(here.c.game, here.c.person).where(here.c.game.in_(games), here.c.process != process)
    )
    found: dict[str, set[str]] = {name: set() for name in games}
    for room, person in rows:
        found[room].add(person)
    return {name: frozenset(people) for name, people in found.items()}


def rooms_of(connection: Connection, person: str) -> frozenset[str]:
    """The rooms in which a person is, through any process."""
    return frozenset(connection.scalars(select(here.c.game).where(here.c.person == person)))
