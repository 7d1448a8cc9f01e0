"""Rates: so many a second, with some in reserve."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from math import ceil
from typing import NamedTuple

from cafe.server.errors import Refused
from cafe.server.settings import Settings

MOST_KEPT = 50_000
"""Callers remembered at once; the one seen longest ago is forgotten first."""
WIDE = 8
"""How many times as much as one household a whole network of households may ask for."""
PEOPLE = 5
"""How many times as much as one person an address may ask for: several people share it."""

FILES = 5
"""How many files of the browser app may be asked for in place of one request; a page has many."""
LIST_WEIGHT = 10
"""How many requests one list of finished games counts for: it looks at many rows."""
RETELLING_WEIGHT = 4
"""How many requests one game that is told from its beginning counts for: it is played through."""
EXPORTS_AN_HOUR = 20
TRANSFERS_AN_HOUR = 30
RECOVERIES_AN_HOUR = 20
NAMES_AN_HOUR = 60
PEOPLE_A_BOT = 6
"""How many new people an address may bring in place of one bot account."""
CHALLENGES_AN_HOUR = 120


class Caller(NamedTuple):
    """Where something comes from: an address or a household's network, and what that is a part of."""

    address: str
    network: str | None = None


class Rates:
    """One bucket a caller: it fills with time and each request takes from it."""

    def __init__(self, a_second: float, reserve: float) -> None:
        self._a_second = a_second
        self._reserve = reserve
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def missing(self, who: str, now: float) -> float:
        """Seconds until the caller may go on."""
        return max(0.0, 1 - self._level(who, now)) / self._a_second

    def take(self, who: str, now: float) -> None:
        """The caller goes on."""
        level = self._level(who, now) - 1
        self._buckets.pop(who, None)
        self._buckets[who] = level, now
        if len(self._buckets) > MOST_KEPT:
            self._buckets.popitem(last=False)

    def _level(self, who: str, now: float) -> float:
        level, at = self._buckets.get(who, (self._reserve, now))
        return min(self._reserve, level + max(0.0, now - at) * self._a_second)


class Limit:
    """How often somebody may do something, and what those who exceed it are told; a refusal takes nothing."""

    def __init__(
        self, name: str, expected: str, a_second: float, reserve: float, refused: Callable[[str], None]
    ) -> None:
        self.name = name
        self._expected = expected
        self._near = Rates(a_second, reserve)
        self._wide = Rates(WIDE * a_second, WIDE * reserve)
        self._refused = refused

    def missing(self, who: Caller | str, now: float) -> float:
        """Seconds until a person or a caller may go on."""
        if isinstance(who, str):
            return self._near.missing(who, now)
        wide = 0.0 if who.network is None else self._wide.missing(who.network, now)
        return max(wide, self._near.missing(who.address, now))

    def wait(self, who: Caller | str, now: float) -> int:
        """Nothing, and one is taken; or the whole seconds until there is one, and the refusal is counted."""
        missing = self.missing(who, now)
        if missing:
            self._refused(self.name)
            return ceil(missing)
        if isinstance(who, str):
            self._near.take(who, now)
        else:
            self._near.take(who.address, now)
            if who.network is not None:
                self._wide.take(who.network, now)
        return 0

    def check(self, who: Caller | str, now: float) -> None:
        """Refuse somebody who asks too often, and say when to come back."""
        wait = self.wait(who, now)
        if wait:
            message = f"expected at most {self._expected}; got more: try again in {wait} s"
            raise Refused("rate", message, retry_after=wait)


class Limits:
    """Every rate that is limited. `refused` is told the name of a limit whenever it refuses something."""

    def __init__(self, settings: Settings, refused: Callable[[str], None]) -> None:
        def a_second(name: str, expected: str, rate: int, reserve: int = 3) -> Limit:
            return Limit(name, f"{rate} {expected}", rate, reserve * rate, refused)

        def an_hour(name: str, expected: str, rate: int) -> Limit:
            return Limit(name, f"{rate} {expected} per hour", rate / 3600, rate, refused)

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
            "reviews", f"{reviews} reviews per day from one address", reviews / 86400, reviews, refused
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
        self.names = an_hour("names", "new names", NAMES_AN_HOUR)
        self.bot_accounts = an_hour(
            "bots", "new bot accounts from one address", max(1, settings.people_an_hour // PEOPLE_A_BOT)
        )
        self.challenges = an_hour("challenges", "challenges", CHALLENGES_AN_HOUR)
        self.challenges_of_address = an_hour(
            "challenges", "challenges from one address", PEOPLE * CHALLENGES_AN_HOUR
        )
        self.talk = Limit("talk", "one message every two seconds", 0.5, 5, refused)
        self.spectators_talk = Limit("talk", "one message a second from all spectators", 1, 10, refused)
        self.origin_lines = Rates(1, 5)
        """Log lines about pages of other sites, whoever sends them."""
