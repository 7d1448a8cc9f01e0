"""`chef`: looks ahead over the others' replies and what may be drawn.

The evaluation of `regular` chooses a few turns. Each is followed through a round: every other player answers
with the turn that is best for that player, then the tiles to be drawn are dealt at random from all that are
unseen, then the best turn that the hand allows is evaluated. The same deals are used for every turn compared;
turns that fall behind are dropped, so that those in front are compared over more deals, and the search ends
when one is left. With time left, two rounds are followed, then three. In the card game the others' hands are
dealt at random too.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Final

from cafe.bots.bot import Budget, Choice
from cafe.bots.lookahead import Lookahead
from cafe.bots.meter import Meter, undisturbed
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
    """Turns that are looked at more closely; of those that the evaluation finds equal, only one."""
    last: int = 2
    """Turns that are compared to the end."""
    prior: float = 3.0
    """How many deals the evaluation without looking ahead counts for."""
    deals: tuple[int, ...] = (8, 40, 400)
    """How many deals are looked at one round ahead, then two rounds, then three."""
    least: int = 5
    """Deals before a turn is dropped for being clearly behind."""
    clear: float = 3.0
    """What is clearly behind: by so many standard errors of the difference, deal by deal."""


@dataclass(slots=True, eq=False)
class Line:
    """A turn under examination: what it seems worth, and what its deals brought."""

    judged: Judged
    worth: float
    """The expected margin at the end: of the evaluation first, then of every round of looking ahead."""
    values: list[float] = field(default_factory=list)
    deals: int = 0

    def add(self, value: float) -> None:
        """Take one more deal into account."""
        self.values.append(value)
        self.deals += 1


class ChefBot:
    """Searches as long as the budget lasts."""

    def __init__(self, weights: Weights | None = None, settings: Settings | None = None) -> None:
        self._weights = stored_weights() if weights is None else weights
        self._settings = Settings() if settings is None else settings
        self._plans: OrderedDict[State, tuple[Action, ...]] = OrderedDict()

    @undisturbed()
    def choose(self, view: View, legal: Sequence[Action], rng: Random, budget: Budget) -> Choice:
        """The first action of the best turn found; the rest of it is remembered for this very position."""
        if len(legal) == 1:
            return Choice(legal[0])
        planned = self._plans.get(view.known)
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
            "deals": best.deals,
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
    lines = [Line(turn, turn.value) for turn in turns]
    alive = _different(lines)[: settings.first]
    if len(alive) < 2:
        return lines
    ahead = Lookahead(view, weights, meter)
    seed = int(rng.random() * 2**32)
    for rounds, deals in enumerate(settings.deals, 1):
        for deal in range(deals):
            values = _deal(alive, ahead, rounds, seed + 1000 * rounds + deal)
            if len(values) < len(alive):
                break
            for line, value in zip(alive, values, strict=True):
                line.add(value)
            if deal in (0, 2, 6) and len(alive) > settings.last:
                alive = _best(alive, settings.prior, max(settings.last, (len(alive) + 1) // 2))
            if deal + 1 >= settings.least:
                alive = _in_front(alive, settings)
            if len(alive) < 2:
                break
        _settle(alive, settings.prior)
        if len(alive) < 2 or not meter.is_left():
            break
    alive.sort(key=lambda line: -line.worth)
    return alive + [line for line in lines if line not in alive]


def _different(lines: list[Line]) -> list[Line]:
    """The lines, best first, without those that the evaluation cannot tell from a better one."""
    found: dict[float, Line] = {}
    for line in lines:
        found.setdefault(round(line.worth, 6), line)
    return list(found.values())


def _deal(lines: list[Line], ahead: Lookahead, rounds: int, seed: int) -> list[float]:
    """What one and the same deal brings to each line; fewer if the budget runs out."""
    found: list[float] = []
    for line in lines:
        value = ahead.value(line.judged.option, rounds, Random(seed))
        if value is None:
            break
        found.append(value)
    return found


def _means(lines: list[Line], prior: float) -> list[float]:
    """What each line seems worth: what was known counts as `prior` deals.

    Looking ahead finds more or less than the evaluation for all lines alike; that difference is taken out.
    """
    deals = sum(len(line.values) for line in lines)
    if not deals:
        return [line.worth for line in lines]
    shift = sum(sum(line.values) - len(line.values) * line.worth for line in lines) / deals
    return [
        (sum(line.values) - len(line.values) * shift + prior * line.worth) / (len(line.values) + prior)
        for line in lines
    ]


def _best(lines: list[Line], prior: float, count: int) -> list[Line]:
    """So many of the lines, best first; the others are done with and keep what they seem worth."""
    means = _means(lines, prior)
    order = sorted(range(len(lines)), key=lambda index: -means[index])
    for index in order[count:]:
        lines[index].worth = means[index]
    return [lines[index] for index in order[:count]]


def _in_front(lines: list[Line], settings: Settings) -> list[Line]:
    """The best line and those that are not clearly behind it; the others keep what they seem worth."""
    ranked = _best(lines, settings.prior, len(lines))
    best = ranked[0]
    found = [best]
    for line, mean in zip(ranked[1:], _means(ranked, settings.prior)[1:], strict=True):
        if _is_behind(line, best, settings.clear):
            line.worth = mean
        else:
            found.append(line)
    return found


def _is_behind(line: Line, best: Line, clear: float) -> bool:
    """Whether deal by deal the best is better beyond doubt, or makes no difference at all."""
    gaps = [one - other for one, other in zip(best.values, line.values, strict=True)]
    deals = len(gaps)
    gap = sum(gaps) / deals
    variance = sum((one - gap) ** 2 for one in gaps) / (deals - 1)
    return gap >= clear * sqrt(variance / deals)


def _settle(lines: list[Line], prior: float) -> None:
    """Make of the deals so far what each line is worth, and begin anew."""
    for line, mean in zip(lines, _means(lines, prior), strict=True):
        line.worth = mean
        line.values.clear()
