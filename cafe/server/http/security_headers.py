"""What every answer says to the browser: trust nothing from elsewhere."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cafe.server.rooms.server_parts import ServerParts


class SecurityHeaders:
    """Adds the headers to every HTTP answer, and counts it."""

    def __init__(self, app: ASGIApp, server: ServerParts) -> None:
        self._app = app
        self._server = server
        # Some browsers do not count a socket as 'self'.
        own = urlsplit(server.settings.public_address)
        socket = f" {'wss' if own.scheme == 'https' else 'ws'}://{own.netloc}" if own.netloc else ""
        self._headers = {
            "content-security-policy": (
                "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
                f"img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'{socket}; "
                "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
                "frame-ancestors 'none'"
            ),
            "x-content-type-options": "nosniff",
            "x-frame-options": "DENY",
            "referrer-policy": "same-origin",
            "cross-origin-opener-policy": "same-origin",
            "cross-origin-resource-policy": "same-origin",
            "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
        }
        if server.settings.is_secure:
            self._headers["strict-transport-security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the app does, with the headers added."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._server.metrics.requests.labels(str(message["status"])).inc()
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers[name] = value
                if scope["path"].startswith("/api/") and "cache-control" not in headers:
                    headers["cache-control"] = "no-store"
            await send(message)

        await self._app(scope, receive, send_with_headers)
