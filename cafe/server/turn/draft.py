"""What a mover is offered, and refused, in JSON; offers that come again are made once."""

from __future__ import annotations

from operator import attrgetter
from typing import NamedTuple

import msgspec

from cafe.protocol.convert import action_form
from cafe.protocol.forms import TablePointsForm
from cafe.protocol.messages import FactsForm, OfferForm, RefusalForm
from cafe.rules.actions import Action
from cafe.rules.errors import Refusal
from cafe.rules.explain import sentence
from cafe.rules.floorplan import FloorPlan
from cafe.rules.price import Price, prices
from cafe.rules.seating import legal_actions
from cafe.rules.state import State

encode = msgspec.json.Encoder().encode
MOST_KEPT = 20_000
"""Offers that are kept to be told again."""


def offers(state: State) -> list[OfferForm]:
    """Every legal action with what it brings; nothing in it depends on what the mover may not know."""
    return [kept.form for kept in _offers(state)]


def offers_json(state: State) -> bytes:
    """The JSON of the offers, put together from texts that are kept."""
    return b"[%b]" % b",".join(map(_TEXT, _offers(state)))


class _Kept(NamedTuple):
    """An offer that was made. It holds what it was made of, so that nothing else can get that one's id."""

    text: bytes
    form: OfferForm
    action: Action
    brings: Price


_TEXT = attrgetter("text")
_kept: dict[tuple[int, int], _Kept] = {}


def _offers(state: State) -> list[_Kept]:
    """The same offers come back in every game: a mover gets some dozen of them at every turn.

    Actions and prices of an edition are made once, so they are told apart by what they are.
    """
    actions = legal_actions(state)
    brought = prices(state, actions)
    found = list(map(_kept.get, zip(map(id, actions), map(id, brought), strict=True)))
    if None in found:
        found = [_keep(state.edition.plan, *each) for each in zip(actions, brought, strict=True)]
    return found  # type: ignore[return-value]  # nothing is missing any more


def _keep(plan: FloorPlan, action: Action, brings: Price) -> _Kept:
    key = id(action), id(brings)
    kept = _kept.get(key)
    if kept is None:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        form = _offer(plan, action, brings)
        kept = _kept[key] = _Kept(encode(form), form, action, brings)
    return kept


def _offer(plan: FloorPlan, action: Action, brings: Price) -> OfferForm:
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
