"""A solver's turn compared with the best one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cafe.bots.options import Option
from cafe.bots.reasons import Facts, reasons
from cafe.puzzles.puzzle import EvaluatedTurn, Puzzle
from cafe.rules.actions import Action
from cafe.rules.errors import TurnError
from cafe.rules.names import action_from_text
from cafe.rules.state import State
from cafe.rules.trial import try_actions

DIGITS = 2


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a turn compares."""

    solved: bool
    loss: float
    """How much less it is worth than the best turn, in points of the margin; 0 if it solves the puzzle."""
    error: float
    """The standard error of the loss."""
    place: int
    """Its place among all turns, from 1; equally good ones share the first."""
    order: int
    """How many more points another order of the same actions would have scored; part of the loss."""
    best: EvaluatedTurn
    """The best turn, or the one of several that was played."""
    played: Facts
    """What was played, as bots tell it (`cafe.bots.reasons`): its points by table, what it leaves."""
    why: Facts
    """The same for the best turn, and what it avoids and forgoes."""


def judge(puzzle: Puzzle, actions: Sequence[Action]) -> Verdict:
    """Compare a complete turn with the best one; TurnError says why it is not one.

    Turns that lead to the same café are the same turn, whatever order their guests sat down in, unless
    another order would have scored more.
    """
    known = puzzle.view().known
    played = option_of(known, actions)
    options = options_of(puzzle, known)
    key = result_key(known.player, played.after)
    place = [result_key(known.player, option.after) for option in options].index(key)
    turn, order = puzzle.turns[place], options[place].points - played.points
    solved = place < puzzle.equal and not order
    best = place if place < puzzle.equal else 0
    return Verdict(
        solved=solved,
        loss=0.0 if solved else round(puzzle.turns[0].value - turn.value + order, DIGITS),
        error=0.0 if solved else turn.error,
        place=1 if solved else max(place + 1, puzzle.equal + 1),
        order=order,
        best=puzzle.turns[best],
        played=reasons(known, played),
        why=reasons(known, options[best], [played, *options]),
    )


def option_of(known: State, actions: Sequence[Action]) -> Option:
    """The turn that these actions are; TurnError if they are no complete turn of the position."""
    trial = try_actions(known, actions)
    if not trial.stops:
        count = len(actions)
        after = "1 action" if count == 1 else f"{count} actions"
        raise TurnError(f"expected a complete turn; it goes on after {after}", count, ended=False)
    player = known.player
    points = trial.state.scores[player] - known.scores[player]
    return Option(tuple(actions), points, trial.events, trial.state)


def options_of(puzzle: Puzzle, known: State) -> list[Option]:
    """What the turns of a puzzle lead to, in their order."""
    plan = known.edition.plan
    return [
        option_of(known, [action_from_text(plan, text) for text in turn.actions]) for turn in puzzle.turns
    ]


def result_key(player: int, after: State) -> object:
    """What two turns of a player must have in common to be the same, but for their points."""
    return after.seated, after.hands[player], after.bar, after.player, after.over is None
