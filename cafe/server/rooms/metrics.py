"""Numbers for Prometheus; none of them tells anything about a game's cards.

What is counted at every command is plain numbers here and becomes Prometheus' own only when somebody asks:
its counters take a lock each time.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter as Tally
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class PlainHistogram:
    """How many of the numbers seen were up to each bound."""

    def __init__(self, name: str, help_text: str, *bounds: float) -> None:
        self._name = name
        self._help_text = help_text
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0

    def observe(self, number: float) -> None:
        """Take a number in."""
        self._counts[bisect_left(self._bounds, number)] += 1
        self._sum += number

    def family(self) -> HistogramMetricFamily:
        """In the terms of Prometheus."""
        bounds = [*(str(float(bound)) for bound in self._bounds), "+Inf"]
        buckets = list(zip(bounds, accumulate(self._counts), strict=True))
        return HistogramMetricFamily(self._name, self._help_text, buckets, self._sum)


class _PlainCollector(Collector):
    """What is counted at every command."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def collect(self) -> Iterator[CounterMetricFamily | HistogramMetricFamily]:
        turns = CounterMetricFamily("cafe_turns", "Turns stored", labels=["by"])
        for by, count in self._metrics.turns.items():
            turns.add_metric([by], count)
        commands = CounterMetricFamily("cafe_commands", "Commands answered", labels=["command", "answer"])
        for names, count in self._metrics.commands.items():
            commands.add_metric(names, count)
        yield from (turns, commands, self._metrics.submit_seconds.family(), self._metrics.batch.family())


class Metrics:
    """What a server counts."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self.sockets = Gauge("cafe_sockets", "Open sockets", registry=registry)
        self.rooms = Gauge("cafe_tables_in_memory", "Tables held in memory", registry=registry)
        self.requests = Counter("cafe_requests", "HTTP requests", ["status"], registry=registry)
        self.bot_failures = Counter("cafe_bot_failures", "Bot turns that greedy played", registry=registry)
        self.turns = Tally(bot=0, person=0)
        self.commands: Tally[tuple[str, str]] = Tally()
        """By the command and its answer."""
        seconds = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2)
        self.submit_seconds = PlainHistogram(
            "cafe_submit_seconds", "From a submitted turn to its answer", *seconds
        )
        sizes = (1, 2, 5, 10, 20, 50, 100, 200, 500)
        self.batch = PlainHistogram("cafe_commit_batch", "Writes in one commit", *sizes)
        registry.register(_PlainCollector(self))

    def text(self) -> bytes:
        """All numbers in the exposition format."""
        return generate_latest(self._registry)
