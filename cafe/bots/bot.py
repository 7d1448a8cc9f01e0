"""What a bot is: a view in, an action out. No bot is ever given the state."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from cafe.rules.actions import Action
from cafe.rules.view import View


@dataclass(frozen=True)
class Budget:
    """How long a bot may think about one action: milliseconds, and nodes where the run must be repeatable."""

    ms: float = 1000
    nodes: int | None = None
    clock: Callable[[], float] = time.monotonic


@dataclass(frozen=True)
class Choice:
    """The action a bot chooses, and whatever it wants to say about it."""

    action: Action
    info: dict[str, object] = field(default_factory=dict)


class Bot(Protocol):
    """Chooses one of the legal actions of the player who sees the view and is to move."""

    def choose(self, view: View, legal: Sequence[Action], rng: Random, budget: Budget) -> Choice:
        """One of `legal`; all randomness comes from `rng`."""
        ...
