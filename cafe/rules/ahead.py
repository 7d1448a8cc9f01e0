"""Looking ahead: every complete turn, and counting action sequences (PROTOCOL, `turns` and `perft`)."""

from __future__ import annotations

from collections.abc import Iterator

from cafe.rules.actions import Action
from cafe.rules.seating import legal_actions
from cafe.rules.state import State
from cafe.rules.trial import stops
from cafe.rules.turns import apply
from cafe.rules.value import value


@value
class CompleteTurn:
    """A whole turn, or the rest of one: its actions and its points, without the penalties at the end."""

    actions: tuple[Action, ...]
    points: int
    after: State


def turns(state: State) -> Iterator[CompleteTurn]:
    """Every way to play the rest of this turn; a sequence ends where something is revealed."""
    if state.over is None:
        yield from _turns(state, (), state.player, state.scores[state.player])


def _turns(state: State, before: tuple[Action, ...], player: int, score: int) -> Iterator[CompleteTurn]:
    for action in legal_actions(state):
        after, events = apply(state, action)
        actions = (*before, action)
        if stops(after, events, player):
            yield CompleteTurn(actions, after.scores[player] - score, after)
        else:
            yield from _turns(after, actions, player, score)


def perft(state: State, depth: int) -> int:
    """The number of action sequences of this length, or shorter where the game ends, with draws as dealt."""
    if depth == 0 or state.over is not None:
        return 1
    actions = legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(perft(apply(state, action)[0], depth - 1) for action in actions)
