"""Rates: so many a second, with some in reserve."""

from __future__ import annotations

from collections import OrderedDict
from ipaddress import IPv4Address, ip_address, ip_network

from starlette.requests import HTTPConnection

MOST_KEPT = 50_000
"""Callers remembered at once; the one seen longest ago is forgotten first."""


class Rates:
    """One bucket a caller: it fills with time and each request takes from it."""

    def __init__(self, a_second: float, reserve: float) -> None:
        self._a_second = a_second
        self._reserve = reserve
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, who: str, now: float) -> bool:
        """Whether the caller may go on; a refused request takes nothing."""
        level, at = self._buckets.pop(who, (self._reserve, now))
        level = min(self._reserve, level + max(0.0, now - at) * self._a_second)
        allowed = level >= 1
        self._buckets[who] = (level - 1 if allowed else level, now)
        if len(self._buckets) > MOST_KEPT:
            self._buckets.popitem(last=False)
        return allowed


def caller(connection: HTTPConnection) -> str:
    """Where a request comes from: an address, or of IPv6 the network: one household has 2^64 addresses."""
    host = connection.client.host if connection.client else "unknown"
    try:
        found = ip_address(host)
    except ValueError:
        return host
    if isinstance(found, IPv4Address) or found.ipv4_mapped is not None:
        return host
    return str(ip_network((int(found), 64), strict=False))
