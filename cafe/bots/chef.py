"""`chef`: looks ahead over the others' replies and what may be drawn.

The evaluation of `regular` chooses a few turns. Each is followed through a round: every other player answers
with the turn that is best for that player, then the tiles to be drawn are dealt at random from all that are
unseen, then the best turn that the hand allows is evaluated. The same deals are used for every turn compared;
turns that fall behind are dropped, so that those in front are compared over more deals. In the card game the
others' hands are dealt at random too, and their replies found anew for each deal.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from cafe.bots.bot import Budget, Choice
from cafe.bots.lookahead import Lookahead
from cafe.bots.meter import Meter
from cafe.bots.reasons import reasons
from cafe.bots.regular import Judged, judged
from cafe.bots.weights import Weights, stored_weights
from cafe.rules.actions import Action
from cafe.rules.state import State
from cafe.rules.turns import apply
from cafe.rules.view import View

PLANS: Final = 32
"""Turns under way that are remembered."""


@dataclass(frozen=True)
class Settings:
    """How a chef spends the budget."""

    first: int = 5
    """Turns that are looked at more closely."""
    last: int = 2
    """Turns that are compared to the end."""
    prior: float = 3.0
    """How many deals the evaluation without looking ahead counts for."""
    deals: int = 400
    """Deals after which more would tell nothing new."""


@dataclass(slots=True, eq=False)
class Line:
    """A turn under examination: its evaluation and what its deals brought."""

    judged: Judged
    values: list[float] = field(default_factory=list)
    worth: float = 0.0
    """What the search makes of it in the end: the expected margin."""

    def mean(self, prior: float, shift: float) -> float:
        """The average over the deals and the evaluation, which is `shift` below what looking ahead finds."""
        return (sum(self.values) + prior * (self.judged.value + shift)) / (len(self.values) + prior)


class ChefBot:
    """Searches as long as the budget lasts."""

    def __init__(self, weights: Weights | None = None, settings: Settings | None = None) -> None:
        self._weights = stored_weights() if weights is None else weights
        self._settings = Settings() if settings is None else settings
        self._plans: OrderedDict[State, tuple[Action, ...]] = OrderedDict()

    def choose(self, view: View, legal: Sequence[Action], rng: Random, budget: Budget) -> Choice:
        """The first action of the best turn found; the rest of it is remembered for this very position."""
        if len(legal) == 1:
            return Choice(legal[0])
        planned = self._plans.pop(view.known, None)
        if planned is not None and planned[0] in legal:
            self._remember(view.known, planned)
            return Choice(planned[0], {"planned": True})
        meter = Meter(budget)
        lines = search(view, legal, rng, meter, self._weights, self._settings)
        if not lines:
            return Choice(legal[int(rng.random() * len(legal))])
        best = lines[0]
        self._remember(view.known, best.judged.option.actions)
        others = [line.judged.option for line in lines]
        info: dict[str, object] = {
            "points": best.judged.option.points,
            "deals": len(best.values),
            "nodes": meter.used,
            "reasons": reasons(view.known, best.judged.option, others),
        }
        return Choice(best.judged.option.actions[0], info)

    def _remember(self, state: State, actions: tuple[Action, ...]) -> None:
        if len(actions) > 1:
            after, _ = apply(state, actions[0])
            self._plans[after] = actions[1:]
            while len(self._plans) > PLANS:
                self._plans.popitem(last=False)


def search(
    view: View, legal: Sequence[Action], rng: Random, meter: Meter, weights: Weights, settings: Settings
) -> list[Line]:
    """The turns looked at, best first; those that fell behind early after those that did not."""
    turns = judged(view.known, weights, legal, tick=meter.tick)
    lines = [Line(turn) for turn in turns[: settings.first]]
    rest = [Line(turn) for turn in turns[settings.first :]]
    if len(lines) < 2:
        return _ranked(lines, settings)
    ahead = Lookahead(view, weights, meter)
    seed = int(rng.random() * 2**32)
    alive = list(lines)
    deal = 0
    while meter.is_left() and deal < settings.deals:
        done = []
        for line in alive:
            found = ahead.value(line.judged.option, Random(seed + deal))
            if found is None:
                break
            line.values.append(found)
            done.append(line)
        deal += 1
        if len(done) < len(alive):
            break
        if deal in (1, 3, 7, 15):
            alive = _ranked(alive, settings)[: max(settings.last, (len(alive) + 1) // 2)]
    ranked = _ranked(lines, settings)
    alive_first = sorted(ranked, key=lambda line: line not in alive)
    for line in rest:
        line.worth = line.judged.value + _shift(lines)
    return alive_first + rest


def _ranked(lines: list[Line], settings: Settings) -> list[Line]:
    """The lines by their average over the deals they have seen."""
    shift = _shift(lines)
    for line in lines:
        line.worth = line.mean(settings.prior, shift)
    return sorted(lines, key=lambda line: -line.worth)


def _shift(lines: list[Line]) -> float:
    """How much more looking ahead finds, on average, than the evaluation at once."""
    deals = sum(len(line.values) for line in lines)
    if not deals:
        return 0.0
    return sum(sum(line.values) - len(line.values) * line.judged.value for line in lines) / deals
