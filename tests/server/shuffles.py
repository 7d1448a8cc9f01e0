"""People who contribute to the shuffle of a game, and end it soon."""

from __future__ import annotations

from typing import Any

from cafe.rules.record import Record, read_record
from tests.server.process import Setup, Somebody, come_in
from tests.server.seats import FRIEND, ME

ANNAS, BENS = "a5" * 32, "be" * 32
"""What they contribute."""


async def gather_contributors(server: Setup, **more: Any) -> tuple[Somebody, Somebody, str]:
    """Anna and Ben at a table that Anna has not started; she moves first."""
    anna, ben = await come_in(server.address), await come_in(server.address, "Ben")
    table = await anna.table([ME, FRIEND], "card", starter=0, **more)
    await ben.post(f"/api/tables/{table['id']}/join", {"invite": table["invite"]})
    return anna, ben, table["id"]


async def end_by_agreement(table: str, *people: Somebody) -> Record:
    """All agree to end the game that runs; its record."""
    for somebody in people:
        async with somebody.sit(table) as socket:
            assert (await socket.ask("agree", end=True))["type"] == "done"
    found = await people[0].ask("GET", f"/api/tables/{table}/record")
    assert found.status_code == 200, found.text
    return read_record(found.text)
