"""Numbers for Prometheus; none of them says anything about a game's cards."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from cafe.server.errors import OverLimit, Refused

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2)
SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500)


class Metrics:
    """What a server counts."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self.sockets = Gauge("cafe_sockets", "Open sockets", registry=registry)
        self.rooms = Gauge("cafe_tables_in_memory", "Tables held in memory", registry=registry)
        self.requests = Counter("cafe_requests", "HTTP requests", ["status"], registry=registry)
        self.refusals = Counter("cafe_refusals", "Refused by a limit", ["limit"], registry=registry)
        self.bot_failures = Counter("cafe_bot_failures", "Bot turns that greedy played", registry=registry)
        self.thinking = Gauge("cafe_bots_waiting", "Bot turns that wait for a process", registry=registry)
        turns = Counter("cafe_turns", "Turns stored", ["by"], registry=registry)
        self.bot_turns, self.person_turns = turns.labels("bot"), turns.labels("person")
        puzzles = Counter("cafe_puzzles", "First answers to puzzles", ["answer"], registry=registry)
        self.puzzles_solved, self.puzzles_not_solved = puzzles.labels("solved"), puzzles.labels("not solved")
        self._commands = Counter(
            "cafe_commands", "Commands answered", ["command", "answer"], registry=registry
        )
        self._answered: dict[tuple[type, type], Counter] = {}
        self.submit_seconds = Histogram(
            "cafe_submit_seconds", "From a submitted turn to its answer", buckets=SECONDS, registry=registry
        )
        self.batch = Histogram("cafe_commit_batch", "Writes in one commit", buckets=SIZES, registry=registry)

    def answered(self, command: type, answer: type) -> None:
        """Count a command by its answer."""
        found = self._answered.get((command, answer))
        if found is None:
            found = self._commands.labels(command.__name__.lower(), answer.__name__.lower())
            self._answered[command, answer] = found
        found.inc()

    def refused(self, limit: str) -> None:
        """Count what a limit refused."""
        self.refusals.labels(limit).inc()

    def answered_with(self, error: Refused) -> None:
        """Count a refusal that is told to somebody, if a limit is its reason."""
        if isinstance(error, OverLimit):
            self.refused(error.limit)

    def text(self) -> bytes:
        """All numbers in the exposition format."""
        return generate_latest(self._registry)
