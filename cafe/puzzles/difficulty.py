"""How hard a puzzle seems: which bots find it."""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from random import Random
from typing import Final

from cafe.bots.bot import Bot, Budget
from cafe.bots.chef import ChefBot
from cafe.bots.easy import EasyBot
from cafe.bots.greedy import GreedyBot
from cafe.bots.options import Option
from cafe.bots.regular import RegularBot
from cafe.bots.runtime import missing
from cafe.rules.seating import legal_actions
from cafe.rules.state import State
from cafe.rules.trial import stops
from cafe.rules.turns import apply
from cafe.rules.view import View

EASIEST: Final = 900
LADDER: Final[tuple[tuple[Callable[[], Bot], int, int], ...]] = (
    (EasyBot, 16, 300),
    (GreedyBot, 8, 300),
    (RegularBot, 1, 250),
    (ChefBot, 1, 200),
)
"""Bots, how often each tries, and how much higher a puzzle that it never solves is rated."""
POLICY: Final = 150
"""The same for the network's policy, by how likely it is to play one of the best turns."""
NODES: Final = 4_000
"""How much a bot may think; in nodes, so that it can be repeated."""


def rating_of(seen: View, best: list[Option], is_best: Callable[[State], bool]) -> int:
    """The rating before anybody has tried it; `is_best` is asked about what a turn led to."""
    rating = float(EASIEST)
    for make, tries, worth in LADDER:
        found = sum(is_best(_played(make(), seen, Random(lot))) for lot in range(tries))
        rating += worth * (1 - found / tries)
    if missing(seen.known.edition) is None:
        rating += POLICY * (1 - min(1.0, sum(_chance(seen.known, option) for option in best)))
    return round(rating)


def _played(bot: Bot, seen: View, rng: Random) -> State:
    """What a bot's turn leads to."""
    player, state = seen.known.player, seen.known
    while True:
        budget = Budget(nodes=NODES)
        action = bot.choose(View(player, state), legal_actions(state), rng, budget).action
        state, events = apply(state, action)
        if stops(state, events, player):
            return state


def _chance(known: State, option: Option) -> float:
    """How likely the network's policy is to play a turn, in this order."""
    from cafe.bots.judge import judge_for

    chance, state = 0.0, known
    for action in option.actions:
        legal = legal_actions(state)
        chance += judge_for(known.edition).ask([state], [legal])[0].chances[legal.index(action)]
        state, _ = apply(state, action)
    return exp(chance)
