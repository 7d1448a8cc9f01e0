"""Thinking time: how much each player has left, and when that of the player to move is up."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from cafe.protocol.tables import ClockForm

PATIENCE = 120.0
"""Without a clock: how long a turn may last before an absent player can be replaced."""


class Clock(msgspec.Struct, frozen=True):
    """The clock of one game, frozen. Without a form nobody's time runs; a bot's never does."""

    form: ClockForm | None
    banks: tuple[float, ...]
    """Seconds that each player had when the running turn began."""
    deadline: float | None = None
    """When the time of the player to move is up; None while nobody's is running."""

    def running(self, player: int, now: float) -> Clock:
        """The clock when the player's turn begins."""
        return self if self.form is None else replace(self, deadline=now + self.banks[player])

    @property
    def patience(self) -> float:
        """Seconds that a turn may last before the others may let a bot play for an absent player."""
        if self.form is None:
            return PATIENCE
        match self.form.kind:
            case "turn":
                return self.form.seconds / 2
            case "total":
                return self.form.seconds / 10

    def spent(self, player: int, seconds: float, ends: bool) -> Clock:
        """The clock after a player used time; the end of a turn adds the increment, or resets its time."""
        if self.form is None:
            return self
        left = max(0.0, self.banks[player] - seconds)
        if ends:
            match self.form.kind:
                case "turn":
                    left = float(self.form.seconds)
                case "total":
                    left += self.form.increment
        return replace(self, banks=(*self.banks[:player], left, *self.banks[player + 1 :]))

    def left(self, player: int, mover: int, now: float) -> float:
        """Seconds that a player has left: never more than when the turn began, whatever was given back."""
        if player == mover and self.deadline is not None:
            return max(0.0, min(self.deadline - now, self.banks[player]))
        return self.banks[player]

    def all_left(self, mover: int, now: float) -> list[float]:
        """Seconds that every player has left; empty without a clock."""
        return [round(self.left(player, mover, now), 2) for player in range(len(self.banks))]


class Times(NamedTuple):
    """What a message says about time."""

    clocks: list[float]
    patience: float


def new_clock(form: ClockForm | None, players: int) -> Clock:
    """A clock with everybody's full time and nobody's running."""
    return Clock(form, () if form is None else (float(form.seconds),) * players)
