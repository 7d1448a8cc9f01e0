"""One decision, reconsidered: the turn that was played against the others, over the same deals.

Turns are compared by their value to the player who chose, with everything that this player could not know
dealt again at random. Turns that fall behind are dropped, except for the one that was played. The value of
the best turn comes from deals that played no part in choosing it: measured on the same deals, the best of
many would seem better than it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from math import sqrt
from operator import sub
from random import Random
from typing import Final

from cafe.analysis.valuation import Valuation, Values
from cafe.bots.evaluation import value
from cafe.bots.offers import unseen_tiles
from cafe.bots.options import Option, blank, options, promise
from cafe.bots.reasons import reasons
from cafe.bots.weights import stored_weights
from cafe.rules.actions import Action
from cafe.rules.events import Event
from cafe.rules.setup import shuffled
from cafe.rules.state import State
from cafe.rules.turns import apply
from cafe.rules.view import View, determinise, view

EQUAL: Final = 1.0
"""A loss below this many points is too small for V to tell."""
MISTAKE: Final = 6.0
"""A loss of this many points or more is called a mistake."""


@dataclass(frozen=True)
class Comparison:
    """The turn that was played against the best one, as far as the player could know; numbers per player."""

    known: State
    """What the player knew."""
    best: Option
    played: Option
    effect: Values
    """How the turn that was played compares with the best one; for the mover never above 0."""
    doubt: float
    """The standard error of the mover's effect."""
    others: tuple[tuple[Option, float], ...]
    """The best turns besides the one that was played, and how much more each is worth to the mover."""

    @property
    def loss(self) -> float:
        """What the turn cost its player."""
        return max(0.0, -self.effect[self.known.player])

    @property
    def why(self) -> dict[str, object]:
        """The case for the best turn."""
        return reasons(self.known, self.best, [self.played, *(option for option, _ in self.others)])


@dataclass(frozen=True)
class Decision:
    """What a decision was worth with the hands as they really were; numbers per player."""

    comparison: Comparison
    said: Values
    """What the evaluation says of the position."""
    reached: Values
    """What it says after the turn that was played, on average over everything that could be drawn."""

    @property
    def rest(self) -> Values:
        """How much more the position turned out to be worth: what was reached, what was lost, less `said`."""
        return _less(_less(self.reached, self.comparison.effect), self.said)


@dataclass(slots=True, eq=False)
class _Line:
    option: Option
    values: list[Values] = field(default_factory=list)

    def mean(self) -> Values:
        return _mean(self.values)

    def ahead(self, other: _Line, player: int) -> float:
        """How much more it is worth to a player than another line, over the deals that both have."""
        return self.mean()[player] - other.mean()[player]


def decide(valuation: Valuation, state: State, played: Sequence[Action] | None, rng: Random) -> Decision:
    """The decision of the player to move; without a turn that was played, the best one counts as such."""
    found = compare(valuation, view(state, state.player), played, rng)
    still, mine = _Line(Option((), 0, (), state)), _Line(found.played)
    dealt = [_redealt(state, rng) for _ in range(valuation.evaluation.care.draws)]
    _look(valuation, dealt, [still, mine])
    return Decision(found, still.mean(), mine.mean())


def compare(valuation: Valuation, seen: View, played: Sequence[Action] | None, rng: Random) -> Comparison:
    """The turns of the player to move, from what that player sees; `played` as in `decide`."""
    known, care = seen.known, valuation.evaluation.care
    player = known.player
    lines = _lines(known, played, care.width)
    mine = None if played is None else lines[0]
    for count, keep in care.rounds:
        if len(lines) > 1:
            _look(valuation, [determinise(seen, rng) for _ in range(count)], lines, player)
            lines.sort(key=lambda line: (-line.mean()[player], line is not mine))
            lines = [line for place, line in enumerate(lines) if place < keep or line is mine]
    best, mine = lines[0], mine or lines[0]
    effect, doubt = (0.0,) * known.players, 0.0
    if best is not mine:
        here, there = _Line(mine.option), _Line(best.option)
        _look(valuation, [determinise(seen, rng) for _ in range(care.deals)], [here, there], player)
        effect, doubt = _effect(here, there, player)
    gain = -effect[player]
    if gain <= 0:
        best = mine
    others = sorted((line for line in lines if line is not mine), key=lambda line: line is not best)
    return Comparison(
        known=known,
        best=best.option,
        played=mine.option,
        effect=effect,
        doubt=doubt,
        others=tuple(
            (line.option, gain if line is best else min(gain, line.ahead(mine, player))) for line in others
        ),
    )


def look_again(valuation: Valuation, seen: View, found: Comparison, rng: Random) -> Comparison:
    """The comparison after a second look, which everybody playing on for some rounds decides."""
    again, player = valuation.evaluation.care.again, seen.known.player
    if found.loss < again.loss:
        return found
    mine, best = _Line(found.played), _Line(found.best)
    dealt = [determinise(seen, rng) for _ in range(again.deals)]
    _look(valuation, dealt, [mine, best], rounds=again.rounds)
    effect, doubt = _effect(mine, best, player)
    gain = -effect[player]
    return replace(
        found,
        best=found.best if gain > 0 else found.played,
        effect=effect,
        doubt=doubt,
        others=tuple(
            (option, gain if option is found.best else min(gain, before)) for option, before in found.others
        ),
    )


def _effect(mine: _Line, best: _Line, player: int) -> tuple[Values, float]:
    """What was played compared with the best turn, and the standard error of that for a player."""
    gains = [theirs[player] - own[player] for own, theirs in zip(mine.values, best.values, strict=True)]
    if sum(gains) <= 0:
        return (0.0,) * len(mine.values[0]), 0.0  # only its own deals spoke for the best turn
    return _less(mine.mean(), best.mean()), _error(gains)


def label(loss: float, doubt: float) -> str:
    """What a turn with this loss is called."""
    if loss <= 0:
        return "best"
    if loss < max(EQUAL, 2 * doubt):
        return "equal"
    return "inaccuracy" if loss < MISTAKE else "mistake"


def _lines(state: State, played: Sequence[Action] | None, width: int) -> list[_Line]:
    """The turns to compare, the one that was played first; going out counts only if it was played."""
    player, known = state.player, view(state, state.player).known
    found = options(known)
    found = _promising(known, [option for option in found if player not in option.after.out] or found, width)
    if played is not None:
        mine = _option(known, played)
        found = [mine, *(option for option in found if _result(option) != _result(mine))]
    return [_Line(option) for option in found[:width]]


def _promising(known: State, found: Sequence[Option], width: int) -> list[Option]:
    """The most promising turns first, alternately by what they score at once and by `regular`."""
    ranked = sorted(found, key=lambda option: -promise(option))
    if len(ranked) <= width:
        return ranked
    player, weights, unseen = known.player, stored_weights(), unseen_tiles(known)
    worth = [value(option.after, player, weights, unseen) for option in ranked]
    by_worth = sorted(range(len(ranked)), key=lambda place: -worth[place])
    both = dict.fromkeys(chain.from_iterable(zip(range(len(ranked)), by_worth, strict=True)))
    return [ranked[place] for place in both]


def _option(known: State, actions: Sequence[Action]) -> Option:
    player, after = known.player, known
    events: tuple[Event, ...] = ()
    for action in actions:
        after, new = apply(after, action)
        events += new
    return Option(tuple(actions), after.scores[player] - known.scores[player], events, after)


def _result(option: Option) -> State:
    """What two turns must have in common to count as the same: everything they lead to."""
    return blank(option.after).but(taken=tuple(sorted(option.after.taken)))


def _redealt(state: State, rng: Random) -> State:
    """The state with the bag and the pile in another order: all that nobody knows once hands are open."""
    return state.but(bag=bytes(shuffled(state.bag, rng)), pile=bytes(shuffled(state.pile, rng)))


def _look(
    valuation: Valuation,
    dealt: Sequence[State],
    lines: Sequence[_Line],
    eye: int | None = None,
    rounds: int = 0,
) -> None:
    """Follow every line with every deal, everybody playing on for some rounds.

    Positions that differ only in what does not matter count once.
    """
    reached: list[State] = []
    for line in lines:
        for state in dealt:
            for action in line.option.actions:
                state, _ = apply(state, action)
            reached.append(state)
    if rounds:
        reached = valuation.evaluation.play_on(reached, rounds)
    if not valuation.evaluation.follows:
        reached = [blank(state) for state in reached]
    different = list(dict.fromkeys(reached))
    values = dict(zip(different, valuation.values(different, eye), strict=True))
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
