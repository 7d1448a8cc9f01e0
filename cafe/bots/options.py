"""The different complete turns from a position: orders that lead to the same café count once.

They are found from what a view shows: tiles still to be drawn and table cards still to be dealt stay blank,
so nothing here can depend on what is hidden.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cafe.rules.actions import DONE, Action, Seat
from cafe.rules.events import Event, Seated
from cafe.rules.guests import BLANK
from cafe.rules.seating import legal_actions
from cafe.rules.state import State
from cafe.rules.trial import stops
from cafe.rules.turns import apply

LIMIT: Final = 400
"""The most steps tried for one position: with two jokers in the hand there can be thousands."""

DRAWN: Final = 3
"""What a guest who leaves the hand is worth where drawing each one takes a turn of its own."""


@dataclass(frozen=True, slots=True)
class Option:
    """A complete turn, or the rest of one: its actions, points and events, and what it leads to."""

    actions: tuple[Action, ...]
    points: int
    events: tuple[Event, ...]
    after: State


def blank(state: State) -> State:
    """The state with every tile of the bag and every card of the pile blank."""
    draft = state.draft()
    draft.bag = bytes((BLANK,)) * len(state.bag)
    draft.pile = bytes((BLANK,)) * len(state.pile)
    return draft.freeze()


def options(state: State, limit: int = LIMIT, tick: Callable[[], bool] | None = None) -> list[Option]:
    """Every way to play the rest of this turn, in the order that scores most.

    First actions that score more are tried first. Past `limit` steps, turns that have begun are completed in
    one way only. Once `tick`, called at every step, returns false, the search ends with the turns it has, at
    least one.
    """
    search = _Search(state, limit, tick)
    search.run()
    return list(search.found.values())


class _Search:
    def __init__(self, state: State, limit: int, tick: Callable[[], bool] | None) -> None:
        self.state = state
        self.player = state.player
        self.score = state.scores[state.player]
        self.left = limit
        self.tick = tick
        self.is_spent = False
        self.found: dict[object, Option] = {}

    def run(self) -> None:
        """Try every first action, those that score most first, then what may follow it."""
        begun: list[tuple[int, int, Action, tuple[Event, ...], State]] = []
        for index, action in enumerate(legal_actions(self.state)):
            after, events = self._apply(self.state, action)
            if stops(after, events, self.player):
                self._add((action,), events, after)
            else:
                begun.append((-after.scores[self.player], index, action, events, after))
            if self.is_spent:
                break
        begun.sort(key=lambda item: item[:2])
        earlier: set[Action] = set()
        for _, _, action, events, after in begun:
            if self.is_spent and self.found:
                break
            self._follow((action,), events, after, earlier)
            earlier.add(action)

    def _follow(
        self, before: tuple[Action, ...], past: tuple[Event, ...], state: State, earlier: set[Action]
    ) -> None:
        actions = legal_actions(state)
        if self.left <= 0 and DONE in actions:
            actions = [DONE]
        elif self.left <= 0:
            actions = actions[:1]
        for action in actions:
            if action in earlier and _independent(state, before[-1], action):
                continue  # already found in the other order
            after, events = self._apply(state, action)
            line, told = (*before, action), past + events
            if stops(after, events, self.player):
                self._add(line, told, after)
            else:
                self._follow(line, told, after, earlier)
            if self.is_spent and self.found:
                break

    def _apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        self.left -= 1
        if self.tick is not None and not self.tick():
            self.left, self.is_spent = 0, True
        return apply(state, action)

    def _add(self, actions: tuple[Action, ...], events: tuple[Event, ...], after: State) -> None:
        points = after.scores[self.player] - self.score
        key = (after.seated, after.hands[self.player], after.bar, after.player, after.over is None)
        known = self.found.get(key)
        if known is None or points > known.points:
            self.found[key] = Option(actions, points, events, after)


def _independent(state: State, one: Action, other: Action) -> bool:
    """Whether two guests sit at no common table, so that their order makes no difference."""
    if not isinstance(one, Seat) or not isinstance(other, Seat) or len(state.taken) != 1:
        return False
    if state.owes is not None or state.edition.table_cards:
        return False
    return not state.edition.plan.beside[one.chair] >> other.chair & 1


def promise(option: Option) -> int:
    """What a turn promises immediately: its points, less the cost of redrawing its guests."""
    if not option.after.edition.draws:
        return option.points
    return option.points - DRAWN * sum(type(action) is Seat for action in option.actions)


def seated_points(option: Option) -> dict[int, int]:
    """What each table scores in this turn."""
    found: dict[int, int] = {}
    for event in option.events:
        if isinstance(event, Seated):
            for paid in event.points:
                if paid.points:
                    found[paid.table] = found.get(paid.table, 0) + paid.points
    return found
