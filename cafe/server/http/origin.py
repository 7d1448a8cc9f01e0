"""Only the server's own pages may ask. A browser names the page's site in the header `Origin`."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from cafe.server.errors import Refused
from cafe.server.rooms.server_parts import ServerParts
from cafe.server.settings import flag, variable

MOST_SHOWN = 200
"""How many characters of an origin or a host are repeated."""


def check_origin(server: ServerParts, connection: HTTPConnection) -> None:
    """Refuse what another site's page sends; programs send no origin.

    With a public address only its pages are the server's own, otherwise those of whatever name the server was
    reached by. `https` and `http` are different sites.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return
    allowed = own_origin(server, connection)
    if origin == allowed:
        return
    lines = server.limits.origin_lines
    if not lines.missing("all"):
        lines.take("all")
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
