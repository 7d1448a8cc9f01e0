"""One decision looked at again: the turn that was played beside the others, over the same deals.

Turns are compared by what they are worth to the player who chose, with everything dealt anew that this player
could not know. Those that fall behind are left out, the turn that was played never is. What the best one is
worth is told by deals that had no part in choosing it: by the same deals the best of many would seem better
than it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from operator import sub
from random import Random
from typing import Final

from cafe.analysis.valuation import Valuation, Values
from cafe.bots.options import Option, blank, options, promise
from cafe.bots.reasons import reasons
from cafe.rules.actions import Action
from cafe.rules.events import Event
from cafe.rules.setup import shuffled
from cafe.rules.state import State
from cafe.rules.turns import apply
from cafe.rules.view import View, determinise, view

EQUAL: Final = 1.0
"""Points below which a loss is within what V cannot tell."""
MISTAKE: Final = 6.0
"""Points from which a loss is called a mistake."""


@dataclass(frozen=True)
class Comparison:
    """The turn that was played beside the best one, as their player could know; numbers for every player."""

    known: State
    """What the player knew."""
    best: Option
    played: Option
    effect: Values
    """What the turn that was played changed against the best one; the mover's is never above 0."""
    doubt: float
    """The standard error of the mover's effect."""
    after: Values
    """With the turn that was played, before anything was drawn or dealt."""
    others: tuple[tuple[Option, float], ...]
    """The best turns besides the one that was played, and what each is worth more to the mover than that."""

    @property
    def loss(self) -> float:
        """What the turn cost its player."""
        return max(0.0, -self.effect[self.known.player])

    @property
    def why(self) -> dict[str, object]:
        """What speaks for the best turn."""
        return reasons(self.known, self.best, [self.played, *(option for option, _ in self.others)])


@dataclass(frozen=True)
class Decision:
    """What a decision was worth with the hands as they were, each number for every player."""

    comparison: Comparison
    before: Values
    """With the best turn."""
    after: Values
    """With the turn that was played, before anything was drawn or dealt."""


@dataclass(slots=True, eq=False)
class _Line:
    option: Option
    values: list[Values] = field(default_factory=list)

    def mean(self) -> Values:
        return _mean(self.values)

    def ahead(self, other: _Line, player: int) -> float:
        """What it is worth more to a player than another one, over the deals of both."""
        return self.mean()[player] - other.mean()[player]


def decide(valuation: Valuation, state: State, played: Sequence[Action] | None, rng: Random) -> Decision:
    """The decision of the player to move; without a turn that was played, the best one counts as such."""
    found = compare(valuation, view(state, state.player), played, rng)
    after = found.after
    if not state.edition.open_hands:
        real = _Line(found.played)
        _look(valuation, [_redealt(state, rng) for _ in range(valuation.evaluation.care.deals)], [real])
        after = real.mean()
    return Decision(found, _less(after, found.effect), after)


def compare(valuation: Valuation, seen: View, played: Sequence[Action] | None, rng: Random) -> Comparison:
    """The turns of the player to move, from what that player sees; `played` as in `decide`."""
    known, care = seen.known, valuation.evaluation.care
    player = known.player
    lines = _lines(known, played, care.width)
    mine = None if played is None else lines[0]
    for count, keep in care.rounds:
        if len(lines) > 1:
            _look(valuation, [determinise(seen, rng) for _ in range(count)], lines)
            lines.sort(key=lambda line: (-line.mean()[player], line is not mine))
            lines = [line for place, line in enumerate(lines) if place < keep or line is mine]
    best, mine = lines[0], mine or lines[0]
    valued = {line: _Line(line.option) for line in (best, mine)}
    _look(valuation, [determinise(seen, rng) for _ in range(care.deals)], list(valued.values()))
    after, there = valued[mine].mean(), valued[best].mean()
    if there[player] < after[player]:
        best, there = mine, after  # only its own deals spoke for the other one
    gaps = [
        theirs[player] - own[player]
        for own, theirs in zip(valued[mine].values, valued[best].values, strict=True)
    ]
    gain = sum(gaps) / len(gaps)
    others = sorted((line for line in lines if line is not mine), key=lambda line: line is not best)
    return Comparison(
        known=known,
        best=best.option,
        played=mine.option,
        effect=_less(after, there),
        doubt=_error(gaps),
        after=after,
        others=tuple(
            (line.option, gain if line is best else min(gain, line.ahead(mine, player))) for line in others
        ),
    )


def label(loss: float, doubt: float) -> str:
    """How good a turn was that cost so much."""
    if loss <= 0:
        return "best"
    if loss < max(EQUAL, 2 * doubt):
        return "equal"
    return "inaccuracy" if loss < MISTAKE else "mistake"


def _lines(state: State, played: Sequence[Action] | None, width: int) -> list[_Line]:
    """The turns to compare, the one that was played first; being out is no choice unless it was made."""
    player, known = state.player, view(state, state.player).known
    found = sorted(options(known), key=lambda option: -promise(option))
    found = [option for option in found if player not in option.after.out] or found
    if played is not None:
        mine = _option(known, played)
        found = [mine, *(option for option in found if _result(option) != _result(mine))]
    return [_Line(option) for option in found[:width]]


def _option(known: State, actions: Sequence[Action]) -> Option:
    player, after = known.player, known
    events: tuple[Event, ...] = ()
    for action in actions:
        after, new = apply(after, action)
        events += new
    return Option(tuple(actions), after.scores[player] - known.scores[player], events, after)


def _result(option: Option) -> State:
    """What two turns must have in common to be the same: all that they lead to."""
    return blank(option.after).but(taken=tuple(sorted(option.after.taken)))


def _redealt(state: State, rng: Random) -> State:
    """The state with the bag and the pile in another order: all that nobody knows once hands are open."""
    return state.but(bag=bytes(shuffled(state.bag, rng)), pile=bytes(shuffled(state.pile, rng)))


def _look(valuation: Valuation, dealt: Sequence[State], lines: Sequence[_Line]) -> None:
    """Follow every line with every deal; positions that differ only in what is still to come count once."""
    reached: list[State] = []
    for line in lines:
        for state in dealt:
            for action in line.option.actions:
                state, _ = apply(state, action)
            reached.append(blank(state))
    different = list(dict.fromkeys(reached))
    values = dict(zip(different, valuation.values(different), strict=True))
    for number, line in enumerate(lines):
        begin = number * len(dealt)
        line.values += [values[state] for state in reached[begin : begin + len(dealt)]]


def _mean(rows: Sequence[Values]) -> Values:
    return tuple(sum(column) / len(rows) for column in zip(*rows, strict=True))


def _less(one: Values, other: Values) -> Values:
    return tuple(map(sub, one, other))


def _error(numbers: Sequence[float]) -> float:
    """The standard error of their mean."""
    if len(numbers) < 2:
        return 0.0
    mean = sum(numbers) / len(numbers)
    return sqrt(sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1) / len(numbers))
