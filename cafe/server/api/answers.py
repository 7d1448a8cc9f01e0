"""Requests with which bot accounts answer challenges."""

from __future__ import annotations

from cafe.protocol.tables import TableForm
from cafe.server.api.bots import bot_of
from cafe.server.api.seats import room_form
from cafe.server.http.endpoint import Call
from cafe.server.rooms import challenges


async def accept(call: Call) -> TableForm:
    """Accept a challenge: take the seat."""
    server, bot = call.server, bot_of(call)
    room = await server.rooms.get(call.part("table"))
    await challenges.accept(server.rooms, room, bot)
    return await room_form(server, room, bot)


async def decline(call: Call) -> dict[str, str]:
    """Decline a challenge: leave the seat to somebody else."""
    server, bot = call.server, bot_of(call)
    room = await server.rooms.get(call.part("table"))
    await challenges.decline(server.rooms, room, bot)
    return {}
