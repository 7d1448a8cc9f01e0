"""`--public-address` as browsers write it, so that it can be compared with the origin they send."""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import urlsplit

_DEFAULT_PORTS = {"http": 80, "https": 443}
_NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)(\.(?!-)[a-z0-9_-]{1,63}(?<!-))*")
_PATH = re.compile(r"(/(?!\.{1,2}(/|$))[A-Za-z0-9._~=@%+-]+)*")


def normal_address(text: str) -> str | None:
    """The address with a lower-case ASCII host, without the default port and trailing slashes, or None."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return None
    scheme = parts.scheme
    if scheme not in _DEFAULT_PORTS or port == 0 or "@" in parts.netloc or re.search(r"[\s?#\\]", text):
        return None
    host, path = _normal_host(parts.hostname or ""), parts.path.rstrip("/")
    if host is None or not _PATH.fullmatch(path):
        return None
    shown = "" if port in (None, _DEFAULT_PORTS[scheme]) else f":{port}"
    return f"{scheme}://{host}{shown}{path}"


def _normal_host(host: str) -> str | None:
    if ":" in host:
        try:
            return f"[{ipaddress.IPv6Address(host).compressed}]"
        except ValueError:
            return None
    if not host.isascii():
        import idna

        try:
            host = idna.encode(host, uts46=True).decode()
        except idna.IDNAError:
            return None
    return host if _NAME.fullmatch(host) and len(host) <= 253 else None
