"""One decision looked at again: the turn that was played beside the others, over the same deals.

Turns are compared by what they are worth to the player who chose, with everything dealt anew that this player
could not know. Those that fall behind are left out, the turn that was played never is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from operator import sub
from random import Random

from cafe.analysis.valuation import Valuation, Values
from cafe.bots.options import Option, blank, options, promise
from cafe.rules.actions import Action
from cafe.rules.events import Event
from cafe.rules.setup import shuffled
from cafe.rules.state import State
from cafe.rules.turns import apply
from cafe.rules.view import determinise, view


@dataclass(frozen=True)
class Decision:
    """What a decision was worth, each number for every player."""

    best: Option
    played: Option
    before: Values
    """With the best turn."""
    effect: Values
    """What the turn that was played changed against the best one; the mover's is never above 0."""
    after: Values
    """With the turn that was played, before anything was drawn or dealt."""
    doubt: float
    """The standard error of the mover's effect."""
    others: tuple[tuple[Option, float], ...]
    """The best turns besides the one that was played, and what each is worth more to the mover than that."""


@dataclass(slots=True, eq=False)
class _Line:
    option: Option
    values: list[Values] = field(default_factory=list)

    def mean(self) -> Values:
        return _mean(self.values)


def decide(valuation: Valuation, state: State, played: Sequence[Action] | None, rng: Random) -> Decision:
    """The decision of the player to move; without a turn that was played, the best one counts as such."""
    player, is_open = state.player, state.edition.open_hands
    care = valuation.evaluation.care
    lines = _lines(state, played, care.width)
    mine = None if played is None else lines[0]
    dealt: list[State] = []
    for count, keep in care.rounds:
        more = [_unknown(state, rng) for _ in range(count)]
        dealt += more
        if len(lines) > 1 or is_open:
            _look(valuation, more, lines)
            lines.sort(key=lambda line: (-line.mean()[player], line is not mine))
            lines = [line for place, line in enumerate(lines) if place < keep or line is mine]
    best = lines[0]
    mine = mine or best
    if is_open:
        after = mine.mean()
    else:
        real = _Line(mine.option)
        _look(valuation, [_redealt(state, rng) for _ in dealt], [real])
        after = real.mean()
    gaps = [_less(one, other) for one, other in zip(mine.values, best.values, strict=True)]
    effect = _mean(gaps) if gaps else (0.0,) * state.players
    return Decision(
        best=best.option,
        played=mine.option,
        before=_less(after, effect),
        effect=effect,
        after=after,
        doubt=_error([gap[player] for gap in gaps]),
        others=tuple(
            (line.option, line.mean()[player] - mine.mean()[player]) for line in lines if line is not mine
        ),
    )


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


def _unknown(state: State, rng: Random) -> State:
    """The state with everything dealt anew that the player to move could not know."""
    if state.edition.open_hands:
        return _redealt(state, rng)
    return determinise(view(state, state.player), rng)


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
