"""What the host of a server can set: by flags of `cafe serve` or by `CAFE_*` variables."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from socket import AF_INET, AF_INET6, SOCK_DGRAM, socket
from urllib.parse import urlsplit

import platformdirs

KNOWN_VARIABLES = frozenset(
    f"CAFE_{name}"
    for name in (
        "HOST PORT PUBLIC_ADDRESS DATA_DIRECTORY DATABASE_URL REDIS_URL TRUSTED_PROXIES BOT_WORKERS BOT_MS "
        "BOT_PAUSE_MS TABLES_A_PERSON SOCKETS_A_PERSON PEOPLE_AN_HOUR COMMANDS_A_SECOND "
        "REQUESTS_A_SECOND LOG_LEVEL"
    ).split()
)
LOG_LEVELS = ("debug", "info", "warning", "error")


class BadSetting(Exception):
    """A setting that cannot be: says which, what was expected and what came."""


@dataclass(frozen=True)
class Settings:
    """How a server runs."""

    host: str = "127.0.0.1"
    port: int = 8989
    public_address: str = ""
    data_directory: str = ""
    database_url: str = ""
    redis_url: str = ""
    trusted_proxies: str = "127.0.0.1"
    bot_workers: int = 1
    bot_ms: int = 1000
    bot_pause_ms: int = 700
    tables_a_person: int = 100
    sockets_a_person: int = 100
    people_an_hour: int = 60
    commands_a_second: int = 20
    requests_a_second: int = 20
    log_level: str = "info"

    def __post_init__(self) -> None:
        _expect(0 <= self.port <= 65535, "port", "a number of 0 to 65535", self.port)
        _expect(bool(self.host.strip()), "host", "an address to listen on", self.host)
        _expect(self.log_level in LOG_LEVELS, "log-level", f"one of {', '.join(LOG_LEVELS)}", self.log_level)
        for name in ("bot_workers", "tables_a_person", "sockets_a_person", "people_an_hour"):
            _expect(getattr(self, name) >= 1, name.replace("_", "-"), "at least 1", getattr(self, name))
        for name in ("commands_a_second", "requests_a_second"):
            _expect(getattr(self, name) >= 1, name.replace("_", "-"), "at least 1", getattr(self, name))
        _expect(10 <= self.bot_ms <= 60_000, "bot-ms", "10 to 60000 milliseconds", self.bot_ms)
        _expect(
            0 <= self.bot_pause_ms <= 60_000, "bot-pause-ms", "0 to 60000 milliseconds", self.bot_pause_ms
        )
        self._check_address()
        self._check_redis()
        for proxy in self.trusted_proxies.split(","):
            _expect(_is_network(proxy.strip()), "trusted-proxies", "addresses or networks, or *", proxy)

    def _check_address(self) -> None:
        if not self.public_address:
            return
        try:
            parts = urlsplit(self.public_address)
            fits = parts.scheme in ("http", "https") and parts.hostname and (parts.port or 443)
        except ValueError:
            fits = False
        else:
            fits = fits and not (parts.query or parts.fragment or re.search(r"\s", self.public_address))
        _expect(bool(fits), "public-address", "an address such as https://cafe.example", self.public_address)

    def _check_redis(self) -> None:
        if not self.redis_url:
            return
        try:
            parts = urlsplit(self.redis_url)
            fits = parts.scheme in ("redis", "rediss") and parts.hostname and (parts.port or 6379)
        except ValueError:
            fits = False
        shown = self.redis_url.rpartition("@")[2]  # a password stays untold
        _expect(bool(fits), "redis-url", "an address such as redis://host:6379/0", shown)
        alone = self.database.startswith("sqlite:")
        expected = "a PostgreSQL database with it: SQLite has one process"
        _expect(not alone, "redis-url", expected, self.database)

    @property
    def address(self) -> str:
        """Where people reach the server, without a slash at the end."""
        host = own_address(self.host)
        shown = f"[{host}]" if ":" in host else host
        return (self.public_address or f"http://{shown}:{self.port}").rstrip("/")

    @property
    def is_secure(self) -> bool:
        """Whether people come by TLS."""
        return self.address.startswith("https://")

    @property
    def path(self) -> str:
        """The sub-path of the public address, without a slash at the end."""
        return urlsplit(self.address).path.rstrip("/")

    @property
    def directory(self) -> Path:
        """Where the embedded database lies."""
        return Path(self.data_directory or platformdirs.user_data_dir("cafe-international", appauthor=False))

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
            way.connect((far, 9))  # sends nothing, but chooses the way out
            return str(way.getsockname()[0])
    except OSError:
        return loopback


def check_variables(environment: Mapping[str, str]) -> None:
    """BadSetting if there is a CAFE_ variable that is no setting."""
    for name in environment:
        if name.startswith("CAFE_") and not name.startswith("CAFE_TEST_") and name not in KNOWN_VARIABLES:
            known = ", ".join(sorted(KNOWN_VARIABLES))
            raise BadSetting(f"expected only settings among the CAFE_ variables ({known}); got {name}")


def _expect(fits: bool, name: str, expected: str, came: object) -> None:
    if not fits:
        raise BadSetting(f"--{name}: expected {expected}; got {came!r}")


def _is_network(text: str) -> bool:
    if text == "*":
        return True
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        return False
    return True
