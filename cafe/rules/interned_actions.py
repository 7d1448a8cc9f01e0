"""Every action of a floor plan, made once: generating legal actions is then a look-up by a mask of chairs."""

from __future__ import annotations

from typing import Final, TypeVar

from cafe.rules.actions import Bar, Hide, Party, Seat, Swap
from cafe.rules.floorplan import FloorPlan, Mask, members
from cafe.rules.guests import GUESTS, JOKERS, NATIONS, SEXES, Guest, Nation

A = TypeVar("A")


class ChairActions(dict[Mask, tuple[A, ...]]):
    """For a mask of chairs: one guest's action on each, and whatever else it can do. Filled on demand."""

    def __init__(self, actions: tuple[A, ...], besides: tuple[A, ...] = ()) -> None:
        super().__init__()
        self._actions = actions
        self._besides = besides

    def __missing__(self, chairs: Mask) -> tuple[A, ...]:
        self[chairs] = found = (*(self._actions[chair] for chair in members(chairs)), *self._besides)
        return found


def _seats(plan: FloorPlan, guest: Guest, nation: Nation | None = None) -> tuple[Seat, ...]:
    return tuple(Seat(guest, chair, nation, plan) for chair in range(len(plan.chairs)))


class InternedActions:
    """The interned actions of one floor plan."""

    def __init__(self, plan: FloorPlan, jokers_named: bool) -> None:
        seats = tuple(_seats(plan, guest) for guest in range(JOKERS))
        self.seat: Final = tuple(ChairActions(seat) for seat in seats)
        self.seat_or_bar: Final = tuple(
            ChairActions[Seat | Bar](seat, (Bar(guest),)) for guest, seat in enumerate(seats)
        )
        self.seat_joker: Final = tuple(
            tuple(
                ChairActions(_seats(plan, JOKERS + sex, nation if jokers_named else None))
                for nation in range(len(NATIONS))
            )
            for sex in range(len(SEXES))
        )
        self.hide: Final = tuple(Hide(guest) for guest in range(len(GUESTS)))
        self.swap: Final = tuple(
            ChairActions(tuple(Swap(guest, chair, plan) for chair in range(len(plan.chairs))))
            for guest in range(JOKERS)
        )
        self.party: Final = tuple(
            tuple(Party(table, sex, plan) for sex in range(len(SEXES))) for table in range(len(plan.tables))
        )
        self.joker_chairs: Final = _joker_chairs(plan, jokers_named)


def _joker_chairs(plan: FloorPlan, jokers_named: bool) -> tuple[Mask, ...]:
    """For each nation, the chairs a joker takes in its name; each chair only once where none is named."""
    if not plan.nations:
        return ()
    if jokers_named:
        return plan.home
    left, found = plan.all_chairs, []
    for chairs in plan.home:
        found.append(chairs & left)
        left &= ~chairs
    return tuple(found)
