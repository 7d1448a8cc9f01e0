"""The event streams of bot accounts in this process: which rooms each follows, and what wakes it.

No event is stored: a stream compares the rooms as they are with what it has sent about them. A newly opened
stream, here or in another process, sends everything that still matters.
"""

from __future__ import annotations

import asyncio

from cafe.server.rooms.bot_news import Standing
from cafe.server.rooms.bus import Bus, Notice


class BotStream:
    """An open stream. It waits for `news`, and ends when it is `replaced` by a newer one of the same bot."""

    def __init__(self, bot: str) -> None:
        self.bot = bot
        self.told: dict[str, Standing] = {}
        """The situation of the bot in each room, as last sent."""
        self.changed: set[str] = set()
        """Which of these rooms have changed since."""
        self.look_for_rooms = True
        """Whether there may be rooms that are not among them."""
        self.replaced = False
        self.news = asyncio.Event()


class BotStreams:
    """All event streams of this process, one per bot."""

    def __init__(self, bus: Bus) -> None:
        self._streams: dict[str, BotStream] = {}
        self._bus = bus

    @property
    def listening(self) -> frozenset[str]:
        """The bots that have a stream here."""
        return frozenset(self._streams)

    def open(self, bot: str) -> BotStream:
        """A new stream, in place of an earlier one."""
        earlier = self._streams.get(bot)
        if earlier is not None:
            earlier.replaced = True
            earlier.news.set()
        stream = self._streams[bot] = BotStream(bot)
        return stream

    def close(self, stream: BotStream) -> None:
        """Forget a stream that has ended."""
        if self._streams.get(stream.bot) is stream:
            del self._streams[stream.bot]

    def room_changed(self, name: str) -> None:
        """Something happened in a room, here or in another process: wake the streams that follow it."""
        for stream in self._streams.values():
            if name in stream.told:
                stream.changed.add(name)
                stream.news.set()

    def new_room_for(self, bot: str) -> None:
        """A bot account has a seat, or is asked to take one, in a room that its stream does not follow."""
        self.look(bot)
        self._bus.publish(Notice("seated", bot, 0))

    def look(self, bot: str) -> None:
        """Let a bot's stream look for rooms that it does not follow yet."""
        stream = self._streams.get(bot)
        if stream is not None:
            stream.look_for_rooms = True
            stream.news.set()
