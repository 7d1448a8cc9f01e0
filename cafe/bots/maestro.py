"""`maestro`: follows a network that learned the game by self-play, and looks ahead in the time that is left.

The network's policy proposes a few complete turns; the best one that ends the game at once is looked at too.
Each is followed to its end, with the tiles to be drawn dealt at random from all that are unseen, the same
deals for every turn; then the policy plays a few steps for everybody, and the network values the position
reached. Turns that fall behind are dropped; the search ends when one is left or the budget is spent. Where
there is no time for it, the policy alone decides. Where hands are hidden, the values of the network and of
`chef` err in different ways, so `chef` is asked as well: its best turns are considered too, and its opinion
of a turn counts besides the results of the deals. Without NumPy, and in editions that no network has learned,
it plays as `chef` and says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from math import exp, log, sqrt
from random import Random
from typing import TYPE_CHECKING, Final

from cafe.bots.bot import Budget, Choice
from cafe.bots.chef import ChefBot, search
from cafe.bots.chef import settings_for as chef_settings_for
from cafe.bots.meter import Meter, undisturbed
from cafe.bots.network import MARGIN
from cafe.bots.options import Option, options
from cafe.bots.plans import Plans
from cafe.bots.reasons import reasons
from cafe.bots.runtime import missing
from cafe.bots.standing import margin
from cafe.bots.weights import stored_weights
from cafe.rules.actions import Action
from cafe.rules.edition import Edition
from cafe.rules.events import Event
from cafe.rules.outlook import outlook
from cafe.rules.seating import legal_actions
from cafe.rules.state import State
from cafe.rules.trial import stops
from cafe.rules.turns import apply
from cafe.rules.view import View, determinise, view

if TYPE_CHECKING:
    from cafe.bots.judge import Judge, Judgement
    from cafe.bots.network_file import Network

NEAR: Final = 4.0
"""Turns of `chef` that it rates below its best one by more than this many points are not considered."""
WIN: Final = 0.9
"""How much winning counts compared with the margin, as at the end of the networks' training."""


@dataclass(frozen=True)
class Settings:
    """How a maestro spends the budget."""

    turns: int = 8
    """How many turns are considered."""
    least: float = 0.005
    """Turns that the policy plays with a lower probability than this are not considered."""
    follow: int = 1
    """How many steps the policy plays for everybody after a turn before the position is valued. Where hands
    are hidden, they go on until the player is to move again: only then is the player's hand seen."""
    deals: int = 128
    round: int = 4
    """Deals between two checks which turns have fallen behind."""
    sure: int = 8
    """Deals before the first such check: the standard error of fewer says little."""
    behind: float = 2.5
    """A turn is behind by this many standard errors of the difference, deal by deal."""
    prior: float = 0.01
    """How much more a turn is worth that the policy plays e times as often."""
    advised: int = 0
    """How many of the turns that `chef` likes best are considered too."""
    advice: float = 0.0
    """How much more a turn is worth that `chef` rates one point higher."""


OPEN: Final = Settings()
HIDDEN: Final = Settings(turns=6, sure=16, prior=0.0, advised=4, advice=0.02)


def settings_for(edition: Edition) -> Settings:
    """How the budget is best spent in this game."""
    return OPEN if edition.open_hands else HIDDEN


@dataclass(slots=True, eq=False)
class Line:
    """A turn under examination: how likely the policy is to play it, and the results of its deals."""

    option: Option
    chance: float
    values: list[float] = field(default_factory=list)
    advice: float = 0.0
    """What `chef` thinks of it, on the scale of the values."""


@dataclass(frozen=True, slots=True)
class _Begun:
    actions: tuple[Action, ...]
    events: tuple[Event, ...]
    state: State
    chance: float


class MaestroBot:
    """Plays the turn that the network finds best."""

    def __init__(self, settings: Settings | None = None, network: Network | None = None) -> None:
        self._settings = settings
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
        settings = self._settings or settings_for(edition)
        lines = turns(judge, view.known, legal, judgement, settings, meter)
        if meter.is_left():
            add_endings(lines, view.known, legal, settings, meter)
        if settings.advised and meter.is_left():
            take_advice(lines, view, legal, settings, rng, meter)
        deals = look_ahead(judge, view, lines, settings, rng, meter)
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
    """The complete turns that the policy is most likely to play, the likeliest first."""
    begun = _followed(_Begun((), (), state, 0.0), legal, judgement, settings.turns)
    found: dict[object, Line] = {}
    player, score = state.player, state.scores[state.player]
    while begun:
        wide = settings.turns if meter.is_left() else 1
        open_: list[_Begun] = []
        for one in nlargest(wide, begun, key=lambda one: one.chance):
            if one.actions and stops(one.state, one.events, player):
                option = Option(one.actions, one.state.scores[player] - score, one.events, one.state)
                key = _key(option, player)
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


def _key(option: Option, player: int) -> object:
    """The same for turns that lead to the same position."""
    after = option.after
    return after.seated, after.hands[player], after.bar, after.player, after.over is None


def add_endings(
    lines: list[Line], state: State, legal: Sequence[Action], settings: Settings, meter: Meter
) -> None:
    """Add the best turn that ends the game at once: what it brings is certain, and the policy may miss it."""
    if all(limit.rounds > 1 for limit in outlook(state).limits):
        return
    player, allowed = state.player, frozenset(legal)
    known = {_key(line.option, player) for line in lines}
    endings = [
        option
        for option in options(state, tick=meter.tick)
        if option.after.over is not None and option.actions[0] in allowed
    ]
    best = max(endings, key=lambda option: _at_the_end(option.after, player), default=None)
    if best is not None and _key(best, player) not in known:
        lines.append(Line(best, settings.least))


def take_advice(
    lines: list[Line], seen: View, legal: Sequence[Action], settings: Settings, rng: Random, meter: Meter
) -> None:
    """Add the turns that `chef` likes best, and note for each line what `chef` thinks of it."""
    state, player = seen.known, seen.known.player
    advised = search(seen, legal, rng, meter, stored_weights("search.json"), chef_settings_for(state))
    if not advised:
        return
    worths = {_key(one.judged.option, player): one.worth for one in advised}
    known = {_key(line.option, player) for line in lines}
    best = advised[0].worth
    lines += [
        Line(one.judged.option, settings.least)
        for one in advised[: settings.advised]
        if one.worth > best - NEAR and _key(one.judged.option, player) not in known
    ]
    for line in lines:
        line.advice = settings.advice * worths.get(_key(line.option, player), best - 2 * NEAR)


def _followed(begun: _Begun, legal: Sequence[Action], judgement: Judgement, most: int) -> list[_Begun]:
    """The likeliest continuations."""
    ways = nlargest(most, zip(judgement.chances, legal, strict=True), key=lambda way: way[0])
    found: list[_Begun] = []
    for chance, action in ways:
        after, events = apply(begun.state, action)
        found.append(_Begun((*begun.actions, action), begun.events + events, after, begun.chance + chance))
    return found


def look_ahead(
    judge: Judge, seen: View, lines: list[Line], settings: Settings, rng: Random, meter: Meter
) -> int:
    """Follow the lines through deals and sort them, best first; returns how many deals there were."""
    alive = list(lines)
    player = seen.known.player
    deals = 0
    seed = int(rng.random() * 2**32)
    share = meter.share()
    steps = settings.follow if seen.known.edition.open_hands else 2 * seen.known.players
    a_round = (3 + steps) * share  # a step over some deals takes about as long as finding the turns did
    while len(alive) > 1 and deals < settings.deals and meter.is_left() and share + a_round <= 1:
        seeds = range(seed + deals, seed + deals + settings.round)
        worths = _dealt(judge, seen, alive, player, seeds, settings.follow)
        for line, values in zip(alive, worths, strict=True):
            line.values += values
        deals += settings.round
        meter.used += settings.round * len(alive)
        a_round, share = meter.share() - share, meter.share()
        if deals < settings.sure:
            continue
        best = max(alive, key=lambda line: _worth(line, settings))
        alive = [line for line in alive if line is best or not _is_behind(line, best, settings)]
    if deals:
        lines.sort(key=lambda line: (line not in alive, -_worth(line, settings)))
    return deals


def _worth(line: Line, settings: Settings) -> float:
    mean = sum(line.values) / len(line.values) if line.values else 0.0
    return mean + line.advice + settings.prior * log(line.chance + 1e-9)


def _is_behind(line: Line, best: Line, settings: Settings) -> bool:
    """Whether, deal by deal, the best one is better beyond doubt, or there is no difference at all."""
    gaps = [one - other for one, other in zip(best.values, line.values, strict=True)]
    deals = len(gaps)
    gap = sum(gaps) / deals
    variance = sum((one - gap) ** 2 for one in gaps) / (deals - 1)
    ahead = gap + best.advice - line.advice
    return ahead > settings.behind * sqrt(variance / deals) or (not variance and not gap)


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
    open_hands = seen.known.edition.open_hands
    running = list(zip(states, places, strict=True))
    step = 0
    while running:
        for state, (row, column) in running:
            if state.over is not None:
                worths[row][column] = _at_the_end(state, player)
        running = [one for one in running if one[0].over is None]
        choices = [legal_actions(state) for state, _ in running]
        answers = judge.ask([view(state, state.player).known for state, _ in running], choices)
        following = []
        for (state, (row, column)), legal, answer in zip(running, choices, answers, strict=True):
            if step >= follow if open_hands else state.player == player:
                win, lead = answer.expected((player - state.player) % state.players)
                worths[row][column] = _together(win, lead)
            else:
                action = max(zip(answer.chances, legal, strict=True), key=lambda way: way[0])[1]
                following.append((apply(state, action)[0], (row, column)))
        running, step = following, step + 1
    return worths


def _at_the_end(state: State, player: int) -> float:
    over = state.over
    if over is None:
        raise AssertionError("the game has not ended")
    win = (player in over.winners) / len(over.winners)
    return _together(win, margin(state, player))


def _together(win: float, lead: float) -> float:
    """Both as one number, weighted as in the networks' training."""
    return WIN * (2 * win - 1) + (1 - WIN) * lead / MARGIN
