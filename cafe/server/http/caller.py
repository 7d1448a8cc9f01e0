"""Where a request comes from."""

from __future__ import annotations

from ipaddress import IPv4Address, ip_address, ip_network

from starlette.requests import HTTPConnection


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
