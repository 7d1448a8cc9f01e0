"""The record of a stored game, in the notation."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from cafe.bots.names import account_name, record_name
from cafe.protocol.ending import ENDED, ended_text
from cafe.protocol.fairness import COMMITMENT, SALT, shuffle_headers
from cafe.rules.actions import Action
from cafe.rules.record import Record, make_record
from cafe.rules.value import but
from cafe.server.turn.replay import AGREED, read_actions, replay
from cafe.server.turn.room_settings import read_settings
from cafe.server.turn.room_shuffle import read_shuffle
from cafe.server.turn.stored_room import first_game
from cafe.store.rows import Entry, RoomRow, SeatRow


def stored_record(row: RoomRow, entries: Sequence[Entry], names: Sequence[str | None]) -> Record:
    """The record with the bag as it was committed to, and what checks it; `names` are those of the seats."""
    start, game = first_game(row, read_settings(row))
    actions: list[Action] = []
    extra = {}
    for step in replay(game, entries):
        actions += read_actions(game.state.edition.plan, step.entry.actions)
        if step.entry.kind == AGREED and step.game.state.over is not None:
            extra[ENDED] = ended_text(step.game.state.over)
    given = read_shuffle(row)
    if row.commitment is not None and given.is_committed:
        extra |= shuffle_headers(row.commitment, given.secret, given.contributions(row))
    elif row.commitment is not None:
        extra |= {SALT: start.salt, COMMITMENT: row.commitment}
    seats = sorted(row.seats, key=lambda seat: seat.player or 0)
    date = datetime.fromtimestamp(row.created, UTC).date().isoformat()
    found = make_record(game.state, actions, tuple(_name(seat, names[seat.seat]) for seat in seats), date)
    if start.position is None:
        found = but(found, bag=tuple(start.bag), tables=tuple(start.tables), position=None)
    return but(found, extra=extra)


def _name(seat: SeatRow, name: str | None) -> str:
    """A player's name in a record, where semicolons separate the players."""
    found = name or ""
    if seat.bot is not None:
        found = record_name(found, seat.bot)
    elif seat.author is not None:
        found = account_name(found, seat.author)
    return found.replace(";", ",")
