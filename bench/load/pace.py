"""When moves are made: after some thought, and only while play is on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

Move = Callable[[], None]


class Pace:
    """The pace of all tables of a server. Play can be stopped: then each waits before its next move."""

    def __init__(self, think: float) -> None:
        self._think = think
        self._rng = Random(1)
        self._on = False
        self._waiting: list[Move] = []

    def wants(self, move: Move) -> None:
        """Somebody is to move: make the move when it has been thought about."""
        if self._think:
            wait = self._think * (0.5 + self._rng.random())
            asyncio.get_running_loop().call_later(wait, self._make, move)
        else:
            self._make(move)

    def _make(self, move: Move) -> None:
        if self._on:
            move()
        else:
            self._waiting.append(move)

    def play(self) -> None:
        """Go on everywhere."""
        self._on = True
        waiting, self._waiting = self._waiting, []
        for move in waiting:
            self.wants(move)

    def stop(self) -> None:
        """Let nobody begin another move."""
        self._on = False
