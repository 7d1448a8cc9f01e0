"""Where a request comes from."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.requests import HTTPConnection

from cafe.server.rooms.rate_limits import Caller

MOST_HOST = 64
"""The most characters of an address that a proxy sends."""


def caller(connection: HTTPConnection) -> Caller:
    """Where a request comes from."""
    return caller_at(connection.client.host[:MOST_HOST] if connection.client else "unknown")


def is_loopback(host: str) -> bool:
    """Whether an address belongs to this machine alone."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@lru_cache(maxsize=4096)
def caller_at(host: str) -> Caller:
    """The caller at an address; for IPv6 its networks, since a household has 2^64 or 2^80 addresses."""
    try:
        found = ip_address(host)
    except ValueError:
        return Caller(host)
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return Caller(str(found.ipv4_mapped))
        near, wide = (str(ip_network((int(found), bits), strict=False)) for bits in (64, 48))
        return Caller(near, wide)
    return Caller(host)
