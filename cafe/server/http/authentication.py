"""Who is asking: a secret in an HttpOnly cookie, or a bearer token for programs."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response

from cafe.server.errors import Refused
from cafe.server.rooms.server_parts import ServerParts
from cafe.store import people
from cafe.store.rows import Person

COOKIE = "cafe"
DAY = 86400
YEAR = 365 * DAY


async def find_person(server: ServerParts, connection: HTTPConnection) -> Person | None:
    """The person whose secret came with the request; Refused if they are banned."""
    secret = _secret(connection)
    if secret is None or len(secret) > 100:
        return None
    person = await server.database.read_inline(lambda c: people.find(c, secret))
    if person is not None and person.banned:
        raise Refused("banned", "you have been banned from this server")
    if person is not None and server.process.now() - person.seen > DAY:
        server.process.spawn(_note_seen(server, person))
    return person


async def _note_seen(server: ServerParts, person: Person) -> None:
    await server.database.write(lambda c: people.note_seen(c, person.key, server.process.now()))


def _secret(connection: HTTPConnection) -> str | None:
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    return connection.cookies.get(COOKIE)


def set_cookie(server: ServerParts, response: Response, secret: str) -> None:
    """Give the browser the secret; no script can read it."""
    response.set_cookie(
        COOKIE,
        secret,
        max_age=YEAR,
        path=server.settings.path or "/",
        secure=server.settings.is_secure,
        httponly=True,
        samesite="lax",
    )


def drop_cookie(server: ServerParts, response: Response) -> None:
    """Take the secret from the browser."""
    response.delete_cookie(COOKIE, path=server.settings.path or "/")
