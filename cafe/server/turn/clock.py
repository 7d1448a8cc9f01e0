"""Time to think: how much each player has left, and when the mover's is up."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from cafe.protocol.tables import ClockForm

PATIENCE = 120.0
"""Without a clock: how long a turn may last before an absent mover can be replaced."""


class Clock(msgspec.Struct, frozen=True):
    """The clock of one game, frozen. Without a form nobody's time runs; a bot's never does."""

    form: ClockForm | None
    banks: tuple[float, ...]
    """Seconds that each player had when the running turn began."""
    deadline: float | None = None
    """When the mover's time is up; None while nobody's runs."""

    def running(self, player: int, now: float) -> Clock:
        """The player's turn begins, and the time runs."""
        return self if self.form is None else replace(self, deadline=now + self.banks[player])

    @property
    def patience(self) -> float:
        """Seconds that a turn may last before the others may let a bot play for a mover who is away."""
        match self.form:
            case None:
                return PATIENCE
            case ClockForm(kind="turn"):
                return self.form.seconds / 2
            case _:
                return self.form.seconds / 10

    def spent(self, player: int, seconds: float, ends: bool) -> Clock:
        """A player used time; an ended turn brings the increment, or a whole new turn's time."""
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
        """Seconds left to a player."""
        if player == mover and self.deadline is not None:
            return max(0.0, self.deadline - now)
        return self.banks[player]

    def all_left(self, mover: int, now: float) -> list[float]:
        """Seconds left to every player; empty without a clock."""
        return [round(self.left(player, mover, now), 2) for player in range(len(self.banks))]


class Times(NamedTuple):
    """What a message tells of time."""

    clocks: list[float]
    patience: float


def new_clock(form: ClockForm | None, players: int) -> Clock:
    """A clock with everybody's time whole and nobody's running."""
    return Clock(form, () if form is None else (float(form.seconds),) * players)
