"""The request that tells the game of a record that somebody sends."""

from __future__ import annotations

from cafe.bots.names import read_record_names
from cafe.protocol.ending import check_ending
from cafe.protocol.replays import ReplayForm, ReplayPlayerForm
from cafe.rules.errors import CafeError, RecordError
from cafe.rules.record import read_record, verify
from cafe.server.errors import Refused
from cafe.server.http.endpoint import Call
from cafe.server.turn.replay_form import retold


async def show_record(call: Call) -> ReplayForm:
    """Check a record and tell its game turn by turn."""
    try:
        record = read_record(call.body.record)
        check_ending(record, verify(record))
    except RecordError as error:
        raise Refused("record", str(error), error.turn) from None
    except CafeError as error:
        raise Refused("record", str(error)) from None
    players = [
        ReplayPlayerForm(name, seat, bot is not None)
        for seat, (name, bot) in enumerate(read_record_names(record.players))
    ]
    return retold(record, players, 0)
