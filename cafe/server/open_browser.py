"""Show the game to the person who started the server."""

from __future__ import annotations

import urllib.error
import urllib.request
import webbrowser


def is_served(address: str) -> bool:
    """Whether a server is already running at this address."""
    try:
        with urllib.request.urlopen(f"{address}/healthz", timeout=2) as answer:
            return bool(answer.read(16).strip() == b"ok")
    except (urllib.error.URLError, OSError):
        return False


def open_page(address: str) -> None:
    """Open the browser at the address, where there is one."""
    print(f"Open in the browser: {address}", flush=True)
    webbrowser.open(address)
