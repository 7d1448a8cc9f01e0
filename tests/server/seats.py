"""Seats to ask for, and games with somebody on them."""

from __future__ import annotations

from typing import Any

from tests.server.process import Json, Setup, Somebody, come_in

ME: Json = {"kind": "me"}
BEN: Json = {"kind": "local", "name": "Ben"}
FRIEND: Json = {"kind": "friend"}
ANYBODY: Json = {"kind": "anybody"}
GREEDY: Json = {"kind": "bot", "bot": "greedy"}


async def two(server: Setup, edition: str = "card", **more: Any) -> tuple[Somebody, Somebody, str]:
    """Anna and Ben in a game that has begun; Anna starts."""
    anna, ben = await come_in(server.address), await come_in(server.address, "Ben")
    table = await anna.table([ME, FRIEND], edition, starter=0, **more)
    await ben.post(f"/api/tables/{table['id']}/join", {"invite": table["invite"]})
    await anna.post(f"/api/tables/{table['id']}/start")
    return anna, ben, table["id"]


async def play_out(somebody: Somebody, table: str) -> None:
    """Play until the end; the view that was kept up to date then equals a new one."""
    async with somebody.sit(table) as socket:
        while not (await socket.until_mine_or_over())["view"]["over"]:
            await socket.play_turn()
        kept = socket.view
        await socket.ask("resync")
        assert socket.view == kept
        await socket.until(lambda: socket.table["status"] == "over")
