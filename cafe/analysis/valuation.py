"""V: the final margin that each player can expect from a position.

The strongest evaluation available judges a position. A few weights, fitted to games of bots of every
strength, turn its judgement into points of the margin as the rules count it: `calibration.json`, made by
`python -m cafe.arena.calibrate`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp, sqrt
from typing import Final

from cafe.analysis.evaluations import Said, evaluation_of
from cafe.bots.evaluation import phase
from cafe.rules.edition import Edition
from cafe.rules.events import Over
from cafe.rules.state import State

Values = tuple[float, ...]
"""A number for each player."""

SPREAD: Final = (55.0, 6.0)
"""How far the margin still varies, in points, with the whole game to come and at its end."""


@dataclass(frozen=True)
class Weights:
    """How much an evaluation counts, and what is added to it early in the game and at its end."""

    scale: float
    early: float
    late: float
    others: float = 0.0
    """How much the others' views count."""

    def weigh(self, said: Said, left: float) -> float:
        """The margin in points, with this share of the game left."""
        by_views = self.scale * said.own + self.others * said.others
        return by_views + self.early * left + self.late * (1 - left)


@dataclass(frozen=True)
class Calibration:
    """The sets of weights, and how they were made."""

    version: str
    origin: dict[str, str]
    sets: dict[str, Weights]


class Valuation:
    """Values positions of an edition."""

    def __init__(self, edition: Edition, sets: Mapping[str, Weights] | None = None) -> None:
        self.evaluation: Final = evaluation_of(edition)
        self.sets: Final = calibration().sets if sets is None else sets
        own, others = self.evaluation.plain
        self.plain: Final = Weights(own, 0.0, 0.0, others)
        """For a game that has not been calibrated: the evaluation counts as it is."""
        self._edition = edition

    def values(self, states: Sequence[State], eye: int | None = None) -> list[Values]:
        """What every player can expect from each position; the margins themselves once a game is over.

        Where hands are hidden: by all views together, or as `eye` sees it, who has just chosen a turn.
        """
        asked = [(state, player) for state in states if state.over is None for player in self.asked(state)]
        found = iter(
            [
                self.sets.get(self.set_name(state, player), self.plain).weigh(said, phase(state))
                for (state, player), said in zip(asked, self.evaluation.margins(asked, eye), strict=True)
            ]
        )
        return [self._all(state, found) if state.over is None else margins(state.over) for state in states]

    def asked(self, state: State) -> Sequence[int]:
        """Whom the evaluation is asked about: of two players one is enough, as their margins are opposite."""
        return (state.player,) if state.players == 2 else range(state.players)

    def set_name(self, state: State, player: int) -> str:
        """The set of weights for a player: by the evaluation, the game and the place after the mover."""
        place = (player - state.player) % state.players
        if state.players == 2:
            where = "two"
        else:
            where = "mover" if place == 0 else "last" if place == state.players - 1 else "between"
        return f"{self.evaluation.name}/{self._edition.name}/{where}"

    def _all(self, state: State, found: Iterator[float]) -> Values:
        if state.players > 2:
            return tuple(next(found) for _ in range(state.players))
        own = next(found)
        return (-own, own) if state.player else (own, -own)


def margins(over: Over) -> Values:
    """Each player's final points minus those of the best other player."""
    return tuple(
        float(own - max(over.final[:player] + over.final[player + 1 :]))
        for player, own in enumerate(over.final)
    )


def chances(state: State, values: Values) -> Values:
    """Each player's probability of winning a running game, by expected margin and how much is left."""
    begin, end = SPREAD
    spread = end + (begin - end) * sqrt(phase(state))
    odds = [
        0.0 if player in state.out else 1 / (1 + exp(-1.7 * max(-400.0, min(400.0, own)) / spread))
        for player, own in enumerate(values)
    ]
    return tuple(one / sum(odds) for one in odds)


@cache
def calibration() -> Calibration:
    """The calibration that comes with the package."""
    found = json.loads(files("cafe.analysis").joinpath("calibration.json").read_bytes())
    sets = {name: Weights(**weights) for name, weights in found["sets"].items()}
    return Calibration(found["version"], found["origin"], sets)
