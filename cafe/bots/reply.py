"""The best turn of the player to move, found quickly: looking ahead spends most of its time here.

The turns are priced without being played. Only the few that promise most are played and evaluated.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from cafe.bots.evaluation import value
from cafe.bots.offers import unseen_tiles
from cafe.bots.options import DRAWN
from cafe.bots.weights import Weights
from cafe.rules.actions import Action, Bar, Party, Seat, Swap
from cafe.rules.guests import JOKERS
from cafe.rules.price import price
from cafe.rules.seating import legal_actions
from cafe.rules.state import State
from cafe.rules.turns import apply

WIDTH: Final = 8
"""Turns that are evaluated."""
STEPS: Final = 160
"""The most steps priced; past them a turn that has begun is not followed."""
SPENT: Final = 10
"""What a joker that leaves the hand counts when choosing them; one that enters it counts half."""


class Reply(NamedTuple):
    """A complete turn, the position it leads to, and its evaluation."""

    actions: tuple[Action, ...]
    after: State
    value: float


class _Priced(NamedTuple):
    promise: int
    last: Action
    before: tuple[Action, ...]
    state: State
    """The state before the last action."""


def best_reply(state: State, weights: Weights, tick: Callable[[], bool]) -> Reply:
    """The turn that the evaluation likes best of those that promise most."""
    turns = sorted(_priced(state, tick), key=lambda turn: -turn.promise)[:WIDTH]
    player, unseen = state.player, unseen_tiles(state)
    best: Reply | None = None
    for turn in turns:
        tick()
        after, _ = apply(turn.state, turn.last)
        found = value(after, player, weights, unseen)
        if best is None or found > best.value:
            best = Reply((*turn.before, turn.last), after, found)
    if best is None:
        raise AssertionError("a running game without a turn")
    return best


def _priced(state: State, tick: Callable[[], bool]) -> list[_Priced]:
    """The complete turns by what they score now; those with the best beginnings are followed first."""
    found: list[_Priced] = []
    seen: set[frozenset[Action]] = set()
    begun: list[_Priced] = [_Priced(0, action, (), state) for action in legal_actions(state)]
    steps = 0
    while begun:
        following: list[_Priced] = []
        for promise, action, before, at in begun:
            steps += 1
            tick()
            gain, ends = _gain(at, action)
            turn = _Priced(promise + gain, action, before, at)
            (found if ends else following).append(turn)
        following.sort(key=lambda turn: -turn.promise)
        begun = []
        for turn in following:
            if steps + len(begun) >= STEPS and (found or begun):
                break
            after, _ = apply(turn.state, turn.last)
            line = (*turn.before, turn.last)
            for action in legal_actions(after):
                key = frozenset((*line, action))
                if key not in seen:
                    seen.add(key)
                    begun.append(_Priced(turn.promise, action, line, after))
    return found


def _gain(state: State, action: Action) -> tuple[int, bool]:
    """What a step promises, and whether the turn ends with it or continues only after a reveal."""
    if isinstance(action, Seat):
        paid = price(state, action)
        spent = SPENT if action.guest >= JOKERS else DRAWN if state.edition.draws else 0
        return paid.total - spent, paid.ends or paid.reveals
    if isinstance(action, Bar):
        return price(state, action).total, True
    if isinstance(action, Swap):
        return SPENT // 2, True
    return 0, not isinstance(action, Party)
