"""The processes that serve one database: which of them are alive, and which people are in their rooms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from secrets import token_hex

from sqlalchemy import Connection, delete, func, insert, select, true, update

from cafe.store import log, reviews, rooms
from cafe.store.dialect import lock_for_all_processes
from cafe.store.schema import alive, due, game, here, review, seat, secret

TRIAL = "trial"
"""The name of the row that is written to see whether anything can be written."""


def heartbeat(connection: Connection, process: str, now: float, patience: float) -> float:
    """Note that a process runs; the seconds given back to every clock because none did.

    One that was silent for longer than `patience` is dead: what it had taken is free again.
    """
    down = _silence(connection, now)
    if abs(down) > patience:
        lock_for_all_processes(connection)
        down = _silence(connection, now)
    if abs(down) > patience:
        # A clock that was set back has everything due too late, and every process known for too long.
        moved = due.c.kind != "bot" if down > 0 else true()
        connection.execute(update(due).where(moved).values(at=due.c.at + down))
        rooms.mark_changed(connection, select(due.c.game).where(due.c.kind != "bot"))
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
    """Give movers back the time in which they reached nobody; the rooms whose clocks were moved.

    These are people who are here through this process alone, which stood still for `stall` seconds, and those
    of processes that have been silent for longer than `patience`. When no process was there, `heartbeat`
    gives the time back to everybody.
    """
    silent = alive.c.at <= now - patience
    if not stall and connection.execute(select(alive.c.name).where(silent)).first() is None:
        return []
    lock_for_all_processes(connection)
    if abs(_silence(connection, now)) > patience:
        return []
    moved = []
    for name, at in connection.execute(
        select(alive.c.name, alive.c.at).where(silent, alive.c.name != process)
    ).all():
        moved += _give_back(connection, name, now - at)
    if stall:
        known = connection.execute(select(alive.c.name).where(alive.c.name == process)).first()
        set_presence(connection, process, here_now)
        # The others took this process for dead and gave back what they had waited until then.
        moved += _give_back(connection, process, stall if known else max(0.0, stall - patience))
    return moved


def _give_back(connection: Connection, process: str, seconds: float) -> list[str]:
    games = _games_through(connection, (process,))
    clocks = (due.c.kind == "clock") & due.c.game.in_(games)
    connection.execute(update(due).where(clocks).values(at=due.c.at + seconds))
    rooms.mark_changed(connection, games)
    return games


def games_of_silent(connection: Connection, since: float) -> list[str]:
    """Games whose mover is here only through processes that were not heard of since then."""
    silent = tuple(connection.scalars(select(alive.c.name).where(alive.c.at < since)))
    return _games_through(connection, silent) if silent else []


def _games_through(connection: Connection, names: tuple[str, ...]) -> list[str]:
    """Games with a running clock whose mover is here through these processes and no other."""
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
    """The clock of the only process is set by so much: what is due moves with it; the rooms to read again."""
    games = list(connection.scalars(select(due.c.game).distinct()))
    rooms.mark_changed(connection, select(due.c.game))
    connection.execute(update(due).values(at=due.c.at + seconds))
    connection.execute(update(alive).values(at=alive.c.at + seconds))
    return games


def try_write(connection: Connection) -> None:
    """Write something that nobody reads; another thing each time, as SQLite does not write what is there."""
    write = update(secret).where(secret.c.name == TRIAL).values(value=token_hex(8))
    if connection.execute(write).rowcount:
        return
    lock_for_all_processes(connection)
    if not connection.execute(write).rowcount:
        connection.execute(insert(secret).values(name=TRIAL, value=""))


def _silence(connection: Connection, now: float) -> float:
    """Seconds since any process was last known to run; below zero after the clock was set back."""
    last = connection.scalar(select(func.max(alive.c.at)))
    return 0.0 if last is None else float(now - last)


def leave(connection: Connection, process: str, now: float) -> None:
    """A process ends in order: others may do at once what it had taken."""
    log.free_all(connection, process)
    reviews.free_all(connection, process)
    connection.execute(delete(here).where(here.c.process == process))
    connection.execute(update(alive).where(alive.c.name == process).values(at=now))


def set_presence(connection: Connection, process: str, people: Mapping[str, frozenset[str]]) -> None:
    """Who is in these rooms through this process."""
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
    """Where a person is, through whichever process."""
    return frozenset(connection.scalars(select(here.c.game).where(here.c.person == person)))
