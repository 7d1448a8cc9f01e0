"""What a position is worth once it is played on: by the network of `maestro`, or by `regular`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple, Protocol

from cafe.bots.evaluation import value
from cafe.bots.reply import best_reply
from cafe.bots.runtime import missing, network_name
from cafe.bots.standing import final, margin
from cafe.bots.weights import stored_weights
from cafe.rules.edition import Edition
from cafe.rules.seating import legal_actions
from cafe.rules.state import State
from cafe.rules.trial import is_under_way, turn_is_over
from cafe.rules.turns import apply
from cafe.rules.view import view

ROUNDS: Final = 2
"""Turns of everybody that the network's policy plays before what they led to is valued."""


class Evaluation(Protocol):
    """Plays on from positions and says what they are worth."""

    @property
    def name(self) -> str:
        """What it is called, with its version."""
        ...

    def values(self, states: Sequence[State], player: int) -> list[float]:
        """The final margin that the player can expect from each of these fully dealt positions."""
        ...


class _Running(NamedTuple):
    place: int
    state: State
    turns: int
    """Turns that are still to be played."""


class NetworkEvaluation:
    """The network's policy plays on for some rounds, then the network says what it expects."""

    def __init__(self, edition: Edition, players: int, rounds: int = ROUNDS) -> None:
        from cafe.bots.judge import judge_for
        from cafe.bots.network_file import stored_network

        about = stored_network(network_name(edition, players)).about
        self.name: Final = f"{about['name']} {about['version']}"
        self._judge = judge_for(edition)
        self._rounds = rounds

    def values(self, states: Sequence[State], player: int) -> list[float]:
        """All positions are followed together, so that the network is asked about many at once."""
        found = [0.0] * len(states)
        running = [
            _Running(place, state, _turns_ahead(state, player, self._rounds))
            for place, state in enumerate(states)
        ]
        while running:
            for place, state, _ in running:
                if _is_settled(state, player):
                    found[place] = _settled(state, player)
            running = [one for one in running if not _is_settled(one.state, player)]
            seen = [view(state, state.player).known for _, state, _ in running]
            legal = [legal_actions(state) for state in seen]
            answers = self._judge.ask(seen, legal)
            following = []
            for (place, state, turns), ways, answer in zip(running, legal, answers, strict=True):
                if turns == 0:
                    found[place] = answer.expected((player - state.player) % state.players)[1]
                    continue
                action = max(zip(answer.chances, ways, strict=True), key=lambda way: way[0])[1]
                after, _ = apply(state, action)
                following.append(_Running(place, after, turns - turn_is_over(after, state.player)))
            running = following
        return found


class RegularEvaluation:
    """Everybody takes the turn that the evaluation of `regular` likes best for some rounds, or to the end."""

    def __init__(self, rounds: int | None = ROUNDS) -> None:
        self.name: Final = f"regular {stored_weights().version}"
        self._rounds = rounds

    def values(self, states: Sequence[State], player: int) -> list[float]:
        """What the evaluation says after the last turn, or the margin at the end."""
        return [self._value(state, player) for state in states]

    def _value(self, state: State, player: int) -> float:
        weights = stored_weights()
        turns = None if self._rounds is None else _turns_ahead(state, player, self._rounds)
        while not _is_settled(state, player) and turns != 0:
            mover = state.player
            for action in best_reply(view(state, mover).known, weights, bool).actions:
                state, _ = apply(state, action)
            if turns is not None and turn_is_over(state, mover):
                turns -= 1
        if _is_settled(state, player):
            return _settled(state, player)
        return value(view(state, player).known, player, weights)


def _turns_ahead(state: State, player: int, rounds: int) -> int:
    """How many turns there are until the player has had so many more; the rest of one counts as one."""
    return state.players * rounds + is_under_way(state) * (state.player == player)


def _is_settled(state: State, player: int) -> bool:
    return state.over is not None or player in state.out


def _settled(state: State, player: int) -> float:
    """The margin of a player who is out, or of a game that is over; a lead counts in full, however large."""
    others = [final(state, other) for other in range(state.players) if other not in (player, *state.out)]
    if player in state.out or not others:
        return margin(state, player)
    return float(final(state, player) - max(others))


@cache
def evaluation_of(edition: Edition, players: int) -> Evaluation:
    """The strongest evaluation available here for this game."""
    return NetworkEvaluation(edition, players) if missing(edition) is None else RegularEvaluation()


@cache
def quick_evaluation_of(edition: Edition, players: int) -> Evaluation:
    """A first look."""
    return NetworkEvaluation(edition, players, 0) if missing(edition) is None else RegularEvaluation(0)
