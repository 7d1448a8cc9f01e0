"""The server's end of an HTTP connection: uvicorn's, with limits on the head of a request.

A head that is too large or too slow, a connection too many and a request beyond its address's limit are
refused here, before a task is created for them.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from cafe.server.http.connection_limits import (
    MOST_PATH,
    TOO_LONG,
    TOO_MANY_CONNECTIONS,
    TOO_MANY_WAITING,
    TOO_OFTEN,
    LimitedConfig,
    error_body,
    whole_answer,
)

MOST_HEAD: Final = 32 * 1024
"""The most bytes of a request's head."""
HEAD_SECONDS: Final = 10.0
"""How long a head may take to arrive."""
MOST_WAITING: Final = 16
"""How many requests on a connection may wait for earlier answers; browsers never let any wait."""
HEAD_TOO_LARGE: Final = whole_answer(
    "431 Request Header Fields Too Large",
    error_body("size", f"expected a head of at most {MOST_HEAD} bytes; got more"),
)
HEAD_TOO_SLOW: Final = whole_answer(
    "408 Request Timeout", error_body("slow", f"expected a whole head within {HEAD_SECONDS:.0f} s")
)
PATH_TOO_LONG: Final = whole_answer("404 Not Found", TOO_LONG)


class NotReadOn(Exception):
    """Stops the parser: the rest of what was received is ignored."""


class BoundedHeadProtocol(HttpToolsProtocol):
    """One connection, until it becomes a socket."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._limits = cast(LimitedConfig, self.config).connection_limits
        self._host = "unknown"
        self._is_open = False
        self._refused = False
        self._in_head = True
        self._size = 0
        self._headers_size = 0
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, unless its address has too many."""
        super().connection_made(transport)
        self._host = self.client[0] if self.client else "unknown"
        self._is_open = self._limits.open(self._host)
        if self._is_open:
            self._timer = self.loop.call_later(HEAD_SECONDS, self._too_slow)
        else:
            self._refuse(TOO_MANY_CONNECTIONS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of the connection."""
        self._stop_timer()
        if self._is_open:
            self._limits.close(self._host)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what was received, within the limits on a head that has not ended yet."""
        if self._refused:
            return
        if self._in_head and self._timer is None:
            self._timer = self.loop.call_later(HEAD_SECONDS, self._too_slow)
        self._size += len(data)
        super().data_received(data)
        if self._in_head and self._size > MOST_HEAD:
            self._too_large()

    def on_message_begin(self) -> None:
        """A request begins."""
        self._in_head = True
        super().on_message_begin()
        self._headers_size = 0

    def on_header(self, name: bytes, value: bytes) -> None:
        """Keep a header, unless there are too many."""
        self._headers_size += len(name) + len(value) + 4
        if self._headers_size > MOST_HEAD:
            raise NotReadOn
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Begin to answer, if the address may ask."""
        self._stop_timer()
        self._in_head = False
        self._size = 0
        if self._refused:
            raise NotReadOn
        if len(self.url) > MOST_PATH:
            self._refuse(PATH_TOO_LONG)
            raise NotReadOn
        if len(self.pipeline) >= MOST_WAITING:
            self._limits.refused("requests")
            self._refuse(TOO_MANY_WAITING)
            raise NotReadOn
        upgrade = self.parser.should_upgrade() and self._should_upgrade()
        wait = self._limits.wait(self._host, self.url.decode("latin-1"), upgrade=upgrade)
        if wait:
            self._refuse(whole_answer("429 Too Many Requests", TOO_OFTEN, wait))
            raise NotReadOn
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Take part of a body, unless its request was refused."""
        if not self._refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """A request is complete; what follows is the next one's head."""
        self._in_head = True
        self._size = 0
        if not self._refused:
            super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Become a socket, which releases the connection itself."""
        if not self._refused:
            super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """Refuse what cannot be read, or was too large to go on reading."""
        if self._headers_size > MOST_HEAD:
            self._too_large()
        elif not self._refused:
            super().send_400_response(msg)

    def _too_large(self) -> None:
        self._limits.refused("head")
        self._refuse(HEAD_TOO_LARGE)

    def _too_slow(self) -> None:
        self._limits.refused("head")
        self._refuse(HEAD_TOO_SLOW)

    def _refuse(self, answer: bytes) -> None:
        """Answer and hang up, whatever else was sent."""
        self._stop_timer()
        if not self._refused and not self.transport.is_closing():
            self.transport.write(answer)
            self.transport.close()
        self._refused = True

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
