"""One request of the HTTP interface: who is asking, what they send, what they get."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from cafe.protocol.tables import ErrorForm, ErrorOfForm
from cafe.server.errors import STATUS, Refused
from cafe.server.http.authentication import check_bots_allowed, find_person, stranger
from cafe.server.http.origin import check_origin
from cafe.server.rooms.server_parts import ServerParts
from cafe.store.errors import StoreError, Taken
from cafe.store.rows import Person

MOST_BYTES = 64 * 1024
NO_ANSWER = "the database does not answer; you can see whether this was done when it is back"
MOST_MESSAGE = 500
"""The most characters of a refusal's message; some repeat what was sent."""
BODY_SECONDS = 20.0
"""How long a body may take to arrive."""
MOST_LANGUAGES = 100
"""The most characters of Accept-Language that are kept."""


@dataclass(frozen=True)
class Call:
    """A request that passed the checks."""

    server: ServerParts
    request: Request
    someone: Person | None
    body: Any
    """What was sent, or asked for in the query."""

    @property
    def person(self) -> Person:
        """The person asking; raises Refused for strangers."""
        if self.someone is None:
            raise stranger(self.request)
        return self.someone

    @property
    def languages(self) -> str:
        """The languages that the asker's browser prefers, in its own words."""
        return self.request.headers.get("accept-language", "")[:MOST_LANGUAGES]

    def part(self, name: str) -> str:
        """A part of the path."""
        return str(self.request.path_params[name])


@dataclass(frozen=True)
class Endpoint:
    """A request that can be made; `body` and `answer` are the forms of what is sent and answered.

    With `in_query`, the body's fields come from the query of the address.
    """

    method: str
    path: str
    handler: Callable[[Call], Awaitable[Any]]
    answer: Any
    body: Any = None
    status: int = 200
    in_query: bool = False
    media_type: str = "application/json"

    @property
    def summary(self) -> str:
        """The first line of the handler's docstring."""
        return (self.handler.__doc__ or "").partition("\n")[0].strip()

    @property
    def is_about_oneself(self) -> bool:
        """Whether somebody only reads what is stored about them, or deletes it."""
        return self.path.startswith("/api/me") and self.method in ("GET", "DELETE")


def json_response(value: Any, status: int = 200) -> Response:
    """A JSON answer."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def error_response(code: str, message: str, status: int) -> Response:
    """The answer to a request that is not carried out."""
    return json_response(ErrorForm(ErrorOfForm(code, message[:MOST_MESSAGE])), status)


def _refusal_response(error: Refused) -> Response:
    told = ErrorOfForm(error.code, str(error)[:MOST_MESSAGE], error.turn, error.rule, error.step)
    response = json_response(ErrorForm(told), error.status)
    if error.retry_after is not None:
        response.headers["retry-after"] = str(error.retry_after)
    return response


async def answer(server: ServerParts, endpoint: Endpoint, request: Request) -> Response:
    """Check the request, carry it out, answer."""
    try:
        _check(server, request)
        someone = await find_person(server, request)
        if someone is not None:
            server.limits.requests.check(someone.id)
            if someone.author is not None and not endpoint.is_about_oneself:
                check_bots_allowed(server)
        body = await _body(endpoint, request)
        found = await endpoint.handler(Call(server, request, someone, body))
    except Refused as error:
        server.metrics.answered_with(error)
        return _refusal_response(error)
    except Taken as error:
        return error_response("state", str(error), STATUS["state"])
    except StoreError as error:
        server.process.log.error("the store does not answer", reason=str(error))
        return error_response("store", NO_ANSWER, STATUS["store"])
    return found if isinstance(found, Response) else json_response(found, endpoint.status)


def _check(server: ServerParts, request: Request) -> None:
    if request.method not in ("GET", "HEAD"):
        check_origin(server, request)


async def _body(endpoint: Endpoint, request: Request) -> Any:
    if endpoint.body is None:
        return None
    if endpoint.in_query:
        return _read_query(endpoint, request)
    data = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                data += chunk
                if len(data) > MOST_BYTES:
                    raise Refused("size", f"expected at most {MOST_BYTES} bytes; got more")
    except TimeoutError:
        raise Refused("slow", f"expected a whole body within {BODY_SECONDS:.0f} s") from None
    except ClientDisconnect:
        raise Refused("form", "expected a whole body; the client hung up") from None
    if not request.headers.get("content-type", "application/json").startswith("application/json"):
        raise Refused("form", "expected the content type application/json")
    try:
        return msgspec.json.decode(bytes(data) or b"{}", type=endpoint.body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        form = getattr(endpoint.body, "__name__", "of a command about a draft")
        raise Refused("form", f"expected the form {form}: {error}") from None


def _read_query(endpoint: Endpoint, request: Request) -> Any:
    try:
        return msgspec.convert(dict(request.query_params), endpoint.body, strict=False)
    except msgspec.ValidationError as error:
        raise Refused("form", f"expected a query of the form {endpoint.body.__name__}: {error}") from None
