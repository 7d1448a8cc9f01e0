"""Every refusal has a position that yields it, with the facts behind it."""

from __future__ import annotations

import pytest

from cafe.rules.actions import Seat
from cafe.rules.errors import IllegalAction, Rule
from cafe.rules.explain import explain, explain_guest, sentence
from cafe.rules.guests import GUEST_INDEX
from cafe.rules.seating import legal_actions
from cafe.rules.turns import apply
from tests.rules.drawing import action
from tests.rules.positions import POSITIONS, india


def test_every_rule_has_a_position() -> None:
    assert set(POSITIONS) == set(Rule)


@pytest.mark.parametrize(
    ("rule", "number"), [(rule, number) for rule, found in POSITIONS.items() for number in range(len(found))]
)
def test_refusal(rule: Rule, number: int) -> None:
    position, move, facts = POSITIONS[rule][number]
    state = position()
    tried = action(state, move)
    with pytest.raises(IllegalAction) as caught:
        apply(state, tried)
    assert caught.value.refusal.rule is rule
    assert caught.value.refusal.facts == facts
    assert "None" not in str(caught.value)
    assert tried not in legal_actions(state)


def test_one_guest_is_explained_for_all_chairs_at_once() -> None:
    state = india("INf JKf")
    plan = state.edition.plan
    for name in ("INf", "JKf"):
        guest = GUEST_INDEX[name]
        refusals = explain_guest(state, guest)
        seats = {a.chair for a in legal_actions(state) if isinstance(a, Seat) and a.guest == guest}
        assert len(refusals) == len(plan.chairs)
        for chair, refusal in enumerate(refusals):
            assert (refusal is None) == (chair in seats)
    refusals = explain_guest(state, GUEST_INDEX["INf"])
    refusal = refusals[plan.chair_index["a4"]]
    assert refusal is not None
    assert sentence(refusal) == "INf may not sit on a4: its tables are for Germany"


def test_a_joker_is_explained_as_the_nation_asked_for() -> None:
    state = india("JKf")
    plan = state.edition.plan
    usa = explain_guest(state, GUEST_INDEX["JKf"], plan.nations[plan.table_index["m4"]])
    assert usa[plan.chair_index["m5"]] is None
    refusal = usa[plan.chair_index["l6"]]
    assert refusal is not None
    assert refusal.rule is Rule.JOKER_AS


def test_legal_actions_have_no_refusal() -> None:
    state = india("INf JKf DEm")
    assert all(explain(state, legal) is None for legal in legal_actions(state))
