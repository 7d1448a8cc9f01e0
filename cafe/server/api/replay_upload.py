"""The request that replays a record that somebody sends."""

from __future__ import annotations

from starlette.responses import Response

from cafe.server.errors import Refused
from cafe.server.http.endpoint import Call
from cafe.server.rooms.record_checks import RecordTask


async def show_record(call: Call) -> Response:
    """Check a record and show its game turn by turn."""
    found = await call.server.records.check(call.person.id, RecordTask(call.body.record, tell=True))
    if found.error is not None:
        raise Refused("record", found.error, found.turn)
    return Response(bytes(found.replay), media_type="application/json")
