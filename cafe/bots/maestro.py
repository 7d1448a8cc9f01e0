"""`maestro`: plays as a network that learned the game from itself, and looks ahead with what time is left.

The network's policy names a few complete turns. Each is followed to its end with the tiles to be drawn dealt
at random from all that are unseen, the same deals for every turn, then for a few steps of the policy,
everybody's, and the network values what is then seen. Turns that fall behind are dropped; the search ends
when one is left or the budget is spent. Where there is no time for it, the policy alone decides.
Without NumPy, and in editions that no network has learned, it plays as `chef` and says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from math import exp, log, sqrt
from random import Random
from typing import TYPE_CHECKING, Final

from cafe.bots.bot import Budget, Choice
from cafe.bots.chef import ChefBot
from cafe.bots.meter import Meter, undisturbed
from cafe.bots.network import MARGIN
from cafe.bots.options import Option
from cafe.bots.plans import Plans
from cafe.bots.reasons import reasons
from cafe.bots.runtime import missing
from cafe.bots.standing import margin
from cafe.rules.actions import Action
from cafe.rules.events import Event
from cafe.rules.seating import legal_actions
from cafe.rules.state import State
from cafe.rules.trial import stops
from cafe.rules.turns import apply
from cafe.rules.view import View, determinise, view

if TYPE_CHECKING:
    from cafe.bots.judge import Judge, Judgement
    from cafe.bots.network_file import Network

WIN: Final = 0.9
"""How much winning counts beside the margin: what the networks were trained for in the end."""


@dataclass(frozen=True)
class Settings:
    """How a maestro spends the budget."""

    turns: int = 8
    """Turns that are looked at."""
    least: float = 0.005
    """Turns less likely than this by the policy are not looked at."""
    follow: int = 1
    """Steps of the policy, everybody's, that a turn is followed for before what it led to is valued."""
    follow_hidden: int = 16
    """The same where hands are hidden: there values are less reliable than play."""
    deals: int = 128
    round: int = 4
    """Deals between two looks at who has fallen behind."""
    sure: int = 8
    """Deals before the first such look: of fewer a standard error says little."""
    behind: float = 2.5
    """What is behind: by so many standard errors of the difference, deal by deal."""
    prior: float = 0.01
    """What a turn that is e times as likely by the policy is worth more."""


@dataclass(slots=True, eq=False)
class Line:
    """A turn under examination: how likely the policy plays it, and what its deals brought."""

    option: Option
    chance: float
    values: list[float] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Begun:
    actions: tuple[Action, ...]
    events: tuple[Event, ...]
    state: State
    chance: float


class MaestroBot:
    """Plays the turn that the network finds best."""

    def __init__(self, settings: Settings | None = None, network: Network | None = None) -> None:
        self._settings = settings or Settings()
        self._network = network
        self._plans = Plans()
        self._chef = ChefBot()

    def choose(self, view: View, legal: Sequence[Action], rng: Random, budget: Budget) -> Choice:
        """The first action of the best turn found; the rest of it is remembered for this very position."""
        state = view.known
        reason = missing(state.edition) if self._network is None else None
        if reason is None:
            return self._choose(view, legal, rng, budget)
        choice = self._chef.choose(view, legal, rng, budget)
        return Choice(choice.action, {**choice.info, "plays_as": "chef", "because": reason})

    @undisturbed()
    def _choose(self, view: View, legal: Sequence[Action], rng: Random, budget: Budget) -> Choice:
        from cafe.bots.judge import Judge, judge_for

        if len(legal) == 1:
            return Choice(legal[0])
        planned = self._plans.recall(view.known, legal)
        if planned is not None:
            return Choice(planned, {"planned": True})
        meter = Meter(budget)
        edition = view.known.edition
        judge = judge_for(edition) if self._network is None else Judge(edition, self._network)
        judgement = judge.ask([view.known], [legal])[0]
        lines = turns(judge, view.known, legal, judgement, self._settings, meter)
        follow = self._settings.follow if edition.open_hands else self._settings.follow_hidden
        deals = look_ahead(judge, view, lines, self._settings, follow, rng, meter)
        best = lines[0]
        self._plans.keep(view.known, best.option.actions)
        win, lead = judgement.expected(0)
        info: dict[str, object] = {
            "points": best.option.points,
            "win": round(win, 3),
            "value": round(lead, 1),
            "deals": deals,
            "reasons": reasons(view.known, best.option, [line.option for line in lines]),
        }
        return Choice(best.option.actions[0], info)


def turns(
    judge: Judge,
    state: State,
    legal: Sequence[Action],
    judgement: Judgement,
    settings: Settings,
    meter: Meter,
) -> list[Line]:
    """The complete turns that the policy plays most likely, the likeliest first."""
    begun = _followed(_Begun((), (), state, 0.0), legal, judgement, settings.turns)
    found: dict[object, Line] = {}
    player, score = state.player, state.scores[state.player]
    while begun:
        wide = settings.turns if meter.is_left() else 1
        open_: list[_Begun] = []
        for one in nlargest(wide, begun, key=lambda one: one.chance):
            if one.actions and stops(one.state, one.events, player):
                after = one.state
                key = (after.seated, after.hands[player], after.bar, after.player, after.over is None)
                option = Option(one.actions, after.scores[player] - score, one.events, after)
                known = found.get(key)
                if known is None or known.chance < exp(one.chance):
                    found[key] = Line(option, exp(one.chance))
            else:
                open_.append(one)
        choices = [legal_actions(one.state) for one in open_]
        begun = [
            following
            for one, actions, judged in zip(
                open_, choices, judge.ask([one.state for one in open_], choices), strict=True
            )
            for following in _followed(one, actions, judged, settings.turns)
        ]
    lines = sorted(found.values(), key=lambda line: -line.chance)
    return [line for line in lines[: settings.turns] if line is lines[0] or line.chance >= settings.least]


def _followed(begun: _Begun, legal: Sequence[Action], judgement: Judgement, most: int) -> list[_Begun]:
    """The likeliest ways on."""
    ways = nlargest(most, zip(judgement.chances, legal, strict=True), key=lambda way: way[0])
    found: list[_Begun] = []
    for chance, action in ways:
        after, events = apply(begun.state, action)
        found.append(_Begun((*begun.actions, action), begun.events + events, after, begun.chance + chance))
    return found


def look_ahead(
    judge: Judge, seen: View, lines: list[Line], settings: Settings, follow: int, rng: Random, meter: Meter
) -> int:
    """Follow the lines through deals and sort them, best first; how many deals there were."""
    alive = list(lines)
    player = seen.known.player
    deals = 0
    seed = int(rng.random() * 2**32)
    share = meter.share()
    a_round = (3 + follow) * share  # asking about some deals takes about as long a step as the turns did
    while len(alive) > 1 and deals < settings.deals and meter.is_left() and share + a_round <= 1:
        seeds = range(seed + deals, seed + deals + settings.round)
        worths = _dealt(judge, seen, alive, player, seeds, follow)
        for line, values in zip(alive, worths, strict=True):
            line.values += values
        deals += settings.round
        meter.used += settings.round * len(alive)
        a_round, share = meter.share() - share, meter.share()
        if deals < settings.sure:
            continue
        best = max(alive, key=lambda line: _worth(line, settings))
        alive = [line for line in alive if line is best or not _is_behind(line, best, settings)]
    lines.sort(key=lambda line: (line not in alive, -_worth(line, settings)))
    return deals


def _worth(line: Line, settings: Settings) -> float:
    mean = sum(line.values) / len(line.values) if line.values else 0.0
    return mean + settings.prior * log(line.chance + 1e-9)


def _is_behind(line: Line, best: Line, settings: Settings) -> bool:
    """Whether deal by deal the best is better beyond doubt, or makes no difference at all."""
    gaps = [one - other for one, other in zip(best.values, line.values, strict=True)]
    deals = len(gaps)
    gap = sum(gaps) / deals
    variance = sum((one - gap) ** 2 for one in gaps) / (deals - 1)
    return gap > settings.behind * sqrt(variance / deals) or (not variance and not gap)


def _dealt(
    judge: Judge, seen: View, lines: Sequence[Line], player: int, seeds: range, follow: int
) -> list[list[float]]:
    """What each line is worth in each of these deals."""
    worths: list[list[float]] = [[0.0] * len(seeds) for _ in lines]
    states: list[State] = []
    places: list[tuple[int, int]] = []
    for column, seed in enumerate(seeds):
        begin = determinise(seen, Random(seed))
        for row, line in enumerate(lines):
            state = begin
            for action in line.option.actions:
                state, _ = apply(state, action)
            states.append(state)
            places.append((row, column))
    for step in range(follow + 1):
        for state, (row, column) in zip(states, places, strict=True):
            if state.over is not None:
                worths[row][column] = _at_the_end(state, player)
        under_way = [index for index, state in enumerate(states) if state.over is None]
        states, places = [states[index] for index in under_way], [places[index] for index in under_way]
        choices = [legal_actions(state) for state in states]
        answers = judge.ask([view(state, state.player).known for state in states], choices)
        if step == follow:
            for state, (row, column), answer in zip(states, places, answers, strict=True):
                win, lead = answer.expected((player - state.player) % state.players)
                worths[row][column] = _together(win, lead)
        else:
            states = [
                apply(state, max(zip(answer.chances, legal, strict=True), key=lambda way: way[0])[1])[0]
                for state, legal, answer in zip(states, choices, answers, strict=True)
            ]
    return worths


def _at_the_end(state: State, player: int) -> float:
    over = state.over
    if over is None:
        raise AssertionError("the game has not ended")
    win = (player in over.winners) / len(over.winners)
    return _together(win, margin(state, player))


def _together(win: float, lead: float) -> float:
    """Both as one number, as the networks were trained for it."""
    return WIN * (2 * win - 1) + (1 - WIN) * lead / MARGIN
