"""Finished public games as lines of an export, with pseudonyms for people (`cafe admin export`)."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import msgspec
from sqlalchemy import Connection

from cafe.protocol.ending import ENDED
from cafe.protocol.exports import ACCOUNT, ExportedGame, ExportedPlayer
from cafe.rules.record import Record, write_record
from cafe.rules.value import but
from cafe.server.rooms.pseudonyms import pseudonym, seat_place
from cafe.server.rooms.seat_names import seat_names
from cafe.server.turn.record import stored_record
from cafe.server.turn.replay import read_actions, replay
from cafe.server.turn.room_settings import read_settings
from cafe.server.turn.stored_room import first_game, ranks_of
from cafe.store import exports, log
from cafe.store.rows import Entry, RoomRow, SeatRow
from cafe.store.whole_file import whole_file

Batch = tuple[list[ExportedGame], str | None]
AT_ONCE = 100
"""How many games are read in one transaction: others must not wait for a long one."""
DAY = 86_400
"""Times are rounded down to the day: an exact time would identify the game in the public list, with names."""


def next_games(connection: Connection, after: str) -> Batch:
    """Some more games after that id, and the id to continue from; None at the end."""
    key = exports.pseudonym_key(connection)
    rows = exports.finished(connection, after, AT_ONCE)
    found = [exported_game(row, log.entries(connection, row.id), key) for row in rows]
    return found, rows[-1].id if rows else None


def write_games(target: Path, on_database: Callable[[Callable[[Connection], Batch]], Batch]) -> int:
    """Write all games to a file that gets its name when it is complete; returns how many."""
    count, after = 0, ""
    with (
        whole_file(target) as part,
        part.open("wb") as raw,
        gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed,
    ):
        while True:
            games, last = on_database(partial(next_games, after=after))
            packed.writelines(msgspec.json.encode(game) + b"\n" for game in games)
            count += len(games)
            if last is None:
                break
            after = last
    return count


def exported_game(row: RoomRow, entries: Sequence[Entry], key: bytes) -> ExportedGame:
    """A finished game; nothing in it names a person or the room."""
    settings = read_settings(row)
    names = [
        name if seat.kind == "bot" else pseudonym(key, _who(row, seat))
        for seat, name in zip(row.seats, seat_names(row.seats), strict=True)
    ]
    _, game = first_game(row, settings)
    for step in replay(game, entries):
        game = step.game
    over = game.state.over
    if over is None:
        raise AssertionError(f"the game {row.id} is over and has no result")
    seats = sorted(row.seats, key=lambda seat: seat.player or 0)
    # A record names the author of a bot account, who is a person too.
    unsigned = tuple(msgspec.structs.replace(seat, author=None) for seat in row.seats)
    record = stored_record(msgspec.structs.replace(row, seats=unsigned), entries, names)
    # What proves the shuffle is shown with the room, so it would reveal which room it was.
    record = but(record, extra={name: text for name, text in record.extra.items() if name == ENDED})
    return ExportedGame(
        edition=settings.edition,
        variants=tuple(settings.variants),
        players=tuple(
            ExportedPlayer(
                name=names[s.seat] or "",
                bot=s.bot if s.author is None else ACCOUNT,
                resigned=s.resigned,
                stand_in=s.stand_in,
            )
            for s in seats
        ),
        started=_day(entries[0].at - entries[0].took),
        ended=_day(entries[-1].at),
        seconds=tuple(_seconds(record, entries)),
        final=tuple(over.final),
        ranks=tuple(ranks_of(over.ranks, seats)),
        reason=str(over.reason),
        record=write_record(record),
    )


def _who(row: RoomRow, seat: SeatRow) -> str:
    """A person has the same pseudonym in all games; somebody else at their screen has one per game."""
    return seat.person if seat.kind == "person" and seat.person is not None else seat_place(row, seat)


def _day(at: float) -> float:
    """When the UTC day began."""
    return at // DAY * DAY


def _seconds(record: Record, entries: Sequence[Entry]) -> Iterator[float]:
    """How long each turn took: one that reveals something is stored in several entries."""
    stored = ((len(read_actions(record.edition.plan, entry.actions)), entry.took) for entry in entries)
    for turn in record.turns:
        left, seconds = len(turn.actions), 0.0
        while left > 0:
            count, took = next(stored)
            left, seconds = left - count, seconds + took
        yield seconds
