"""Bot accounts for tests, and their event streams."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx

from tests.server.process import LIMIT, Json, Somebody, come_in


class Bot(Somebody):
    """A bot account; `id` is what it is challenged by."""

    id: str

    @asynccontextmanager
    async def listen(self) -> AsyncIterator[Events]:
        """Its events, from when the server says that it listens."""
        async with (
            httpx.AsyncClient(base_url=self.address, timeout=LIMIT) as client,
            client.stream("GET", "/api/bot/events", headers=self.headers) as answer,
        ):
            assert answer.status_code == 200, await answer.aread()
            assert answer.headers["content-type"] == "application/x-ndjson"
            events = Events(answer.aiter_lines())
            await events.until_quiet()
            yield events

    async def until_known(self, somebody: Somebody) -> None:
        """Wait until every process knows that the bot listens: each answers some of the requests."""
        row = 0
        async with asyncio.timeout(LIMIT):
            while row < 4:
                listed = await somebody.get("/api/bots")
                row = row + 1 if self.id in [bot["id"] for bot in listed["bots"]] else 0


class Events:
    """What comes over a stream."""

    def __init__(self, lines: AsyncIterator[str]) -> None:
        self._lines = lines
        self.seen: list[Json] = []

    async def until_quiet(self) -> list[Json]:
        """Everything up to an empty line."""
        seen: list[Json] = []
        async with asyncio.timeout(LIMIT):
            async for line in self._lines:
                if not line:
                    break
                seen.append(json.loads(line))
        self.seen += seen
        return seen

    async def next(self, kind: str) -> Json:
        """The next event, which is of this type."""
        async with asyncio.timeout(LIMIT):
            async for line in self._lines:
                if line:
                    event: Json = json.loads(line)
                    self.seen.append(event)
                    assert event["type"] == kind, event
                    return event
        raise AssertionError(f"the stream ended before {kind}")

    async def rest(self) -> list[Json]:
        """Everything up to the end of the stream."""
        async with asyncio.timeout(LIMIT):
            return [json.loads(line) async for line in self._lines if line]


async def new_bot(address: str, name: str, author: str = "Ada", *, offered: bool = True) -> Bot:
    """A new bot account."""
    person = await come_in(address, name)
    made = await person.post("/api/bot", {"author": author, "offered": offered})
    bot = Bot(address, name, person.token)
    bot.id = made["id"]
    assert made == {"id": bot.id, "name": name, "author": author, "offered": offered}
    return bot
