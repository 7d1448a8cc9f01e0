"""Looking ahead knows whose turn comes, and plays nobody whose tiles it does not know."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from cafe.bots import Budget, lookahead
from cafe.bots.evaluation import value
from cafe.bots.lookahead import Lookahead
from cafe.bots.meter import Meter
from cafe.bots.regular import Judged, judged
from cafe.bots.reply import Reply, best_reply
from cafe.bots.weights import Weights, stored_weights
from cafe.rules.edition import edition
from cafe.rules.guests import BLANK
from cafe.rules.seating import legal_actions
from cafe.rules.setup import new_game
from cafe.rules.state import State
from cafe.rules.turns import apply
from cafe.rules.view import view


def turns_that_go_out() -> list[tuple[State, Judged]]:
    """Turns after which three others play on without the player who moved, with the positions before them."""
    found: list[tuple[State, Judged]] = []
    for seed in range(12):
        rng, state = Random(seed), new_game(edition("board"), 4, seed)
        while state.over is None and not state.out:
            known = view(state, state.player).known
            if not state.taken:
                for turn in judged(known, stored_weights()):
                    if state.player in turn.option.after.out and turn.option.after.over is None:
                        found.append((known, turn))
                        break
            legal = legal_actions(state)
            state, _ = apply(state, legal[int(rng.random() * len(legal))])
    return found


def test_who_is_out_waits_for_no_replies(monkeypatch: pytest.MonkeyPatch) -> None:
    weights = stored_weights()

    def asked(state: State, weights: Weights, tick: Callable[[], bool]) -> Reply:
        assert BLANK not in state.hands[state.player]
        return best_reply(state, weights, tick)

    monkeypatch.setattr(lookahead, "best_reply", asked)
    found = turns_that_go_out()
    assert len(found) > 3
    for state, turn in found:
        ahead = Lookahead(state, weights, Meter(Budget(1000, 10_000)))
        assert ahead.value(turn, 2, 1) == value(turn.option.after, state.player, weights)
