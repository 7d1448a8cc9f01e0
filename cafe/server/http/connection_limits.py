"""What is refused before any work is done: too many connections, requests or files, and paths that are too
long.

The answers are made beforehand, so that refusing costs less than what is refused.
"""

from __future__ import annotations

import ipaddress
from functools import lru_cache

import msgspec
import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

from cafe.protocol.tables import ErrorForm, ErrorOfForm
from cafe.server.http.caller import MOST_HOST, caller_at
from cafe.server.rooms.rate_limits import WIDE, Caller, Limit
from cafe.server.rooms.server_parts import ServerParts

MOST_PATH = 2_000
"""The most characters of a path with its query; none of ours comes near."""
PROGRAMS = ("/api/", "/metrics", "/healthz", "/readyz")
"""The beginnings of paths that are not files of the browser app."""
CONNECTION_SECONDS = 5
"""After how many seconds somebody with too many connections may try again."""
_HEADERS = b"content-type: application/json\r\ncache-control: no-store\r\nconnection: close\r\n"


def error_body(code: str, message: str) -> bytes:
    """A refusal as JSON."""
    return msgspec.json.encode(ErrorForm(ErrorOfForm(code, message)))


def whole_answer(status: str, body: bytes, retry_after: int | None = None) -> bytes:
    """A whole HTTP answer, after which the connection closes."""
    again = b"" if retry_after is None else b"retry-after: %d\r\n" % retry_after
    return b"HTTP/1.1 %b\r\n%b%bcontent-length: %d\r\n\r\n%b" % (
        status.encode(),
        _HEADERS,
        again,
        len(body),
        body,
    )


TOO_OFTEN = error_body("rate", "expected fewer requests; Retry-After says when to try again")
TOO_LONG = error_body("missing", f"expected a path of at most {MOST_PATH} characters; got a longer one")
TOO_MANY_CONNECTIONS = whole_answer(
    "429 Too Many Requests",
    error_body("rate", "expected fewer open connections from one address"),
    CONNECTION_SECONDS,
)
TOO_MANY_WAITING = whole_answer(
    "429 Too Many Requests", error_body("rate", "expected answers to be awaited before more is asked"), 1
)


class ConnectionLimits:
    """A server's limits on connections and requests."""

    def __init__(self, server: ServerParts) -> None:
        self._server = server
        self._open: dict[str, int] = {}
        self.is_proxy = lru_cache(maxsize=4096)(self._is_proxy)
        self.refused = server.metrics.refused
        self.frames_a_second = server.settings.commands_a_second + 5
        self.frames_in_reserve = 3 * server.settings.commands_a_second + 60

    def _is_proxy(self, host: str) -> bool:
        """Whether others connect through this address: their limits are counted by their own addresses."""
        proxies = [each.strip() for each in self._server.settings.trusted_proxies.split(",")]
        if "*" in proxies:
            return True
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return any(address in ipaddress.ip_network(proxy, strict=False) for proxy in proxies)

    def open(self, host: str) -> bool:
        """Count a new connection, unless its address has too many."""
        if self.is_proxy(host):
            return True
        most = self._server.settings.connections_an_address
        counted = _counted(caller_at(host))
        if any(self._open.get(who, 0) >= times * most for who, times in counted):
            self.refused("connections")
            return False
        for who, _ in counted:
            self._open[who] = self._open.get(who, 0) + 1
        return True

    def close(self, host: str) -> None:
        """Stop counting a connection that is gone."""
        if self.is_proxy(host):
            return
        for who, _ in _counted(caller_at(host)):
            left = self._open[who] - 1
            if left:
                self._open[who] = left
            else:
                del self._open[who]

    def wait(self, host: str, path: str, *, upgrade: bool) -> int:
        """Seconds until this address may ask again; a proxy always may, as it asks on behalf of others."""
        if self.is_proxy(host):
            return 0
        limit = self._limit(path, upgrade)
        return self._wait_for(limit, host) if limit.missing(caller_at(host)) else 0

    def enter(self, host: str, path: str, *, upgrade: bool) -> int:
        """Count a request; returns the seconds until it is allowed, if it is not."""
        return self._wait_for(self._limit(path, upgrade), host)

    def _wait_for(self, limit: Limit, host: str) -> int:
        """Seconds until this address may ask; if there are any, its refusal is counted."""
        wait = limit.wait(caller_at(host))
        if wait:
            self.refused(limit.name)
        return wait

    def _limit(self, path: str, upgrade: bool) -> Limit:
        """The limit that a path counts against; an upgrade to a socket is no file, wherever it is tried."""
        limits = self._server.limits
        return limits.requests if upgrade or path.startswith(PROGRAMS) else limits.files


def _counted(who: Caller) -> list[tuple[str, int]]:
    """What a connection counts towards, and how many times the limit of one address each of these has."""
    return [(who.address, 1), *([] if who.network is None else [(who.network, WIDE)])]


class LimitedConfig(uvicorn.Config):
    """uvicorn's settings, and the limits for its protocols."""

    connection_limits: ConnectionLimits


class RequestLimitMiddleware:
    """Counts every request before it is examined, and refuses those beyond a limit."""

    def __init__(self, app: ASGIApp, server: ServerParts, limits: ConnectionLimits) -> None:
        self._app = app
        self._requests = server.metrics.requests
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or refuse it; upgrades to sockets are requests, whatever becomes of them."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        client, upgrade = scope.get("client"), scope["type"] == "websocket"
        host = client[0][:MOST_HOST] if client else "unknown"
        wait = self._limits.enter(host, scope["path"], upgrade=upgrade)
        if wait:
            await self._refuse(scope, send, 429, TOO_OFTEN, ((b"retry-after", b"%d" % wait),))
        elif len(scope["path"]) + len(scope.get("query_string", b"")) > MOST_PATH:
            await self._refuse(scope, send, 404, TOO_LONG)
        else:
            await self._app(scope, receive, send)

    async def _refuse(
        self,
        scope: Scope,
        send: Send,
        status: int,
        body: bytes,
        more: tuple[tuple[bytes, bytes], ...] = (),
    ) -> None:
        self._requests.labels(str(status)).inc()
        headers = [
            (b"content-type", b"application/json"),
            (b"cache-control", b"no-store"),
            (b"content-length", b"%d" % len(body)),
            *more,
        ]
        answer = "http.response"
        if scope["type"] == "websocket":
            answer = "websocket.http.response"
            if answer not in scope.get("extensions", {}):  # another ASGI server than ours: HTTP 403
                await send({"type": "websocket.close"})
                return
        await send({"type": f"{answer}.start", "status": status, "headers": headers})
        await send({"type": f"{answer}.body", "body": body})
