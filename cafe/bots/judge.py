"""A network asked about positions: how likely it plays each legal action, and what it expects of the end."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from typing import Any

from cafe.bots.network import MARGIN, family_vector, forward
from cafe.bots.runtime import network_name
from cafe.encoding import action_code
from cafe.rules.actions import Action
from cafe.rules.edition import Edition
from cafe.rules.state import State
from cafe.rules.view import View

# A bot thinks on one core; NumPy looks at these when it is imported for the first time.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("VECLIB_MAXIMUM_THREADS", "1")

import numpy as np

from cafe.bots.network_file import Network, stored_network
from cafe.encoding.observation import observer


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a network makes of a position."""

    chances: list[float]
    """The logarithm of the chance of each legal action."""
    values: Any

    def expected(self, place: int) -> tuple[float, float]:
        """The chance to win and the margin in points of whoever sits so many places after the mover."""
        lead, odds = self.values[place]
        return 1 / (1 + exp(-float(odds))), float(lead) * MARGIN


class Judge:
    """The networks of an edition; `judge_for` gives the same object for the same edition."""

    def __init__(self, edition: Edition, network: Network | None = None) -> None:
        self._edition = edition
        self._code = action_code(edition)
        self._observer = observer(edition)
        self._network = network

    def ask(self, states: Sequence[State], legal: Sequence[Sequence[Action]]) -> list[Judgement]:
        """Judgements of positions as their players to move know them, with the actions to choose from.

        All of them have the same number of players.
        """
        if not states:
            return []
        network = self._network or stored_network(network_name(self._edition, states[0].players))
        shape = network.shape
        seen = np.stack([self._observer.flat(View(state.player, state)) for state in states])
        seen = family_vector(np, self._edition.name, seen)
        mask = np.zeros((len(states), shape.actions), np.float32)
        integers = [
            [self._code.integer(state, action) for action in actions]
            for state, actions in zip(states, legal, strict=True)
        ]
        for row, found in zip(mask, integers, strict=True):
            row[found] = 1
        numbers, values = forward(np, shape, network.weights, seen, mask)
        return [
            Judgement(_chances(row[found]), value)
            for row, found, value in zip(numbers, integers, values, strict=True)
        ]


def _chances(numbers: Any) -> list[float]:
    least = numbers - numbers.max()
    found: list[float] = (least - np.log(np.exp(least).sum())).tolist()
    return found


@cache
def judge_for(edition: Edition) -> Judge:
    """The judge of this edition, with the networks that come with the package."""
    return Judge(edition)
