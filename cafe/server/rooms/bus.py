"""What processes tell each other: that something changed, never how. Who needs it reads the store."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Literal

import msgspec


class Note(msgspec.Struct, frozen=True, array_like=True):
    """A table changed (`number`: its revision, 0 if unknown), something was said there (which number), or
    secrets of a person do not work any more."""

    kind: Literal["changed", "said", "left"]
    about: str
    """The id of the table, or of the person."""
    number: int


class News:
    """Without Redis nothing is told and nothing is heard."""

    def __init__(self) -> None:
        self.hears = False
        """Whether this process is told what others do."""
        self.turned = asyncio.Event()
        """Set when the line came up or broke: what was told meanwhile is lost."""

    @property
    def state(self) -> str | None:
        """How the line is, for who asks whether the server is ready; None without one."""
        return None

    def tell(self, note: Note) -> None:
        """Put a note in line for all other processes."""

    async def keep(self, heard: Callable[[Note], None]) -> None:
        """Send and listen for ever, whatever happens to the line."""


def news_by(url: str) -> News:
    """The line to the other processes, if there is a Redis."""
    if not url:
        return News()
    from cafe.server.cluster.redis_bus import Line  # only who has a Redis loads its driver

    return Line(url)
