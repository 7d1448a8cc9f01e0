"""Your own editions: a value of `Terms` that is checked and can then be played like any other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from cafe.rules.edition import EDITIONS, VARIANTS, Edition, Terms, forget
from cafe.rules.errors import SetupError
from cafe.rules.floorplan import FloorPlan, cell_name, cell_place
from cafe.rules.names import PLAYERS

NAME: Final = r"[a-z][a-z0-9-]{0,31}"
GUESTS_AT_TABLE: Final = 4
_HOUSE: Final = frozenset(EDITIONS)


def register(terms: Terms) -> None:
    """Add an edition to those that can be played; SetupError says what cannot be.

    Each process that plays it has to do so, also those in which bots think.
    """
    if EDITIONS.get(terms.name) == terms:
        return
    for problem in _problems(terms):
        raise SetupError(f"edition {terms.name!r}: {problem}")
    EDITIONS[terms.name] = terms


def unregister(name: str) -> None:
    """Take back what `register` added."""
    if name in _HOUSE:
        raise SetupError(f"expected an edition that was registered; {name} is built in")
    EDITIONS.pop(name, None)
    forget(name)


def _problems(terms: Terms) -> Iterator[str]:
    """What keeps these terms from being played; the rules and the screens rely on all of it."""
    if terms.name in EDITIONS:
        yield "expected a name that no other edition has"
    if not re.fullmatch(NAME, terms.name):
        yield "expected a name of up to 32 lower-case letters, digits and hyphens"
    unknown = set(terms.known_variants) - set(VARIANTS)
    if unknown:
        yield f"expected variants from {', '.join(VARIANTS)}; got {', '.join(sorted(unknown))}"
    if not 2 <= terms.least_players <= terms.most_players <= len(PLAYERS):
        yield (f"expected 2 to {len(PLAYERS)} players; got {terms.least_players} to {terms.most_players}")
    if terms.seats_a_turn < 2:
        yield f"expected room for a couple in a turn; got {terms.seats_a_turn} guests per turn"
    for points in (terms.mixed_points, terms.one_nation_points):
        if len(points) != GUESTS_AT_TABLE + 1:
            yield f"expected points for 0 to {GUESTS_AT_TABLE} guests at a table; got {points}"
    if terms.refills == terms.draws:
        yield "expected either refills or draws"
    if bool(terms.plan.nations) == terms.table_cards:
        yield "expected either nations of the plan's tables or table_cards"
    if terms.table_cards and terms.jokers_a_sex:
        yield "expected no jokers where tables are dealt"
    places = len(terms.plan.bar)
    if len(terms.bar_points) != places:
        yield f"expected bar_points for the plan's {places} places; got {len(terms.bar_points)}"
    if "bar-stepped" in terms.known_variants and len(terms.stepped_bar_points) != places:
        yield f"expected {places} stepped_bar_points; got {len(terms.stepped_bar_points)}"
    yield from _plan_problems(terms.plan)
    tiles, dealt = len(Edition(terms).tiles), terms.most_players * terms.first_hand
    if tiles <= dealt + terms.bag_rest:
        yield f"expected more tiles than the hands ({dealt}) and bag_rest ({terms.bag_rest}); got {tiles}"


def _plan_problems(plan: FloorPlan) -> Iterator[str]:
    places = [cell_place(name) for name in plan.tables]
    if not places or places != sorted(places):
        yield "expected tables in reading order"
    if plan.nations and len(plan.nations) != len(plan.tables):
        yield f"expected a nation for each of {len(plan.tables)} tables; got {len(plan.nations)}"
    grid = {cell_name(column, row) for column in range(plan.columns) for row in range(plan.rows)}
    used = [*plan.tables, *plan.chairs, *plan.bar]
    outside = [name for name in used if name not in grid]
    if outside:
        yield f"expected cells within {plan.columns} columns and {plan.rows} rows; got {outside[0]}"
    twice = [name for name in used if used.count(name) > 1]
    if twice:
        yield f"expected a table, a chair or a place at the bar on each cell; {twice[0]} is more than one"
