"""`easy`: takes the most points it sees, and overlooks what beginners overlook, as often as stated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Final

from cafe.bots.bot import Budget, Choice
from cafe.bots.meter import Meter
from cafe.bots.options import Option, options
from cafe.bots.reasons import reasons
from cafe.rules.actions import Action, Seat
from cafe.rules.events import Seated
from cafe.rules.guests import JOKERS
from cafe.rules.state import State
from cafe.rules.view import View

TABLE: Final = "table"
MISTAKES: Final[Mapping[str, float]] = MappingProxyType(
    {
        TABLE: 0.4,  # does not look at it; drawn for each table of the café
        "second table": 0.5,  # counts the better table of a shared chair, not both
        "second guest": 0.3,  # sees no further than one guest: no couples, no second one in the same turn
        "joker": 0.75,  # does not think of the joker in the hand, and so keeps it too long
    }
)
"""How often each thing is overlooked, decision by decision."""


class EasyBot:
    """Takes the most points it sees."""

    def __init__(self, mistakes: Mapping[str, float] = MISTAKES) -> None:
        self._mistakes = mistakes

    def choose(self, view: View, legal: Sequence[Action], rng: Random, budget: Budget) -> Choice:
        """The first action of the turn that seems to score most."""
        state, allowed = view.known, frozenset(legal)
        mistakes = self._draw(state, rng)
        lot = rng.random()
        if len(legal) == 1:
            return Choice(legal[0])
        turns = [option for option in options(state, tick=Meter(budget).tick) if option.actions[0] in allowed]
        if not turns:
            return Choice(legal[int(lot * len(legal))])
        safe = [option for option in turns if state.player not in option.after.out] or turns
        in_sight = [option for option in safe if not mistakes.hide(option)] or safe
        counted = [_counted(option, mistakes.made) for option in in_sight]
        most = max(counted)
        best = [option for option, points in zip(in_sight, counted, strict=True) if points == most]
        option = best[int(lot * len(best))]
        info: dict[str, object] = {
            "reasons": reasons(state, option),
            "mistakes": mistakes.made,
            "tables": mistakes.tables,
        }
        return Choice(option.actions[0], info)

    def _draw(self, state: State, rng: Random) -> _Mistakes:
        often = dict(self._mistakes)
        table_often = often.pop(TABLE, 0.0)
        made = [name for name, share in often.items() if rng.random() < share]
        tables = [table for table in range(len(state.tables)) if rng.random() < table_often]
        return _Mistakes(state, made, tables)


@dataclass(frozen=True)
class _Mistakes:
    """What is overlooked in one decision."""

    state: State
    made: list[str]
    tables: list[int]

    def hide(self, option: Option) -> bool:
        """Whether a turn is not seen at all."""
        seats = [action for action in option.actions if isinstance(action, Seat)]
        if "joker" in self.made and any(seat.guest >= JOKERS for seat in seats):
            return True
        if "second guest" in self.made and seats and len(self.state.taken) + len(seats) > 1:
            return True
        tables_of = self.state.edition.plan.tables_of
        return any(set(tables_of[seat.chair]) <= set(self.tables) for seat in seats)


def _counted(option: Option, made: list[str]) -> int:
    """The points that a turn seems to score."""
    if "second table" not in made:
        return option.points
    both = sum(
        sum(paid.points for paid in event.points) - max((paid.points for paid in event.points), default=0)
        for event in option.events
        if isinstance(event, Seated)
    )
    return option.points - both
