"""A game, turn by turn: what each turn cost, what the draws brought, and how both add up to the result.

One value V, the margin that a player can expect at the end, is followed through the game. A turn's effect is
how it changed V compared with the best turn; luck is how the draws after it changed V. So for every player
the margin expected at the start, all effects and all luck add up to the margin at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import sub
from random import Random
from typing import Final, NamedTuple

from cafe.analysis.decision import Decision, decide, label
from cafe.analysis.valuation import Valuation, Values, calibration, chances, margins
from cafe.protocol.ending import check_ending
from cafe.rules.actions import Action
from cafe.rules.names import action_text
from cafe.rules.record import Record, replay
from cafe.rules.state import State
from cafe.rules.trial import reveals

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
    """A decision and what the draws after it did."""

    step: _Step
    decision: Decision
    luck: Values


def analyse(record: Record, seed: int, progress: Callable[[int, int], None] | None = None) -> Analysis:
    """The analysis of a record; the same seed gives the same. `progress` is told steps done and in all."""
    steps = list(_steps(record))
    last = steps[-1].after if steps else record.start()
    over = last.over or check_ending(record, last)
    valuation = Valuation(record.edition)
    decisions: list[Decision] = []
    for index, step in enumerate(steps):
        decisions.append(decide(valuation, step.before, step.actions, Random(f"{seed}/{index}")))
        if progress is not None:
            progress(index + 1, len(steps))
    if over is not None:
        margin = margins(over)
    else:
        margin = decide(valuation, last, None, Random(f"{seed}/{len(steps)}")).before
    values = [*(decision.before for decision in decisions), margin]
    judged = [
        _Judged(step, decision, tuple(map(sub, following, decision.after)))
        for step, decision, following in zip(steps, decisions, values[1:], strict=True)
    ]
    turns = [_turn(list(parts)) for _, parts in groupby(judged, key=lambda one: one.step.turn)]
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


def _turn(parts: list[_Judged]) -> TurnAnalysis:
    """A turn: one decision, or several with something revealed between them."""
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
        value=_rounded(first.decision.before),
        win=_rounded(chances(before, first.decision.before)),
        loss=round(max(0.0, -effect[player]), DIGITS),
        effect=_rounded(effect),
        luck=_rounded(_total(part.luck for part in parts)),
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
