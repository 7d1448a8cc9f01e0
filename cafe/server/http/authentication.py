"""Who is asking: a secret in an HttpOnly cookie, or a bearer token for programs."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response

from cafe.server.errors import Refused
from cafe.server.rooms.server_parts import ServerParts
from cafe.store import people
from cafe.store.rows import Person

COOKIE = "cafe"
KNOWN = "cafe_known"
"""Tells the page's scripts that the browser has a secret, which they cannot read."""
DAY = 86400
YEAR = 365 * DAY


async def find_person(server: ServerParts, connection: HTTPConnection) -> Person | None:
    """The person whose secret came with the request; raises Refused if they are banned."""
    secret = _secret(connection)
    if secret is None or len(secret) > 100:
        return None
    person = await server.database.read_inline(lambda c: people.find(c, secret))
    if person is not None and person.banned:
        raise Refused("banned", "you have been banned from this server")
    if person is not None and server.process.now() - person.seen > DAY:
        server.process.spawn(_note_seen(server, person))
    return person


def stranger(connection: HTTPConnection) -> Refused:
    """The refusal for somebody without an identity."""
    if _secret(connection) is None:
        return Refused("who", "expected an identity: POST /api/me first, or send the bearer token")
    return Refused("who", "expected the secret of somebody here; the one that was sent is nobody's")


def check_bots_allowed(server: ServerParts) -> None:
    """Raises Refused if the host has switched bot accounts off."""
    if not server.settings.bot_accounts:
        raise Refused("forbidden", "expected a server with bot accounts; its host has switched them off")


async def _note_seen(server: ServerParts, person: Person) -> None:
    await server.database.write(lambda c: people.note_seen(c, person.key, server.process.now()))


def _secret(connection: HTTPConnection) -> str | None:
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    return connection.cookies.get(COOKIE)


def set_cookie(server: ServerParts, response: Response, secret: str) -> None:
    """Give the browser the secret; no script can read it."""
    _set(server, response, COOKIE, secret, is_read=False)
    _set(server, response, KNOWN, "1", is_read=True)


def note_known(server: ServerParts, request: HTTPConnection, response: Response) -> None:
    """Tell the page about a secret that the browser got before there was a cookie for that."""
    if COOKIE in request.cookies and KNOWN not in request.cookies:
        _set(server, response, KNOWN, "1", is_read=True)


def _set(server: ServerParts, response: Response, name: str, value: str, *, is_read: bool) -> None:
    response.set_cookie(
        name,
        value,
        max_age=YEAR,
        path=server.settings.path or "/",
        secure=server.settings.is_secure,
        httponly=not is_read,
        samesite="lax",
    )


def drop_cookie(server: ServerParts, response: Response) -> None:
    """Take the secret from the browser."""
    for name in (COOKIE, KNOWN):
        response.delete_cookie(name, path=server.settings.path or "/")
