"""`greedy`: the complete turn that scores most now, with sensible choices between equals."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cafe.bots.bot import Budget, Choice
from cafe.bots.meter import Meter
from cafe.bots.options import Option, options
from cafe.bots.reasons import reasons
from cafe.bots.standing import cost_of, final, margin, tiles_to_come
from cafe.rules.actions import Action
from cafe.rules.guests import JOKERS
from cafe.rules.state import State
from cafe.rules.view import View

NEAR_THE_END = 8
"""With this few tiles or chairs left, guests in the hand begin to cost more than they promise."""


class GreedyBot:
    """Takes the most points that this turn can score."""

    def choose(self, view: View, legal: Sequence[Action], rng: Random, budget: Budget) -> Choice:
        """The first action of the best complete turn; ties are broken at random."""
        if len(legal) == 1:
            return Choice(legal[0])
        state, allowed = view.known, frozenset(legal)
        turns = [option for option in options(state, tick=Meter(budget).tick) if option.actions[0] in allowed]
        if not turns:
            return Choice(legal[int(rng.random() * len(legal))])
        worths = [worth(state, option) for option in turns]
        best_worth = max(worths)
        best = [option for option, found in zip(turns, worths, strict=True) if found == best_worth]
        option = best[int(rng.random() * len(best))]
        return Choice(option.actions[0], {"points": option.points, "reasons": reasons(state, option)})


def worth(before: State, option: Option) -> tuple[float, ...]:
    """Staying in the game comes first, then points, then one-nation tables, then jokers kept for later.

    A turn that ends the game counts by the lead it gives; near the end, tiles that leave the hand count too.
    """
    player, after = before.player, option.after
    if player in after.out:
        return (-1.0,)
    if after.over is not None:
        return (0.0, margin(after, player) - _lead(before, player))
    points = float(option.points)
    if min(tiles_to_come(before), before.free.bit_count()) <= NEAR_THE_END:
        points += cost_of(before, before.hands[player]) - cost_of(after, after.hands[player])
    one_nation = after.one_nation_tables[player] - before.one_nation_tables[player]
    jokers = sum(tile in (JOKERS, JOKERS + 1) for tile in after.hands[player])
    return (0.0, points, float(one_nation), float(jokers))


def _lead(state: State, player: int) -> float:
    """The lead over the best other player with the hands as they are."""
    others = (final(state, other) for other in range(state.players) if other != player)
    return float(final(state, player) - max(others))
