"""`chef`: looks ahead over the others' replies and what may be drawn.

The evaluation chooses some turns; with two players and open hands, its value after the reply narrows them
down. Each is followed through a round: every other player answers with the turn that is best for that player,
then the tiles to be drawn are dealt at random from all that are unseen, then the best turn that the hand
allows is evaluated. The same deals are used for every turn compared; turns that fall behind are dropped, so
that those in front are compared over more deals, and the search ends when one is left. With time left, more
rounds are followed. Where hands are hidden they are dealt at random too, and only what the others could
answer is found for each deal; so are the tables that follow a cleared one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf, sqrt
from random import Random
from typing import Final

from cafe.bots.bot import Budget, Choice
from cafe.bots.guess import Guess
from cafe.bots.lookahead import Lookahead
from cafe.bots.meter import Meter, undisturbed
from cafe.bots.plans import Plans
from cafe.bots.reasons import reasons
from cafe.bots.regular import Judged, judged
from cafe.bots.weights import Weights, stored_weights
from cafe.rules.actions import Action
from cafe.rules.state import State
from cafe.rules.view import View

FEW: Final = 3
"""From this many deals on, their own variance counts."""
GUESS: Final = 30.0
"""Until then, the assumed variance in points, for each round."""


@dataclass(frozen=True)
class Settings:
    """How a chef spends the budget."""

    near: float = 15.0
    """Turns that the evaluation rates below the best by more than this many points are not considered."""
    replied: int = 10
    """Turns whose replies are found; of those that the evaluation finds equal, only one."""
    replying: float = 0.5
    """How much of the budget that may take."""
    narrowing: tuple[tuple[float, int], ...] = ((0.0, 5), (0.5, 3), (0.75, 2))
    """How many turns are compared, and from which share of the budget on."""
    stages: tuple[tuple[int, float], ...] = ((8, 13.0), *((12, 8.0),) * 5, (400, 8.0))
    """How many deals are followed for one round, then for two, and so on; and the variance, in points, of
    what the deals can still add to what was known before."""
    least: int = 5
    """Deals before a turn may be dropped for being clearly behind."""
    clear: float = 3.0
    """What is clearly behind: by this many standard errors of the difference, deal by deal,"""
    sure: float = 4.0
    """and by this many points as well, because looking further may change them."""


OPEN: Final = Settings()
HIDDEN: Final = Settings(near=4.0, narrowing=((0.0, 10),), stages=((16, inf),), sure=1.0)
"""Where hands are hidden, a deal costs little, and the evaluation is part of its result."""


def settings_for(state: State) -> Settings:
    """How the budget is best spent in this game."""
    return OPEN if state.edition.open_hands else HIDDEN


@dataclass(slots=True, eq=False)
class Line:
    """A turn under examination: its estimated worth, and the results of its deals."""

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
        self._weights = stored_weights("search.json") if weights is None else weights
        self._settings = settings
        self._plans = Plans()

    @undisturbed()
    def choose(self, view: View, legal: Sequence[Action], rng: Random, budget: Budget) -> Choice:
        """The first action of the best turn found; the rest of it is remembered for exactly this position."""
        if len(legal) == 1:
            return Choice(legal[0])
        planned = self._plans.recall(view.known, legal)
        if planned is not None:
            return Choice(planned, {"planned": True})
        meter = Meter(budget)
        settings = self._settings or settings_for(view.known)
        lines = search(view, legal, rng, meter, self._weights, settings)
        if not lines:
            return Choice(legal[int(rng.random() * len(legal))])
        best = lines[0]
        self._plans.keep(view.known, best.judged.option.actions)
        others = [line.judged.option for line in lines]
        info: dict[str, object] = {
            "points": best.judged.option.points,
            "deals": best.deals,
            "nodes": meter.used,
            "reasons": reasons(view.known, best.judged.option, others),
        }
        return Choice(best.judged.option.actions[0], info)


def search(
    view: View, legal: Sequence[Action], rng: Random, meter: Meter, weights: Weights, settings: Settings
) -> list[Line]:
    """The turns considered, best first; those that were dropped early come after those that were not."""
    state = view.known
    turns = judged(state, weights, legal, tick=meter.tick)
    ahead = Lookahead(state, weights, meter) if state.edition.open_hands else Guess(view, weights, meter)
    lines = sorted((Line(turn, ahead.before(turn)) for turn in turns), key=lambda line: -line.worth)
    alive = [line for line in _different(lines) if line.worth > lines[0].worth - settings.near]
    if len(alive) < 2:
        return lines
    if state.players == 2 and isinstance(ahead, Lookahead):
        alive = _replied(alive, ahead, meter, settings)
    alive = alive[: _room(meter, settings)]
    seed = int(rng.random() * 2**32)
    for rounds, (deals, doubt) in enumerate(settings.stages, 1):
        prior = scatter = 0.0
        for deal in range(deals):
            values = _deal(alive, ahead, rounds, seed + 1000 * rounds + deal)
            if len(values) < len(alive):
                break
            for line, value in zip(alive, values, strict=True):
                line.add(value)
            scatter = _scatter(alive, rounds)
            prior = scatter / doubt
            alive = _best(alive, prior, _room(meter, settings))
            if deal + 1 >= settings.least:
                alive = _in_front(alive, prior, settings)
            if len(alive) < 2 or not scatter:
                break
        _settle(alive, prior)
        if len(alive) < 2 or not meter.is_left():
            break
    alive.sort(key=lambda line: -line.worth)
    return alive + [line for line in lines if line not in alive]


def _room(meter: Meter, settings: Settings) -> int:
    """How many turns may still be compared."""
    share = meter.share()
    return [count for begin, count in settings.narrowing if share >= begin][-1]


def _different(lines: list[Line]) -> list[Line]:
    """The lines, best first, without those that the evaluation cannot tell from a better one."""
    found: dict[float, Line] = {}
    for line in lines:
        found.setdefault(round(line.worth, 6), line)
    return list(found.values())


def _replied(lines: list[Line], ahead: Lookahead, meter: Meter, settings: Settings) -> list[Line]:
    """The lines whose replies could be found in time, by what they are worth after them, best first."""
    found: list[Line] = []
    for line in lines[: settings.replied]:
        if len(found) >= _room(meter, settings) and meter.share() > settings.replying:
            break
        worth = ahead.after_replies(line.judged)
        if worth is None:
            return lines
        line.worth = worth
        found.append(line)
    return sorted(found, key=lambda line: -line.worth)


def _deal(lines: list[Line], ahead: Lookahead | Guess, rounds: int, seed: int) -> list[float]:
    """The result of the same deal for each line; fewer if the budget runs out."""
    found: list[float] = []
    for line in lines:
        value = ahead.value(line.judged, rounds, seed)
        if value is None:
            break
        found.append(value)
    return found


def _scatter(lines: list[Line], rounds: int) -> float:
    """The variance of the difference between two lines from deal to deal; a guess while there are few."""
    deals, count = len(lines[0].values), len(lines)
    if deals < FEW:
        return GUESS * rounds
    centres = [sum(column) / count for column in zip(*(line.values for line in lines), strict=True)]
    total = 0.0
    for line in lines:
        gaps = [value - centre for value, centre in zip(line.values, centres, strict=True)]
        mean = sum(gaps) / deals
        total += sum((gap - mean) ** 2 for gap in gaps)
    return 2 * total / ((deals - 1) * (count - 1))


def _means(lines: list[Line], prior: float) -> list[float]:
    """The estimated worth of each line: what was known counts as `prior` deals, more if they vary more.

    Looking ahead finds more or less than the evaluation for all lines alike; that difference is removed.
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
    """This many of the lines, best first; the others are done and keep their estimated worth."""
    means = _means(lines, prior)
    order = sorted(range(len(lines)), key=lambda index: -means[index])
    for index in order[count:]:
        lines[index].worth = means[index]
    return [lines[index] for index in order[:count]]


def _in_front(lines: list[Line], prior: float, settings: Settings) -> list[Line]:
    """The best line and those that are not clearly behind it; the others keep their estimated worth."""
    ranked = _best(lines, prior, len(lines))
    best = ranked[0]
    found = [best]
    for line, mean in zip(ranked[1:], _means(ranked, prior)[1:], strict=True):
        if _is_behind(line, best, settings):
            line.worth = mean
        else:
            found.append(line)
    return found


def _is_behind(line: Line, best: Line, settings: Settings) -> bool:
    """Whether, deal by deal, the best one is better beyond doubt, or there is no difference at all."""
    gaps = [one - other for one, other in zip(best.values, line.values, strict=True)]
    deals = len(gaps)
    gap = sum(gaps) / deals
    variance = sum((one - gap) ** 2 for one in gaps) / (deals - 1)
    if not variance:
        return not gap or gap >= settings.sure
    return gap >= settings.clear * sqrt(variance / deals) + settings.sure


def _settle(lines: list[Line], prior: float) -> None:
    """Turn the deals so far into what each line is worth, and start new ones."""
    for line, mean in zip(lines, _means(lines, prior), strict=True):
        line.worth = mean
        line.values.clear()
