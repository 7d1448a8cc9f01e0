"""A bot's whole turn: its choices in order, as far as they can be made now."""

from __future__ import annotations

from random import Random

from cafe.bots.bot import Bot, Budget, Choice
from cafe.rules.seating import legal_actions
from cafe.rules.state import State
from cafe.rules.trial import try_actions
from cafe.rules.view import view


def whole_turn(bot: Bot, state: State, rng: Random, budget: Budget) -> list[Choice]:
    """What the bot does for the rest of this turn, up to its end or to a reveal."""
    choices: list[Choice] = []
    trial = try_actions(state, ())
    while not choices or not trial.stops:
        now = trial.state
        choices.append(bot.choose(view(now, now.player), legal_actions(now), rng, budget))
        trial = try_actions(now, (choices[-1].action,))
    return choices
