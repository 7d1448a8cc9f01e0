"""What the host of a server can set: by flags of `cafe serve` or by `CAFE_*` variables."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from socket import AF_INET, AF_INET6, SOCK_DGRAM, socket
from typing import NamedTuple, TypeVar
from urllib.parse import urlsplit

from cafe.server.public_address import normal_address

T = TypeVar("T")

PREFIX = "CAFE_"
LOG_LEVELS = ("debug", "info", "warning", "error")


class BadSetting(Exception):
    """An invalid setting: says which one, what was expected and what was given."""


class Declared(NamedTuple):
    """What flags and docs say about a setting besides its name, type and default."""

    meaning: str
    least: int | None = None
    most: int | None = None
    unset: str = ""
    """What happens without a value, in words."""


def _set(default: T, meaning: str, least: int | None = None, most: int | None = None, unset: str = "") -> T:
    found: T = field(default=default, metadata={"declared": Declared(meaning, least, most, unset)})
    return found


@dataclass(frozen=True)
class Settings:
    """How a server runs. Each field is a flag of `cafe serve`, a variable and a line of docs/hosting.md."""

    host: str = _set("127.0.0.1", "address to listen on")
    port: int = _set(8989, "port to listen on; 0 picks a free one and prints it", 0, 65535)
    public_address: str = _set(
        "",
        "where people reach it, such as `https://cafe.example` or `https://example.org/cafe`; links are "
        "built from it, and only pages from that address may play",
    )
    data_directory: str = _set(
        "",
        "where the SQLite file `cafe.db` is kept; `~` is your home directory",
        unset="the user's data directory: on Linux `~/.local/share/cafe-international`",
    )
    database_url: str = _set(
        "",
        "another SQLite file, `sqlite:////var/lib/cafe/cafe.db`, or PostgreSQL, "
        "`postgresql+asyncpg://cafe:secret@host/cafe`",
    )
    redis_url: str = _set(
        "",
        "how several processes notify one another: `redis://host:6379/0`; only with PostgreSQL",
    )
    trusted_proxies: str = _set(
        "127.0.0.1",
        "whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted: addresses and networks separated "
        "by commas, or `*`",
    )
    bot_workers: int = _set(
        1,
        "processes in which bots think; there is one more for hints, and one more for the coach and for "
        "records that people send",
        1,
    )
    bot_ms: int = _set(
        1000, "milliseconds a bot may think about one step; about a hint at most 200", 10, 60_000
    )
    bot_pause_ms: int = _set(
        700, "milliseconds a bot waits before it moves, so that people can follow", 0, 60_000
    )
    tables_a_person: int = _set(
        100, "games a person may have open at once; twice as many may be opened per hour", 1
    )
    sockets_a_person: int = _set(100, "sockets a person may have open at once, in each process", 1)
    connections_an_address: int = _set(
        500,
        "connections that may be open at once from one address, in each process, and eight times as many "
        "from an IPv6 /48 network; proxies are not counted",
        1,
    )
    people_an_hour: int = _set(60, "new people per hour from one address", 1)
    daily_tries_an_hour: int = _set(
        30, "people per hour from one address who may begin the café of the day; 0 switches it off", 0
    )
    puzzles_an_hour: int = _set(
        120,
        "[puzzles](puzzles-on-a-server.md) per hour that a person may answer, and five times as many from "
        "one address; 0 switches puzzles off",
        0,
    )
    profile_games: int = _set(
        20,
        "finished games that are processed at once when somebody opens their page; 0 switches these pages "
        "off",
        0,
        1000,
    )
    commands_a_second: int = _set(
        20,
        "socket commands per second from one person, and from one address five times as many; bursts may be "
        "three times as large",
        1,
    )
    requests_a_second: int = _set(
        20,
        "HTTP requests per second from one address, and from one person, including opening a socket; "
        "bursts may be three times as large. For the browser app's files the limit per address is five times "
        "as high, with bursts of ten times that; for games that have to be played through (logs, replays and "
        "records that were not requested recently), a quarter",
        1,
    )
    bot_accounts: int = _set(
        100, "bot accounts that may exist, not counting those silent for 30 days; 0 lets none play", 0
    )
    review_workers: int = _set(
        1,
        "processes in which finished games are [reviewed](reviews.md), at a low priority; 0 switches "
        "reviews off",
        0,
    )
    reviews_a_day: int = _set(
        20,
        "games that a person may ask to have reviewed within 24 hours, and five times as many from one "
        "address",
        1,
    )
    keep_reviews_days: int = _set(
        365, "days after which a review is deleted; it can be asked for again; 0 keeps it for ever", 0
    )
    keep_tables_days: int = _set(
        90, "days after which games that were closed or never began are deleted; 0 keeps them for ever", 0
    )
    abandoned_after_days: int = _set(
        365, "days without a move after which a running game is closed; 0 lets it run for ever", 0
    )
    keep_people_days: int = _set(
        365,
        "days without a visit after which people who have no game are deleted; 0 keeps them for ever",
        0,
    )
    log_level: str = _set("info", "`debug`, `info`, `warning` or `error`")

    def __post_init__(self) -> None:
        _expect(bool(self.host.strip()), "host", "an address to listen on", self.host)
        _expect(self.log_level in LOG_LEVELS, "log_level", f"one of {', '.join(LOG_LEVELS)}", self.log_level)
        for name, (_, least, most, _) in declared().items():
            number = getattr(self, name)
            if most is not None:
                _expect((least or 0) <= number <= most, name, f"a number from {least} to {most}", number)
            elif least is not None:
                _expect(number >= least, name, f"at least {least}", number)
        self._normalise_address()
        self._check_redis()
        for proxy in self.trusted_proxies.split(","):
            _expect(_is_network(proxy.strip()), "trusted_proxies", "addresses or networks, or *", proxy)

    def _normalise_address(self) -> None:
        if not self.public_address:
            return
        found = normal_address(self.public_address)
        expected = "an address such as https://cafe.example"
        _expect(found is not None, "public_address", expected, self.public_address)
        object.__setattr__(self, "public_address", found)

    def _check_redis(self) -> None:
        if not self.redis_url:
            return
        try:
            parts = urlsplit(self.redis_url)
            fits = parts.scheme in ("redis", "rediss") and parts.hostname and (parts.port or 6379)
        except ValueError:
            fits = False
        shown = self.redis_url.rpartition("@")[2]  # the password is not shown
        _expect(bool(fits), "redis_url", "an address such as redis://host:6379/0", shown)
        alone = self.database.startswith("sqlite:")
        expected = "a PostgreSQL database with it: SQLite has one process"
        _expect(not alone, "redis_url", expected, self.database)

    @property
    def address(self) -> str:
        """Where people reach the server, without a slash at the end."""
        host = own_address(self.host)
        shown = f"[{host}]" if ":" in host else host
        return self.public_address or f"http://{shown}:{self.port}"

    @property
    def is_secure(self) -> bool:
        """Whether people connect over TLS."""
        return self.address.startswith("https://")

    @property
    def path(self) -> str:
        """The sub-path of the public address, without a slash at the end."""
        return urlsplit(self.address).path.rstrip("/")

    @property
    def directory(self) -> Path:
        """The folder of the embedded database."""
        if self.data_directory:
            return Path(os.path.expanduser(self.data_directory))
        import platformdirs

        return Path(platformdirs.user_data_dir("cafe-international", appauthor=False))

    @property
    def database(self) -> str:
        """The address of the database."""
        return self.database_url or f"sqlite:///{self.directory / 'cafe.db'}"


@cache
def own_address(host: str) -> str:
    """The host, or where others on the network find this machine, if it listens everywhere."""
    if host not in ("0.0.0.0", "::"):
        return host
    family, far, loopback = (AF_INET, "192.0.2.1", "127.0.0.1")
    if host == "::":
        family, far, loopback = (AF_INET6, "2001:db8::1", "::1")
    try:
        with socket(family, SOCK_DGRAM) as way:
            way.connect((far, 9))  # sends nothing, but chooses the outgoing address
            return str(way.getsockname()[0])
    except OSError:
        return loopback


@cache
def declared() -> dict[str, Declared]:
    """Every setting, by the name of its field."""
    return {each.name: each.metadata["declared"] for each in fields(Settings)}


def flag(name: str) -> str:
    """The flag of a setting."""
    return f"--{name.replace('_', '-')}"


def variable(name: str) -> str:
    """The variable of a setting."""
    return f"{PREFIX}{name.upper()}"


def nearest(name: str) -> str:
    """A hint for an unknown name: the setting that was probably meant, or where all of them are listed."""
    own = name.upper().removeprefix(PREFIX)  # what all have in common makes none of them alike
    close = get_close_matches(own, [known.upper() for known in declared()], 1)
    return f"; did you mean {PREFIX}{close[0]}?" if close else "; cafe serve --help lists them"


def check_variables(environment: Mapping[str, str]) -> None:
    """Raises BadSetting if there is a CAFE_ variable that is not a setting."""
    known = {variable(name) for name in declared()}
    for name in environment:
        if name.startswith(PREFIX) and not name.startswith("CAFE_TEST_") and name not in known:
            raise BadSetting(f"expected only settings among the CAFE_ variables; got {name}{nearest(name)}")


def _expect(fits: bool, name: str, expected: str, came: object) -> None:
    if not fits:
        raise BadSetting(f"{flag(name)}: expected {expected}; got {came!r}")


def _is_network(text: str) -> bool:
    if text == "*":
        return True
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        return False
    return True
