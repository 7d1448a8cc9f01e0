"""`/readyz`: whether this process can serve, for which it needs a working database."""

from __future__ import annotations

import asyncio
import time

from starlette.requests import Request
from starlette.responses import Response

from cafe.server.http.endpoint import json_response
from cafe.server.rooms.server_parts import ServerParts
from cafe.store import processes
from cafe.store.errors import StoreError

KEPT_SECONDS = 1.0
"""How long an answer of the database is reused."""
PATIENCE = 5.0


class Readiness:
    """Tries a write, at most once a second however many ask."""

    def __init__(self, server: ServerParts) -> None:
        self._server = server
        self._lock = asyncio.Lock()
        self._tried = float("-inf")
        self._trouble: str | None = None

    async def answer(self, request: Request) -> Response:
        """Report the state of the database, and that of Redis, without which play goes on."""
        server = self._server
        redis = {} if server.bus.state is None else {"redis": server.bus.state}
        async with self._lock:
            if time.monotonic() - self._tried > KEPT_SECONDS:
                self._trouble = await self._try()
                self._tried = time.monotonic()
        if self._trouble is not None:
            return json_response({"database": self._trouble, **redis}, 503)
        if server.process.ending.is_set():
            return json_response({"server": "is ending"}, 503)
        return json_response({"database": "ok", **redis})

    async def _try(self) -> str | None:
        """What is wrong with the database, in words."""
        database = self._server.database
        try:
            async with asyncio.timeout(PATIENCE):
                await database.write(processes.try_write)
            return database.damage()
        except TimeoutError:
            return "does not answer"
        except StoreError as error:
            return error.reason or "does not answer"
