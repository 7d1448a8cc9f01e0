"""What V asks a network: views alone, and where hands are hidden, everybody's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from cafe.analysis.evaluations import HiddenValues, NetworkValues, Said
from cafe.rules.actions import Action
from cafe.rules.edition import Edition, edition
from cafe.rules.guests import BLANK
from cafe.rules.setup import new_game
from cafe.rules.state import State
from cafe.rules.trial import is_under_way


@dataclass
class Counts:
    """Expects as much as its player's tiles add up to, and the same less for everybody else."""

    state: State
    chances: list[float]

    def expected(self, place: int) -> tuple[float, float]:
        own = float(sum(self.state.hands[self.state.player]))
        return 0.5, own if place == 0 else -own


class Counting:
    """Counts tiles in place of a network, plays any action, and checks that it is shown nothing hidden."""

    def __init__(self) -> None:
        self.begun: dict[int, State] = {}
        """What everybody saw when first asked."""

    def ask(self, states: Sequence[State], legal: Sequence[Sequence[Action]]) -> list[Counts]:
        for state, actions in zip(states, legal, strict=True):
            assert actions
            if not state.edition.open_hands:
                for player, hand in enumerate(state.hands):
                    assert (BLANK in hand) == (player != state.player)
            self.begun.setdefault(state.player, state)
        return [Counts(state, [0.0] * len(actions)) for state, actions in zip(states, legal, strict=True)]


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> Counting:
    found = Counting()

    def judge_for(_: Edition) -> Counting:
        return found

    monkeypatch.setattr("cafe.bots.judge.judge_for", judge_for)
    return found


def test_where_hands_are_open_only_the_mover_is_asked(counting: Counting) -> None:
    state = new_game(edition("board"), 3, 5)
    own, mover = float(sum(state.hand)), state.player
    found = NetworkValues(state.edition).margins([(state, player) for player in range(3)])
    assert found == [Said(own if player == mover else -own) for player in range(3)]
    assert list(counting.begun) == [mover]


def test_where_hands_are_hidden_everybody_is_asked_when_it_is_their_turn(counting: Counting) -> None:
    state = new_game(edition("card"), 3, 5)
    found = HiddenValues(state.edition).margins([(state, player) for player in range(3)])
    sums = {player: float(sum(seen.hands[player])) for player, seen in counting.begun.items()}
    assert list(sums) == [state.player, (state.player + 1) % 3, (state.player + 2) % 3]
    assert not any(is_under_way(seen) for seen in counting.begun.values())
    for player, said in enumerate(found):
        others = [-sums[other] for other in range(3) if other != player]
        assert said == Said(sums[player], sum(others) / 2)


def test_a_choice_is_judged_by_what_its_player_sees(counting: Counting) -> None:
    """Nobody is asked after the player, who is asked at the beginning of their next turn."""
    state = new_game(edition("card"), 2, 5)
    eye = 1 - state.player
    found = HiddenValues(state.edition).margins([(state, player) for player in range(2)], eye)
    assert list(counting.begun) == [state.player, eye]
    assert not is_under_way(counting.begun[eye])
    assert all(said.own == said.others for said in found)
    assert found[0].own == pytest.approx(-found[1].own)
