"""The parts of a running server, put together."""

from __future__ import annotations

from cafe.server.rooms.bot_streams import BotStreams
from cafe.server.rooms.bot_workers import HINT_MS, Workers
from cafe.server.rooms.bus import Bus
from cafe.server.rooms.coach import Coach
from cafe.server.rooms.finished_games import FinishedGames
from cafe.server.rooms.metrics import Metrics
from cafe.server.rooms.presence import Presence
from cafe.server.rooms.process import Process
from cafe.server.rooms.rate_limits import Limits
from cafe.server.rooms.record_checks import RecordChecks
from cafe.server.rooms.review_workers import ReviewWorkers
from cafe.server.rooms.rooms import Rooms
from cafe.server.rooms.told_messages import ToldMessages
from cafe.server.settings import Settings
from cafe.store.database import Database


class ServerParts:
    """Each part knows only those it needs; requests, sockets and loops get the whole."""

    def __init__(self, settings: Settings, database: Database, build: str, bus: Bus) -> None:
        self.settings = settings
        self.database = database
        self.build = build
        self.bus = bus
        self.process = Process()
        self.metrics = Metrics()
        self.limits = Limits(settings)
        self.bot_streams = BotStreams(bus)
        self.rooms = Rooms(settings, self.process, database, bus, self.metrics, self.bot_streams)
        self.presence = Presence(self.rooms, self.bot_streams, database.shared)
        self.told_messages = ToldMessages()
        self.bots = Workers(settings.bot_workers, settings.bot_ms)
        self.hints = Workers(1, min(settings.bot_ms, HINT_MS))
        """Hints have their own worker, so that they do not wait for the bots of all rooms."""
        self.coach = Coach()
        self.metrics.thinking.set_function(lambda: self.bots.waiting)
        self.records = RecordChecks()
        self.reviews = ReviewWorkers(settings.review_workers)
        self.finished = FinishedGames()
        database.writer.on_batch = self.metrics.batch.observe

    def end_sockets(self) -> None:
        """Let every socket close; clients reconnect to the next server."""
        self.process.ending.set()
        for client in self.rooms.clients():
            client.end()

    async def close(self) -> None:
        """End the bots, then the store."""
        await self.bots.close()
        await self.hints.close()
        await self.coach.close()
        await self.records.close()
        await self.reviews.close()
        await self.database.close()
