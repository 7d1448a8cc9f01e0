"""Turns in progress: a bot decides a turn at its first action and carries it out without thinking again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from cafe.rules.actions import Action
from cafe.rules.state import State
from cafe.rules.turns import apply

MOST: Final = 32
"""How many turns in progress are remembered."""


class Plans:
    """The rest of each turn, by the exact position in which it is due."""

    def __init__(self) -> None:
        self._turns: OrderedDict[State, tuple[Action, ...]] = OrderedDict()

    def recall(self, state: State, legal: Sequence[Action]) -> Action | None:
        """The action that was planned for this position, if there is one."""
        planned = self._turns.get(state)
        if planned is None or planned[0] not in legal:
            return None
        self.keep(state, planned)
        return planned[0]

    def keep(self, state: State, actions: tuple[Action, ...]) -> None:
        """Remember what follows the first of these actions."""
        if len(actions) > 1:
            after, _ = apply(state, actions[0])
            self._turns[after] = actions[1:]
            while len(self._turns) > MOST:
                self._turns.popitem(last=False)
