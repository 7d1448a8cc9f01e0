"""`random`: any legal action, each equally likely."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cafe.bots.bot import Budget, Choice
from cafe.rules.actions import Action
from cafe.rules.view import View


class RandomBot:
    """Plays any legal action."""

    def choose(self, view: View, legal: Sequence[Action], rng: Random, budget: Budget) -> Choice:
        """Any of the legal actions."""
        return Choice(legal[int(rng.random() * len(legal))])
