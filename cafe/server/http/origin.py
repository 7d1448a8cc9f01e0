"""Which pages may ask: the own ones. A browser names the page's site in the header `Origin`."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from cafe.server.errors import Refused
from cafe.server.rooms.server_parts import ServerParts
from cafe.server.settings import flag, variable

MOST_SHOWN = 200
"""Characters of an origin or a host that are repeated."""


def check_origin(server: ServerParts, connection: HTTPConnection) -> None:
    """Refuse what another site's page sends; programs send no origin.

    With a public address only its pages are the own ones, otherwise those of whatever name the server was
    asked by. `https` is another site than `http`.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return
    allowed = own_origin(server, connection)
    if origin == allowed:
        return
    lines, now = server.limits.origin_lines, server.process.now()
    if not lines.missing("all", now):
        lines.take("all", now)
        server.process.log.warning(
            "origin refused", origin=origin[:MOST_SHOWN], expected=allowed, setting=variable("public_address")
        )
    raise Refused(
        "origin",
        f"expected a page from {allowed}; got a request from another site. "
        f"If people reach this server there, its host sets {flag('public_address')}",
    )


def own_origin(server: ServerParts, connection: HTTPConnection) -> str:
    """The site of the pages that may ask."""
    if server.settings.public_address:
        own = urlsplit(server.settings.public_address)
        return f"{own.scheme}://{own.netloc}"
    scheme = "https" if connection.url.scheme in ("https", "wss") else "http"
    return f"{scheme}://{connection.headers.get('host', '')[:MOST_SHOWN]}"
