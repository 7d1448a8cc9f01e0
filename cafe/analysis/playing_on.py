"""What a network expects in many positions at once, and how the game goes on if its policy plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING

from cafe.rules.actions import Action
from cafe.rules.seating import legal_actions
from cafe.rules.state import State
from cafe.rules.trial import is_under_way, turn_is_over
from cafe.rules.turns import apply
from cafe.rules.view import view

if TYPE_CHECKING:
    from cafe.bots.judge import Judge, Judgement

Expected = tuple[float, ...]
"""A margin for each player."""


def ask(judge: Judge, running: Mapping[int, State]) -> dict[int, tuple[Expected, Action]]:
    """What the player to move expects for everybody, and the policy's action; equal views count once."""
    views = {place: view(state, state.player).known for place, state in running.items()}
    legal = {seen: legal_actions(seen) for seen in views.values()}
    answers = dict(zip(legal, judge.ask(list(legal), list(legal.values())), strict=True))
    found = {}
    for place, seen in views.items():
        ways = zip(answers[seen].chances, legal[seen], strict=True)
        found[place] = expectation(answers[seen], seen), max(ways, key=itemgetter(0))[1]
    return found


def expectation(answer: Judgement, state: State) -> Expected:
    """The margin that the player to move expects for everybody."""
    return tuple(
        answer.expected((player - state.player) % state.players)[1] for player in range(state.players)
    )


def play_on(judge: Judge, states: Sequence[State], rounds: int) -> list[State]:
    """Each position after so many more turns of everybody, or at the end of the game.

    A turn that is under way is finished first.
    """
    reached = list(states)
    left = {
        place: rounds * state.players + is_under_way(state)
        for place, state in enumerate(states)
        if state.over is None
    }
    while left:
        for place, (_, action) in ask(judge, {place: reached[place] for place in left}).items():
            mover = reached[place].player
            reached[place], _ = apply(reached[place], action)
            left[place] -= turn_is_over(reached[place], mover)
            if left[place] == 0 or reached[place].over is not None:
                del left[place]
    return reached
