"""A turn on trial: its steps on a copy of the state, and what may follow. Nothing here is stored."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

import msgspec

from cafe.protocol.convert import action_form
from cafe.protocol.forms import TablePointsForm
from cafe.protocol.messages import FactsForm, OfferForm, RefusalForm
from cafe.rules.actions import Action
from cafe.rules.errors import IllegalAction, Refusal
from cafe.rules.events import Dealt, Drawn, Event, Over, Turn
from cafe.rules.explain import sentence
from cafe.rules.floorplan import FloorPlan
from cafe.rules.price import Price, prices, shows, turn_is_over
from cafe.rules.seating import legal_actions
from cafe.rules.state import State
from cafe.rules.turns import apply

BEHIND = (Drawn, Dealt, Turn, Over)
"""What a preview does not tell: it lies behind a reveal, or follows from what does."""


encode = msgspec.json.Encoder().encode
MOST_KEPT = 20_000
"""Offers that are kept to be told again."""


class NotPossible(Exception):
    """A draft that goes wrong at some step; `code` is one of the socket's, `refusal` the rules' reason."""

    def __init__(self, code: str, message: str, step: int, refusal: Refusal | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.step = step
        self.refusal = refusal


class Trial(NamedTuple):
    """What the steps of a draft lead to."""

    state: State
    events: tuple[Event, ...]
    ends: bool
    reveals: bool

    @property
    def told(self) -> tuple[Event, ...]:
        """The events that a preview may tell."""
        for index, event in enumerate(self.events):
            if isinstance(event, BEHIND):
                return self.events[:index]
        return self.events


def try_actions(state: State, actions: Sequence[Action]) -> Trial:
    """Play the actions one after the other; NotPossible says which of them cannot be and why."""
    player = state.player
    events: tuple[Event, ...] = ()
    ends = reveals = False
    for step, action in enumerate(actions):
        if ends or reveals:
            what = "the turn is over" if ends else "something new is shown"
            raise NotPossible("behind", f"expected {step} actions, after which {what}; got more", step)
        try:
            state, new = apply(state, action)
        except IllegalAction as error:
            raise NotPossible("illegal", str(error), step, error.refusal) from None
        events += new
        reveals = shows(new)
        ends = turn_is_over(state, player)
    return Trial(state, events, ends, reveals)


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
