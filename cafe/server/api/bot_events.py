"""The event stream of a bot account: one JSON object per line, for as long as the connection lasts."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator

from sqlalchemy import Connection
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from cafe.protocol.bots import event_line
from cafe.server.api.bots import bot_of
from cafe.server.errors import Refused
from cafe.server.http.endpoint import Call
from cafe.server.rooms.bot_news import Standing, events_between, standing
from cafe.server.rooms.bot_streams import BotStream
from cafe.server.rooms.server_parts import ServerParts
from cafe.store import bot_accounts, people
from cafe.store.errors import StoreError
from cafe.store.rows import Person

STREAM_SECONDS = 3600.0
"""A stream ends after this long; to go on listening, open a new one."""
QUIET_SECONDS, QUIET_SECONDS_WITHOUT_REDIS = 5.0, 1.0
"""How often a stream checks for changes it was not notified of; without news it sends an empty line."""
MOST_ROOMS = 200
"""How many rooms a stream follows."""


async def stream_events(call: Call) -> Response:
    """Listen to what happens to a bot account: challenges, games, turns."""
    return _EventStream(call.server, bot_of(call))


class _EventStream(StreamingResponse):
    def __init__(self, server: ServerParts, bot: Person) -> None:
        self._server, self._bot = server, bot
        self._stream = server.bot_streams.open(bot.id)
        # otherwise nginx would buffer lines until it has 4 KiB of them
        super().__init__(
            self._lines(), headers={"x-accel-buffering": "no"}, media_type="application/x-ndjson"
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._server.presence.bots_changed()
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._server.bot_streams.close(self._stream)
            self._server.presence.bots_changed()

    async def _lines(self) -> AsyncIterator[bytes]:
        server, stream, looked = self._server, self._stream, time.monotonic()
        until = looked + STREAM_SECONDS
        while not server.process.ending.is_set() and not stream.replaced and time.monotonic() < until:
            stream.news.clear()
            try:
                told = await _news(server, self._bot, stream)
            except StoreError as error:
                server.process.log.error("the store does not answer", reason=str(error))
                stream.look_for_rooms, told = True, b""
            if told is None:
                return
            yield told + b"\n"
            redis_tells = server.bus.connected or not server.database.shared
            quiet = QUIET_SECONDS if redis_tells else QUIET_SECONDS_WITHOUT_REDIS
            await server.process.wait(quiet, stream.news)
            if time.monotonic() - looked >= quiet:
                stream.look_for_rooms, looked = True, time.monotonic()


async def _news(server: ServerParts, bot: Person, stream: BotStream) -> bytes | None:
    """The lines about everything that changed; None if the bot is no longer allowed here."""
    if stream.look_for_rooms:

        def work(connection: Connection) -> tuple[bool, list[str]]:
            is_valid = people.valid_keys(connection, [bot.key]).get(bot.key) is False
            return is_valid, bot_accounts.unfinished_rooms(connection, bot.id, MOST_ROOMS)

        stream.look_for_rooms = False
        is_valid, names = await server.database.read(work)
        if not is_valid:
            return None
        stream.changed |= stream.told.keys() | set(names)
    lines = []
    while stream.changed:
        name = stream.changed.pop()
        before = stream.told.setdefault(name, Standing())  # from here on changes to the room are noted
        try:
            room = await server.rooms.get(name)
        except Refused:
            del stream.told[name]  # the room no longer exists
            continue
        except StoreError:
            stream.look_for_rooms = True
            break
        now = server.process.now()
        after = standing(room, bot.id, now)
        if after is None:
            del stream.told[name]
        else:
            stream.told[name] = after
        lines += [event_line(event) for event in events_between(room, bot.id, before, after, now)]
    return b"".join(lines)
