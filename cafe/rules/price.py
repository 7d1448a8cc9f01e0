"""What an action would do, without playing it: points, the end of the turn, something revealed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate
from operator import itemgetter
from typing import Any, Final, Generic, NamedTuple, TypeVar

from cafe.rules.actions import Action, Bar, Seat, Swap
from cafe.rules.edition import Edition
from cafe.rules.events import Barred, Event, Partied, Seated, TablePoints
from cafe.rules.guests import JOKERS
from cafe.rules.scoring import draws, hand_size, tallies_with
from cafe.rules.state import State
from cafe.rules.tally import ONE_NATION_TABLE, SITTING
from cafe.rules.trial import reveals, turn_is_over
from cafe.rules.turns import apply

T = TypeVar("T")


class Price(NamedTuple):
    """What a legal action would do. Nothing in it depends on what the player to move may not know."""

    tables: tuple[TablePoints, ...]
    """Table by table, for a guest who takes a chair."""
    total: int
    """All points, including the bar and a completed party."""
    ends: bool
    """The turn is over after it."""
    reveals: bool
    """It shows something new: a tile drawn, a table dealt."""


MOST_KEPT: Final = 20_000
"""Prices of seats that are kept for each edition."""
SWAPPED: Final = Price((), 0, True, False)


class KeptPrices(Generic[T]):
    """Prices of actions, each in the form that `form` gives it.

    A guest who sits down and can be followed by another is paid for by who sits at the chair's tables, so
    such a price is kept by that: the same ones come back in every game.
    """

    def __init__(self, form: Callable[[State, Action, Price], T]) -> None:
        self._form = form
        self._kept: defaultdict[Edition, dict[tuple[object, ...], T]] = defaultdict(dict)

    def of(self, state: State, actions: Sequence[Action]) -> list[T]:
        """What each of these legal actions brings."""
        edition, form = state.edition, self._form
        goes_on = len(state.taken) + 1 < edition.seats_a_turn and len(state.hands[state.player]) > 1
        last_chair = not state.free & (state.free - 1)
        if not goes_on or last_chair or state.party is not None or edition.table_cards:
            return [form(state, action, price(state, action)) for action in actions]
        kept, company, tallies = self._kept[edition], _company(edition), state.tallies
        if len(kept) > MOST_KEPT:
            kept.clear()
        bar: Price | None = None
        found = []
        for action in actions:
            if type(action) is Seat:
                chair = action.chair
                key = action.guest, chair, action.nation, company[chair](tallies)
                known = kept.get(key)
                if known is None:
                    brings = _seat(state, action)
                    known = form(state, action, brings or _played(state, action))
                    if brings is not None:
                        kept[key] = known
                found.append(known)
            elif type(action) is Bar:
                bar = bar or price(state, action)  # the same for every guest
                known = kept.get((action.guest, bar))
                if known is None:
                    kept[action.guest, bar] = known = form(state, action, bar)
                found.append(known)
            else:
                found.append(form(state, action, price(state, action)))
        return found


_prices = KeptPrices(lambda state, action, brings: brings)


def prices(state: State, actions: Sequence[Action]) -> list[Price]:
    """What each of these legal actions brings."""
    return _prices.of(state, actions)


@cache
def _company(edition: Edition) -> tuple[Callable[[bytes], Any], ...]:
    """For each chair what picks the tallies of its tables."""
    return tuple(itemgetter(*tables) for tables in edition.tables_of)


def price(state: State, action: Action) -> Price:
    """What a legal action would do; the most frequent kinds are fast."""
    quick = None
    if type(action) is Swap:
        quick = SWAPPED
    elif state.party is None and len(state.hands[state.player]) > 1:
        if type(action) is Seat:
            quick = _seat(state, action)
        elif type(action) is Bar:
            quick = _bar(state)
    return quick or _played(state, action)


def _seat(state: State, action: Seat) -> Price | None:
    """None where more can happen than a guest sitting down and scoring."""
    edition, free = state.edition, state.free
    if not free & (free - 1):
        return None  # the last chair
    guest = action.guest
    nation = guest >> 1 if guest < JOKERS else action.nation
    found = []
    points = completed = 0
    alone = edition.lone_guest
    for table, before, after in tallies_with(state, guest & 1, nation, action.chair):
        if before:
            alone = False
        if after >= ONE_NATION_TABLE:
            completed += 1
        if edition.table_cards and SITTING[after] == 4:
            return None  # it is cleared
        paid = edition.prices[table][after]
        found.append(paid)
        points += paid.points
    if alone:
        return None  # perhaps without a partner
    ends = len(state.taken) + 1 == edition.seats_a_turn
    return Price(tuple(found), points, ends, ends and _refills(state, completed))


def _bar(state: State) -> Price | None:
    """None for a player who cannot pay, and at the last place."""
    bar_points, place = state.edition.bar_points, len(state.bar)
    points = bar_points[place]
    if place + 1 == len(bar_points) or state.scores[state.player] + points < 0:
        return None
    return _barred(points, _refills(state, 0))


@cache
def _barred(points: int, reveals: bool) -> Price:
    return Price((), points, True, reveals)


def _refills(state: State, completed: int) -> bool:
    """Whether tiles are drawn after a guest has left the hand and completed this many one-nation tables."""
    size = hand_size(state, state.player, completed)
    return state.edition.refills and draws(state, len(state.hand) - 1, size) > 0


def _played(state: State, action: Action) -> Price:
    after, events = apply(state, action)
    tables = next((event.points for event in events if isinstance(event, Seated)), ())
    return Price(tables, points_of(events), turn_is_over(after, state.player), reveals(events))


def turn_totals(events: Sequence[Event], before: int = 0) -> list[int]:
    """What the turn has brought up to and with each event; `before` is what it had brought before them."""
    totals = accumulate((points_of((event,)) for event in events), initial=before)
    return list(totals)[1:]


def points_of(events: Sequence[Event]) -> int:
    """All points that the events of a turn score for the player who acts."""
    total = 0
    for event in events:
        if isinstance(event, Seated):
            total += sum(paid.points for paid in event.points)
        elif isinstance(event, Partied | Barred):
            total += event.points
    return total
