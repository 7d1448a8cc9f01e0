"""The offers to the player to move, and refusals, as JSON."""

from __future__ import annotations

from cafe.protocol.convert import action_form
from cafe.protocol.forms import TablePointsForm
from cafe.protocol.messages import FactsForm, OfferForm, RefusalForm
from cafe.rules.actions import Action
from cafe.rules.errors import Refusal
from cafe.rules.explain import sentence
from cafe.rules.price import KeptPrices, Price
from cafe.rules.seating import legal_actions
from cafe.rules.state import State


def offers(state: State) -> list[OfferForm]:
    """Every legal action with what it scores; nothing in it depends on what the player may not know."""
    return _offers.of(state, legal_actions(state))


def _offer(state: State, action: Action, brings: Price) -> OfferForm:
    plan = state.edition.plan
    return OfferForm(
        action_form(plan, action),
        tuple(
            TablePointsForm(plan.tables[paid.table], paid.guests, paid.one_nation, paid.points)
            for paid in brings.tables
        ),
        brings.total,
        brings.ends,
        brings.reveals,
    )


_offers = KeptPrices(_offer)


def refusal_form(refusal: Refusal) -> RefusalForm:
    """The JSON form of a refusal."""
    facts = refusal.facts
    return RefusalForm(
        refusal.rule,
        FactsForm(
            facts.guest,
            facts.chair,
            facts.table,
            None if facts.nations is None else list(facts.nations),
            facts.gentlemen,
            facts.ladies,
            facts.hand,
            None if facts.expected is None else list(facts.expected),
        ),
        sentence(refusal),
    )
