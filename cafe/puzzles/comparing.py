"""Every complete turn of a position compared over the same deals; those that fall behind over fewer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from cafe.bots.options import Option, options
from cafe.puzzles.evaluations import Evaluation
from cafe.rules.state import State
from cafe.rules.turns import apply
from cafe.rules.view import View, determinise

MARGIN: Final = 2.0
"""Points by which the best turn must be worth more than all that are not equal to it, beyond doubt, for a
position to qualify as a puzzle."""
CHOSEN: Final = 2 * MARGIN
"""The same for a position to be chosen as one."""
EQUAL: Final = MARGIN / 2
"""Points within which turns count as equally good."""
DOUBT: Final = 2.0
"""Beyond doubt means by this many standard errors."""
MOST_EQUAL: Final = 3
"""How many turns may be equally good."""
DEALS: Final = (8, 24, 96, 128)
"""How many deals are looked at, step by step."""
BEHIND: Final = 4.0
"""A turn is left out when it is behind by this many standard errors and the margin for being chosen."""
KEPT: Final = MOST_EQUAL + 1
"""This many turns are never left out."""
ALL_STEPS: Final = 20_000
"""Steps that are tried to find every complete turn."""


class Loss(NamedTuple):
    """How much less a turn is worth than another, and the standard error of that."""

    points: float
    error: float

    @property
    def least(self) -> float:
        """The loss that is beyond doubt."""
        return self.points - DOUBT * self.error


@dataclass(slots=True, eq=False)
class Line:
    """A turn, and what it was worth in each deal."""

    option: Option
    values: list[float] = field(default_factory=list)

    @property
    def value(self) -> float:
        """What it is worth on average."""
        return sum(self.values) / len(self.values)

    def loss(self, best: Line) -> Loss:
        """How much less it is worth than the best one, deal by deal."""
        gaps = [one - other for one, other in zip(best.values, self.values, strict=False)]
        count = len(gaps)
        mean = sum(gaps) / count
        variance = sum((gap - mean) ** 2 for gap in gaps) / max(1, count - 1)
        return Loss(mean, sqrt(variance / count))


@dataclass(frozen=True)
class Comparison:
    """The turns of a position, the best first."""

    lines: Sequence[Line]
    losses: Sequence[Loss]
    """How much less each is worth than the first."""
    deals: int

    @property
    def equal(self) -> int:
        """How many are as good as the best one."""
        return sum(loss.points <= EQUAL for loss in self.losses)

    @property
    def gap(self) -> Loss:
        """How far those that are not equally good are behind: the least that is beyond doubt."""
        return min(self.losses[self.equal :], key=lambda loss: loss.least, default=Loss(0.0, 0.0))

    def confirms(self, is_best: Callable[[Option], bool]) -> bool:
        """Whether these turns, and no others, are best by the margin that qualifies."""
        first = next(line for line in self.lines if is_best(line.option))
        return all(
            line.loss(first).points <= MARGIN if is_best(line.option) else line.loss(first).least >= MARGIN
            for line in self.lines
        )


def all_turns(known: State) -> list[Option]:
    """Every complete turn, each in its best-paid order."""
    return options(known, limit=ALL_STEPS)


def compare(
    seen: View,
    turns: Sequence[Option],
    evaluation: Evaluation,
    rng: Random,
    deals: Sequence[int] = DEALS,
    goes_on: Callable[[Comparison], bool] = bool,
) -> Comparison:
    """Compare turns of whoever is to move, over so many deals and then more, as long as it is to go on."""
    player = seen.known.player
    lines = [Line(option) for option in turns]
    alive = lines
    done = 0
    for count in deals:
        dealt = [determinise(seen, rng) for _ in range(count)]
        states = [_after(state, line.option) for line in alive for state in dealt]
        values = evaluation.values(states, player)
        for place, line in enumerate(alive):
            line.values += values[place * count : (place + 1) * count]
        done += count
        alive = _in_front(alive)
        found = _comparison(lines, alive[0], done)
        if not goes_on(found):
            break
    return found


def _after(state: State, option: Option) -> State:
    for action in option.actions:
        state, _ = apply(state, action)
    return state


def _in_front(lines: Sequence[Line]) -> list[Line]:
    """The lines that may still matter, best first."""
    ranked = sorted(lines, key=lambda line: -line.value)
    best = ranked[0]
    losses = [line.loss(best) for line in ranked]
    return [
        line
        for place, (line, loss) in enumerate(zip(ranked, losses, strict=True))
        if place < KEPT or loss.points < CHOSEN + BEHIND * loss.error
    ]


def _comparison(lines: Sequence[Line], best: Line, deals: int) -> Comparison:
    found = sorted(((line.loss(best), line) for line in lines), key=lambda one: (one[1] is not best, one[0]))
    return Comparison([line for _, line in found], [loss for loss, _ in found], deals)
