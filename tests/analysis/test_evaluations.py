"""What V asks a network: views alone, and where hands are hidden, everybody's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from cafe.analysis.evaluations import NetworkValues, Said
from cafe.rules.actions import Action
from cafe.rules.edition import Edition, edition
from cafe.rules.guests import BLANK
from cafe.rules.setup import new_game
from cafe.rules.state import State


@dataclass
class Counts:
    """Expects as much as its player's tiles add up to, and the same less for everybody else."""

    state: State

    def expected(self, place: int) -> tuple[float, float]:
        own = float(sum(self.state.hands[self.state.player]))
        return 0.5, own if place == 0 else -own


class Counting:
    """Counts tiles in place of a network, and sees to it that it is shown nothing hidden."""

    def ask(self, states: Sequence[State], legal: Sequence[Sequence[Action]]) -> list[Counts]:
        for state, actions in zip(states, legal, strict=True):
            assert actions
            if not state.edition.open_hands:
                for player, hand in enumerate(state.hands):
                    assert (BLANK in hand) == (player != state.player)
        return [Counts(state) for state in states]


@pytest.mark.parametrize("name", ["board", "card"])
def test_everybody_is_asked_where_hands_are_hidden(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def counting(_: Edition) -> Counting:
        return Counting()

    monkeypatch.setattr("cafe.bots.judge.judge_for", counting)
    state = new_game(edition(name), 3, 5)
    sums = [float(sum(hand)) for hand in state.hands]
    found = NetworkValues(state.edition).margins([(state, player) for player in range(3)])
    mover = state.player
    for player, said in enumerate(found):
        if state.edition.open_hands:
            assert said == Said(sums[mover] if player == mover else -sums[mover])
        else:
            others = [-sums[other] for other in range(3) if other != player]
            assert said[:2] == Said(sums[player], sum(others) / 2)[:2]
