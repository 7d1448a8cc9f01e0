"""What is told about an edition: its traits and floor plan, so that no screen has to know it by name."""

from __future__ import annotations

from functools import cache
from typing import Literal

from cafe.protocol.options import EditionForm
from cafe.protocol.tables import PlanForm, TraitsForm
from cafe.rules.edition import Edition, Terms
from cafe.rules.floorplan import FloorPlan


def edition_form(terms: Terms) -> EditionForm:
    """An edition that can be chosen."""
    variants = list(terms.known_variants)
    return EditionForm(terms.name, variants, terms.least_players, terms.most_players, traits_form(terms))


@cache
def traits_form(terms: Terms) -> TraitsForm:
    """What an edition is like."""
    return TraitsForm(
        title=terms.title,
        open_hands=terms.open_hands,
        bar=bool(terms.bar_points),
        copies=terms.copies,
        jokers=terms.jokers_a_sex,
        table_cards=terms.table_cards,
        draws=terms.draws,
        opening=terms.opening,
        size=_size(terms.plan),
    )


@cache
def plan_form(rules: Edition) -> PlanForm:
    """The floor plan of an edition."""
    plan = rules.plan
    return PlanForm(
        plan.columns,
        plan.rows,
        list(plan.tables),
        list(plan.chairs),
        list(plan.bar),
        list(rules.bar_points),
        _size(plan),
    )


def _size(plan: FloorPlan) -> Literal["small", "large"]:
    return "large" if plan.is_large else "small"
