"""How processes notify each other: that something changed, never how. The store has the rest."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Literal

import msgspec


class Notice(msgspec.Struct, frozen=True, array_like=True):
    """A room changed (`number`: its revision, 0 if unknown), something was said there (its number), secrets
    of a person are no longer valid, or a bot account has a part in a room that is new to it."""

    kind: Literal["changed", "said", "left", "seated"]
    about: str
    """The id of the room, or of the person."""
    number: int


class Bus:
    """Without Redis: nothing is sent and nothing is received."""

    def __init__(self) -> None:
        self.connected = False
        """Whether this process is notified of what others do."""
        self.connection_changed = asyncio.Event()
        """Set when the connection was made or lost: what was sent meanwhile is lost."""

    @property
    def state(self) -> str | None:
        """The state of the connection, for `/readyz`; None without one."""
        return None

    def publish(self, notice: Notice) -> None:
        """Queue a notice for all other processes."""

    async def run(self, on_notice: Callable[[Notice], None]) -> None:
        """Send and listen for ever, whatever happens to the connection."""
