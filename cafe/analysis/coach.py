"""What a player missed in a turn, judged only by what that player could see."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from cafe.analysis.decision import Comparison, compare, label, look_again
from cafe.analysis.valuation import Valuation
from cafe.rules.actions import Action
from cafe.rules.view import View


class Choice(NamedTuple):
    """What a player saw and then did: a turn, or part of one up to something being revealed."""

    seen: View
    actions: Sequence[Action]


class Advice(NamedTuple):
    """What the coach says about a turn."""

    costliest: int
    """Which of its choices the comparison is about: the one that cost most."""
    comparison: Comparison
    label: str


def advise(choices: Sequence[Choice], seed: int) -> Advice:
    """What was missed in a turn. The same seed gives the same advice."""
    valuation, rng = Valuation(choices[0].seen.known.edition), Random(seed)
    found = [compare(valuation, choice.seen, choice.actions, rng) for choice in choices]
    costliest = max(range(len(found)), key=lambda index: found[index].loss)
    comparison = look_again(valuation, choices[costliest].seen, found[costliest], rng)
    return Advice(costliest, comparison, label(comparison.loss, comparison.doubt))
