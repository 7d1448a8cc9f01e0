"""V: the margin at the end that each player may expect in a position.

The strongest evaluation there is says what it makes of a position. A few weights, fitted to games of bots of
every strength, turn that into points of the margin as the rules count it: `calibration.json`, made by
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
    """What counts of what an evaluation says, and what is added: with the whole game to come, at its end."""

    scale: float
    early: float
    late: float
    others: float = 0.0
    """What counts of what the others see."""
    public: float = 0.0
    """What counts of what everybody can see."""

    def weigh(self, said: Said, left: float) -> float:
        """The margin in points, where so much of the game is left."""
        by_views = self.scale * said.own + self.others * said.others + self.public * said.public
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
        own, others, public = self.evaluation.plain
        self.plain: Final = Weights(own, 0.0, 0.0, others, public)
        """For a game that nobody has calibrated: what the evaluation says counts as it is."""
        self._edition = edition

    def values(self, states: Sequence[State]) -> list[Values]:
        """What every player may expect of each position; of a game that is over, its margins."""
        asked = [(state, player) for state in states if state.over is None for player in self.asked(state)]
        found = iter(
            [
                self.sets.get(self.set_name(state, player), self.plain).weigh(said, phase(state))
                for (state, player), said in zip(asked, self.evaluation.margins(asked), strict=True)
            ]
        )
        return [self._all(state, found) if state.over is None else margins(state.over) for state in states]

    def asked(self, state: State) -> Sequence[int]:
        """For whom the evaluation is asked: of two players what one expects, the other expects to lose."""
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
    """Everybody's final points less those of the best other one."""
    return tuple(
        float(own - max(over.final[:player] + over.final[player + 1 :]))
        for player, own in enumerate(over.final)
    )


def chances(state: State, values: Values) -> Values:
    """How likely everybody is to win a running game, by what they may expect and how much of it is left."""
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
