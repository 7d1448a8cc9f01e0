"""Rate limits: this many per second, with some in reserve."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from math import ceil
from typing import NamedTuple

from cafe.server.errors import OverLimit
from cafe.server.settings import Settings

MOST_KEPT = 50_000
"""How many callers are remembered; the one seen longest ago is forgotten first."""
WIDE = 8
"""How many times as much as one household a whole network of households may ask for."""
PEOPLE = 5
"""How many times as much as one person an address may ask for: several people share it."""

FILES = 5
"""How many files of the browser app count as one request; a page has many."""
LIST_WEIGHT = 10
"""How many requests one list of finished games counts as: it reads many rows."""
RETELLING_WEIGHT = 4
"""How many requests one game replayed from its beginning counts as."""
EXPORTS_AN_HOUR = 20
TRANSFERS_AN_HOUR = 30
RECOVERIES_AN_HOUR = 20
NAMES_AN_HOUR = 60
BLOCKS_AN_HOUR = 120
PEOPLE_A_BOT = 6
"""How many new people from an address one bot account counts as."""
CHALLENGES_AN_HOUR = 120
CHALLENGES_AT_ONCE = 6
"""How many times one bot may be challenged from an address, before it is once a minute."""


class Caller(NamedTuple):
    """Where something comes from: an address or a household's network, and the wider network it is in."""

    address: str
    network: str | None = None

    def about(self, what: str) -> Caller:
        """The same caller, where each thing that they ask about is counted for itself."""
        return Caller(f"{self.address} {what}", None if self.network is None else f"{self.network} {what}")


class Rates:
    """One bucket per caller: it fills with time and each request takes from it."""

    def __init__(self, a_second: float, reserve: float, clock: Callable[[], float]) -> None:
        self._a_second = a_second
        self._reserve = reserve
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def missing(self, who: str) -> float:
        """Seconds until the caller may go on."""
        return max(0.0, 1 - self._level(who, self._clock())) / self._a_second

    def take(self, who: str) -> None:
        """The caller goes on."""
        now = self._clock()
        level = self._level(who, now) - 1
        self._buckets.pop(who, None)
        self._buckets[who] = level, now
        if len(self._buckets) > MOST_KEPT:
            self._buckets.popitem(last=False)

    def _level(self, who: str, now: float) -> float:
        level, at = self._buckets.get(who, (self._reserve, now))
        return min(self._reserve, level + max(0.0, now - at) * self._a_second)


class Limit:
    """How often somebody may do something, and the message when they exceed it; a refusal takes nothing."""

    def __init__(
        self,
        name: str,
        expected: str,
        a_second: float,
        reserve: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = name
        self._expected = expected
        self._near = Rates(a_second, reserve, clock)
        self._wide = Rates(WIDE * a_second, WIDE * reserve, clock)

    def missing(self, who: Caller | str) -> float:
        """Seconds until a person or a caller may continue."""
        if isinstance(who, str):
            return self._near.missing(who)
        wide = 0.0 if who.network is None else self._wide.missing(who.network)
        return max(wide, self._near.missing(who.address))

    def wait(self, who: Caller | str) -> int:
        """Take one from the bucket; returns 0, or the whole seconds until there is one."""
        missing = self.missing(who)
        if missing:
            return ceil(missing)
        if isinstance(who, str):
            self._near.take(who)
        else:
            self._near.take(who.address)
            if who.network is not None:
                self._wide.take(who.network)
        return 0

    def check(self, who: Caller | str) -> None:
        """Refuse somebody who asks too often, and say when to come back."""
        wait = self.wait(who)
        if wait:
            message = f"expected at most {self._expected}; got more: try again in {wait} s"
            raise OverLimit(self.name, message, wait)


class Limits:
    """Every rate that is limited, by a steady clock: setting the server's time refuses nobody."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        def a_second(name: str, expected: str, rate: int, reserve: int = 3) -> Limit:
            return Limit(name, f"{rate} {expected}", rate, reserve * rate, clock)

        def an_hour(name: str, expected: str, rate: int) -> Limit:
            return Limit(name, f"{rate} {expected} per hour", rate / 3600, rate, clock)

        self.requests = a_second("requests", "requests per second", settings.requests_a_second)
        self.files = a_second(
            "files", "files per second from one address", FILES * settings.requests_a_second, 10
        )
        self.commands = a_second("commands", "commands per second", settings.commands_a_second)
        self.commands_of_address = a_second(
            "commands", "commands per second from one address", PEOPLE * settings.commands_a_second
        )
        self.new_people = an_hour("people", "new people", settings.people_an_hour)
        self.daily_tries = an_hour(
            "daily", "cafés of the day from one address", max(1, settings.daily_tries_an_hour)
        )
        puzzles = max(1, settings.puzzles_an_hour)
        self.puzzles = an_hour("puzzles", "answers to puzzles", puzzles)
        self.puzzles_of_address = an_hour("puzzles", "answers to puzzles from one address", PEOPLE * puzzles)
        reviews = PEOPLE * settings.reviews_a_day
        self.reviews_of_address = Limit(
            "reviews", f"{reviews} reviews per day from one address", reviews / 86400, reviews, clock
        )
        tables = 2 * settings.tables_a_person
        self.tables = an_hour("tables", "new games", tables)
        self.tables_of_address = an_hour("tables", "new games from one address", PEOPLE * tables)
        games = max(1, settings.requests_a_second // LIST_WEIGHT)
        self.games = a_second("games", "lists of finished games per second from one address", games)
        self.retellings = a_second(
            "retellings",
            "games told from the beginning per second from one address",
            max(1, settings.requests_a_second // RETELLING_WEIGHT),
        )
        self.exports = an_hour("exports", "exports", EXPORTS_AN_HOUR)
        self.profiles = a_second("profiles", "looks at one's page per second", games)
        self.recoveries = an_hour("recoveries", "recovery codes", RECOVERIES_AN_HOUR)
        self.transfers = an_hour("transfers", "links to other devices", TRANSFERS_AN_HOUR)
        self.transfers_of_address = an_hour(
            "transfers", "links to other devices from one address", PEOPLE * TRANSFERS_AN_HOUR
        )
        self.blocks = an_hour("blocks", "blocks", BLOCKS_AN_HOUR)
        self.names = an_hour("names", "new names", NAMES_AN_HOUR)
        self.bot_accounts = an_hour(
            "bots", "new bot accounts from one address", max(1, settings.people_an_hour // PEOPLE_A_BOT)
        )
        self.challenges = an_hour("challenges", "challenges", CHALLENGES_AN_HOUR)
        self.challenges_of_address = an_hour(
            "challenges", "challenges from one address", PEOPLE * CHALLENGES_AN_HOUR
        )
        self.challenges_of_bot = Limit(
            "challenges",
            f"{CHALLENGES_AT_ONCE} challenges of one bot from one address, then one a minute",
            1 / 60,
            CHALLENGES_AT_ONCE,
            clock,
        )
        self.talk = Limit("talk", "one message every two seconds", 0.5, 5, clock)
        self.spectators_talk = Limit("talk", "one message a second from all spectators", 1, 10, clock)
        self.origin_lines = Rates(1, 5, clock)
        """Log lines about pages of other sites, whoever sends them."""
