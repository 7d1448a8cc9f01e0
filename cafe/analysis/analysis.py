"""A game, turn by turn: what each turn cost, what the draws brought, and how both add up to the result.

One value V, the margin that a player can expect at the end, is followed through the game. A turn's effect is
how it changed V compared with the best turn; luck is how the draws after it changed V. So for every player
the margin expected at the start, all effects and all luck add up to the margin at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import sub
from random import Random
from typing import Final, NamedTuple

from cafe.analysis.decision import Decision, decide, label, look_again
from cafe.analysis.valuation import Valuation, Values, calibration, chances, margins
from cafe.protocol.ending import check_ending
from cafe.rules.actions import Action
from cafe.rules.names import action_text
from cafe.rules.record import Record, replay
from cafe.rules.state import State
from cafe.rules.trial import reveals
from cafe.rules.view import view

METHOD: Final = 2
"""Goes up whenever the same calibration gives other numbers than before."""
COSTLY: Final = ("inaccuracy", "mistake")
SHOWN: Final = 3
DIGITS: Final = 6


@dataclass(frozen=True)
class Alternative:
    """A turn that could have been played."""

    turn: list[str]
    points: int
    gain: float
    """How much more it was worth to the player than the turn that was played."""


@dataclass(frozen=True)
class TurnAnalysis:
    """One turn of the game. Lists have one number per player."""

    number: int
    player: int
    played: list[str]
    best: list[str]
    points: int
    best_points: int
    value: list[float]
    """V before the turn."""
    win: list[float]
    """How likely everybody was to win before the turn."""
    loss: float
    effect: list[float]
    luck: list[float]
    label: str
    """best, equal, inaccuracy or mistake."""
    alternatives: list[Alternative]
    why: dict[str, object]
    """The case for the best turn, in the bots' terms: what it scores, leaves and avoids."""


@dataclass(frozen=True)
class PlayerAnalysis:
    """One player over the whole game: start - loss + gain + luck = margin."""

    name: str
    start: float
    loss: float
    gain: float
    """What the others' turns gave away to this player."""
    luck: float
    margin: float
    turns: int
    good_turns: int
    """Turns that were the best or as good."""


@dataclass(frozen=True)
class Analysis:
    """The whole game."""

    version: str
    """Of the calibration and of the method: reviews that are kept say what made them."""
    evaluation: str
    edition: str
    variants: list[str]
    seed: int
    over: str | None
    """Why the game ended; null where the record stops before that, and `margin` is what was expected then."""
    start: list[float]
    margin: list[float]
    players: list[PlayerAnalysis]
    turns: list[TurnAnalysis]
    turning_points: list[int]
    """Numbers of the turns that cost most, worst first."""


class _Step(NamedTuple):
    """A decision: the actions of a turn up to its end or to something revealed."""

    turn: int
    before: State
    actions: tuple[Action, ...]
    after: State


class _Judged(NamedTuple):
    """A step and what is thought of it."""

    step: _Step
    decision: Decision


def analyse(record: Record, seed: int, progress: Callable[[int, int], None] | None = None) -> Analysis:
    """The analysis of a record; the same seed gives the same. `progress` is told steps done and in all."""
    steps = list(_steps(record))
    last = steps[-1].after if steps else record.start()
    over = last.over or check_ending(record, last)
    valuation = Valuation(record.edition)
    decisions = _decisions(valuation, steps, seed, progress)
    if over is not None:
        margin = margins(over)
    else:
        margin = _value([decide(valuation, last, None, Random(f"{seed}/{len(steps)}"))])
    judged = map(_Judged, steps, decisions)
    parts = [list(found) for _, found in groupby(judged, key=lambda one: one.step.turn)]
    values = [*(_value([part.decision for part in each]) for each in parts), margin]
    turns = [_turn(*found) for found in zip(parts, values, values[1:], strict=False)]
    worst = sorted((turn for turn in turns if turn.label in COSTLY), key=lambda turn: -turn.loss)
    return Analysis(
        version=f"{calibration().version}.{METHOD}",
        evaluation=valuation.evaluation.name,
        edition=record.edition.name,
        variants=list(record.edition.variants),
        seed=seed,
        over=None if over is None else over.reason,
        start=_rounded(values[0]),
        margin=_rounded(margin),
        players=[
            _player(name, player, turns, values[0][player], margin[player])
            for player, name in enumerate(record.players)
        ],
        turns=turns,
        turning_points=[turn.number for turn in worst[:SHOWN]],
    )


def _steps(record: Record) -> Iterator[_Step]:
    before = state = record.start()
    number, actions = 1, list[Action]()
    for played in replay(record):
        if played.turn != number and actions:
            yield _Step(number, before, tuple(actions), state)
            before, actions = state, []
        number = played.turn
        actions.append(played.action)
        state = played.state
        if reveals(played.events):
            yield _Step(number, before, tuple(actions), state)
            before, actions = state, []
    if actions:
        yield _Step(number, before, tuple(actions), state)


def _decisions(
    valuation: Valuation, steps: Sequence[_Step], seed: int, progress: Callable[[int, int], None] | None
) -> list[Decision]:
    """Every step reconsidered; the costliest ones are looked at a second time."""
    most = valuation.evaluation.care.again.most
    found: list[Decision] = []
    for index, step in enumerate(steps):
        found.append(decide(valuation, step.before, step.actions, Random(f"{seed}/{index}")))
        if progress is not None:
            progress(index + 1, len(steps) + most)
    costliest = sorted(range(len(found)), key=lambda index: -found[index].comparison.loss)[:most]
    for done, index in enumerate(costliest):
        before, rng = steps[index].before, Random(f"{seed}/{index}/again")
        seen = view(before, before.player)
        found[index] = replace(
            found[index], comparison=look_again(valuation, seen, found[index].comparison, rng)
        )
        if progress is not None:
            progress(len(steps) + done + 1, len(steps) + most)
    return found


def _value(decisions: Sequence[Decision]) -> Values:
    """V before a turn with these decisions.

    It lies halfway between what is said of the position and what the turn led to, with what it lost. So where
    the evaluation promises too much, or too little, to whoever is to move, half of that goes into the turn
    before and half into the one after: draws are not lucky on average for whoever moves.
    """
    rest = _total(decision.rest for decision in decisions)
    return tuple(said + more / 2 for said, more in zip(decisions[0].said, rest, strict=True))


def _turn(parts: list[_Judged], value: Values, following: Values) -> TurnAnalysis:
    """A turn: one decision, or several with something revealed between them; V before it and after it."""
    first, player = parts[0], parts[0].step.before.player
    worst = max(parts, key=lambda part: part.decision.comparison.loss).decision.comparison
    costliest = next(part for part in parts if part.decision.comparison is worst)
    earlier = [action for part in parts[: parts.index(costliest)] for action in part.step.actions]
    before, best = first.step.before, worst.best
    effect = _total(part.decision.comparison.effect for part in parts)
    scored = costliest.step.before.scores[player] - before.scores[player]
    return TurnAnalysis(
        number=first.step.turn,
        player=player,
        played=_texts(before, [action for part in parts for action in part.step.actions]),
        best=_texts(before, [*earlier, *best.actions]),
        points=parts[-1].step.after.scores[player] - before.scores[player],
        best_points=scored + best.points,
        value=_rounded(value),
        win=_rounded(chances(before, value)),
        loss=round(max(0.0, -effect[player]), DIGITS),
        effect=_rounded(effect),
        luck=_rounded(tuple(map(sub, map(sub, following, value), effect))),
        label=label(-effect[player], sum(part.decision.comparison.doubt for part in parts)),
        alternatives=[
            Alternative(
                _texts(before, [*earlier, *option.actions]), scored + option.points, round(gain, DIGITS)
            )
            for option, gain in worst.others[:SHOWN]
        ],
        why=worst.why,
    )


def _player(
    name: str, player: int, turns: Sequence[TurnAnalysis], start: float, margin: float
) -> PlayerAnalysis:
    own = [turn for turn in turns if turn.player == player]
    return PlayerAnalysis(
        name=name,
        start=round(start, DIGITS),
        loss=round(sum(turn.loss for turn in own), DIGITS),
        gain=round(sum(turn.effect[player] for turn in turns if turn.player != player), DIGITS),
        luck=round(sum(turn.luck[player] for turn in turns), DIGITS),
        margin=round(margin, DIGITS),
        turns=len(own),
        good_turns=sum(turn.label not in COSTLY for turn in own),
    )


def _total(rows: Iterable[Values]) -> Values:
    return tuple(map(sum, zip(*rows, strict=True)))


def _rounded(values: Values) -> list[float]:
    return [round(number, DIGITS) for number in values]


def _texts(state: State, actions: Sequence[Action]) -> list[str]:
    return [action_text(state.edition.plan, action) for action in actions]
