"""The quick best turn against the thorough one."""

from __future__ import annotations

import pytest

from cafe.bots.regular import judged
from cafe.bots.reply import WIDTH, best_reply
from cafe.bots.weights import stored_weights
from cafe.rules.turns import apply
from cafe.rules.view import view
from tests.bots.corpus import corpus


def test_a_reply_is_a_turn_of_the_rules() -> None:
    for position in corpus():
        known = view(position.state, position.state.player).known
        reply = best_reply(known, stored_weights(), lambda: True)
        state = known
        for action in reply.actions:
            state, _ = apply(state, action)
        assert state == reply.after, position.name


def test_of_few_turns_none_is_overlooked() -> None:
    few = 0
    for position in corpus():
        known = view(position.state, position.state.player).known
        turns = judged(known, stored_weights())
        if len(turns) <= WIDTH:
            few += 1
            reply = best_reply(known, stored_weights(), lambda: True)
            assert reply.value == pytest.approx(turns[0].value), position.name
    assert few > 10
