"""`regular`: the complete turn that leaves the best position by the evaluation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from cafe.bots.bot import Budget, Choice
from cafe.bots.evaluation import value
from cafe.bots.meter import Meter, undisturbed
from cafe.bots.offers import unseen_tiles
from cafe.bots.options import LIMIT, Option, options, promise
from cafe.bots.plans import Plans
from cafe.bots.reasons import reasons
from cafe.bots.weights import Weights, stored_weights
from cafe.rules.actions import Action
from cafe.rules.state import State
from cafe.rules.view import View

WIDTH = 40
"""The most turns evaluated; if there are more, the most promising ones."""
MOST_MS = 35.0
"""The most time for planning a turn, even if the budget allows more; hardly any turn needs it."""
LATER_MS = 7.0
"""The same in the middle of a turn, where something new was revealed and little is left to decide."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A complete turn and its evaluation."""

    option: Option
    value: float


class RegularBot:
    """Evaluates what every turn scores and what it leaves for the others."""

    def __init__(self, weights: Weights | None = None) -> None:
        self._weights = stored_weights() if weights is None else weights
        self._plans = Plans()

    @undisturbed()
    def choose(self, view: View, legal: Sequence[Action], rng: Random, budget: Budget) -> Choice:
        """The first action of the turn with the best evaluation; the rest of it is remembered."""
        if len(legal) == 1:
            return Choice(legal[0])
        planned = self._plans.recall(view.known, legal)
        if planned is not None:
            return Choice(planned, {"planned": True})
        most = LATER_MS if view.known.taken else MOST_MS
        meter = Meter(replace(budget, ms=min(budget.ms, most)))
        turns = judged(view.known, self._weights, legal, tick=meter.tick)
        if not turns:
            return Choice(legal[int(rng.random() * len(legal))])
        best = turns[0]
        self._plans.keep(view.known, best.option.actions)
        others = [turn.option for turn in turns]
        info: dict[str, object] = {
            "points": best.option.points,
            "value": round(best.value, 2),
            "reasons": reasons(view.known, best.option, others),
        }
        return Choice(best.option.actions[0], info)


def judged(
    state: State,
    weights: Weights,
    legal: Sequence[Action] | None = None,
    width: int = WIDTH,
    limit: int = LIMIT,
    tick: Callable[[], bool] | None = None,
) -> list[Judged]:
    """The complete turns from what is known here, best evaluation first; only those that begin with `legal`.

    Of more than `width` turns, those that promise most are evaluated, and no more once `tick` returns false.
    """
    found = options(state, limit, tick)
    if legal is not None:
        allowed = frozenset(legal)
        found = [option for option in found if option.actions[0] in allowed]
    found.sort(key=lambda option: -promise(option))
    del found[width:]
    player, unseen = state.player, unseen_tiles(state)
    turns: list[Judged] = []
    for option in found:
        turns.append(Judged(option, value(option.after, player, weights, unseen)))
        if tick is not None and not tick():
            break
    turns.sort(key=lambda turn: -turn.value)
    return turns
