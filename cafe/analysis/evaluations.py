"""What the bots' own evaluations make of a position for one player, with every hand open.

Who looks back at a game may see the hands that were hidden while it was played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from cafe.bots.evaluation import value
from cafe.bots.reply import best_reply
from cafe.bots.runtime import FAMILIES, missing_library
from cafe.bots.standing import final
from cafe.bots.weights import stored_weights
from cafe.rules.edition import Edition
from cafe.rules.seating import legal_actions
from cafe.rules.state import State
from cafe.rules.view import view

Asked = Sequence[tuple[State, int]]
"""Positions of running games, each with the player for whom it is evaluated."""


@dataclass(frozen=True)
class Care:
    """How many turns are compared over how many deals."""

    width: int
    """Turns that are compared at first; of more, those that promise most at once."""
    rounds: tuple[tuple[int, int], ...]
    """How many deals more are looked at, and how many turns stay besides the one that was played."""
    deals: int
    """How many other deals then tell what the best one and the one that was played are worth."""


class Evaluation(Protocol):
    """What a valuation rests on."""

    @property
    def name(self) -> str:
        """What it is called in the calibration."""
        ...

    @property
    def care(self) -> Care:
        """What it leaves time for: 20 seconds for a board game, 5 for a card game."""
        ...

    def margins(self, asked: Asked) -> list[float]:
        """The margin at the end that each may expect, by this evaluation."""
        ...


class Replies:
    """The evaluation of `regular` after the turn that it likes best for the player to move."""

    name: Final = "replies"
    care: Final = Care(12, ((1, 5), (4, 3), (4, 2)), 6)

    def margins(self, asked: Asked) -> list[float]:
        """What the position after the reply is worth to each."""
        known: dict[State, State] = {}
        found = []
        for state, player in asked:
            if state not in known:
                known[state] = best_reply(view(state, state.player).known, stored_weights(), bool).after
            found.append(self._worth(known[state], state, player))
        return found

    def _worth(self, after: State, state: State, player: int) -> float:
        if not state.edition.open_hands:
            # The reply was found without the others' cards; they are what this player goes by.
            mover = state.player
            hands = [hand if place == mover else state.hands[place] for place, hand in enumerate(after.hands)]
            after = after.but(hands=tuple(hands))
        if after.over is not None or player in after.out:
            finals = [final(after, place) for place in range(after.players)]
            return float(finals[player] - max(finals[:player] + finals[player + 1 :]))
        return value(view(after, player).known, player, stored_weights())


class NetworkValues:
    """The network of `maestro`."""

    name: Final = "network"
    care: Final = Care(40, ((2, 8), (6, 4), (12, 3)), 20)

    def __init__(self, edition: Edition) -> None:
        from cafe.bots.judge import judge_for

        self._judge = judge_for(edition)

    def margins(self, asked: Asked) -> list[float]:
        """What the network expects for each."""
        states = list(dict.fromkeys(state for state, _ in asked))
        answers = self._judge.ask(states, [legal_actions(state) for state in states])
        known = dict(zip(states, answers, strict=True))
        return [known[state].expected((player - state.player) % state.players)[1] for state, player in asked]


def evaluation_of(edition: Edition) -> Evaluation:
    """The strongest evaluation for this game that can be asked here."""
    is_known = edition.name in FAMILIES["board"] and missing_library() is None
    return NetworkValues(edition) if is_known else Replies()
