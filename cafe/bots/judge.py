"""A network asked about positions: how likely each legal action is, and what result it expects."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from typing import Any

from cafe.bots.network import MARGIN, Shape, family_vector, forward, shape_of
from cafe.bots.runtime import FAMILIES, network_name
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
    """What a network says about a position."""

    chances: list[float]
    """The logarithm of the probability of each legal action."""
    values: Any

    def expected(self, place: int) -> tuple[float, float]:
        """The chance to win and the margin in points of the player this many places after the one to move."""
        lead, odds = self.values[place]
        return 1 / (1 + exp(-float(odds))), float(lead) * MARGIN


class Judge:
    """The networks of an edition; `judge_for` gives the same object for the same edition.

    ValueError if the network that is given plays another game.
    """

    def __init__(self, edition: Edition, network: Network | None = None) -> None:
        if network is not None and edition.name not in editions_of(network):
            named = network.about.get("name", "this one")
            raise ValueError(
                f"expected a network that plays {edition.name}; {named} plays "
                f"{', '.join(editions_of(network)) or 'none of the editions here'}"
            )
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


def editions_of(network: Network) -> tuple[str, ...]:
    """The editions that a network can play: those whose observations and actions it was made for."""
    made_for = _game(network.shape)
    return next((FAMILIES[family] for family in FAMILIES if _game_of(family) == made_for), ())


@cache
def _game_of(family: str) -> tuple[int, ...]:
    return _game(shape_of(family))


def _game(shape: Shape) -> tuple[int, ...]:
    return shape.tables, shape.table_features, shape.other_features, shape.actions, shape.players


def _chances(numbers: Any) -> list[float]:
    least = numbers - numbers.max()
    found: list[float] = (least - np.log(np.exp(least).sum())).tolist()
    return found


@cache
def judge_for(edition: Edition) -> Judge:
    """The judge of this edition, with the networks that come with the package."""
    return Judge(edition)
