"""`greedy`: the complete turn that brings the most points now, sensible between equals."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cafe.bots.bot import Budget, Choice
from cafe.rules.actions import Action, Swap
from cafe.rules.ahead import CompleteTurn, turns
from cafe.rules.guests import JOKERS
from cafe.rules.scoring import hand_size
from cafe.rules.state import State
from cafe.rules.view import View, determinise

NEAR_THE_END = 8
"""So few tiles before the end of the bag, guests in the hand begin to cost more than they promise."""


class GreedyBot:
    """Takes the most points that this turn can bring."""

    def choose(self, view: View, legal: Sequence[Action], rng: Random, budget: Budget) -> Choice:
        """The first action of the best complete turn."""
        if len(legal) == 1:
            return Choice(legal[0])
        state = determinise(view, rng)
        allowed = set(legal)
        best: list[CompleteTurn] = []
        best_worth: tuple[float, ...] = ()
        for turn in turns(state):
            worth = _worth(state, turn)
            if turn.actions[0] in allowed and worth >= best_worth:
                best = [turn, *best] if worth == best_worth else [turn]
                best_worth = worth
        if not best:
            return Choice(legal[int(rng.random() * len(legal))])
        turn = best[int(rng.random() * len(best))]
        return Choice(turn.actions[0], {"points": turn.points, "steps": len(turn.actions)})


def _worth(before: State, turn: CompleteTurn) -> tuple[float, ...]:
    """Points first; then fewer tiles to keep, then jokers and company kept for later."""
    player, after = before.player, turn.after
    if player in after.out:
        return (float("-inf"),)
    if after.over is not None:
        return (float(_lead(after) - _standing(before)), 0.0, 0.0)
    shed = len(before.hands[player]) - _kept(before, turn)
    jokers = sum(tile >= JOKERS for tile in after.hands[player])
    near = len(before.bag) - before.edition.bag_rest <= NEAR_THE_END
    points = float(turn.points)
    if near:
        points += before.edition.penalty * shed - before.edition.joker_penalty / 2 * jokers
    one_nation = after.one_nation_tables[player] - before.one_nation_tables[player]
    swap = any(isinstance(action, Swap) for action in turn.actions)
    return (points, float(one_nation), float(jokers - (2 if swap and near else 0)))


def _kept(before: State, turn: CompleteTurn) -> int:
    """Tiles the player will hold at the end of the turn, whatever the draws bring."""
    player = before.player
    held = len(turn.after.hands[player])
    return held if not before.edition.refills else min(held, hand_size(turn.after, player))


def _standing(before: State) -> int:
    """The player's lead as it stands, with the hands as they are."""
    player = before.player
    return before.scores[player] - max(score for other, score in enumerate(before.scores) if other != player)


def _lead(after: State) -> int:
    """The player's lead at the end of the game."""
    if after.over is None:
        raise AssertionError("asked for a lead before the end")
    player = after.player
    final = after.over.final
    return final[player] - max(points for other, points in enumerate(final) if other != player)
