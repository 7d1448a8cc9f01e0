"""Inside the rules guests are small integers; they have names only at the border (RULES 1).

A guest is `2 * nation + sex`; the two jokers follow the 24 kinds of guests. What sits on a chair is a guest,
or a joker together with the nation it stands for (`standing_for`). The sex of all of them is the lowest bit.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

Nation = int
Sex = int
Guest = int
Occupant = int

NATIONS: Final = ("CF", "CN", "CU", "DE", "ES", "FR", "GB", "IN", "IT", "RU", "TR", "US")
NATION_NAMES: Final = (
    "Central Africa",
    "China",
    "Cuba",
    "Germany",
    "Spain",
    "France",
    "Great Britain",
    "India",
    "Italy",
    "Russia",
    "Turkey",
    "United States",
)
SEXES: Final = ("m", "f")
LADY: Final[Sex] = 1

JOKERS: Final[Guest] = 2 * len(NATIONS)
"""The first joker; every guest from here on is one."""
GUESTS: Final = (*(nation + sex for nation in NATIONS for sex in SEXES), "JKm", "JKf")
BLANK: Final[Guest] = 254
"""A tile that the reader of a view cannot identify."""
FREE: Final[Occupant] = 255
NO_NATION: Final[Nation] = 255
UNKNOWN: Final = -1
"""Stands in an action for a name that is not a guest, nation or cell."""

NATION_INDEX: Final = {name: index for index, name in enumerate(NATIONS)}
GUEST_INDEX: Final = {name: index for index, name in enumerate(GUESTS)}


def standing_for(joker: Guest, nation: Nation | None) -> Occupant:
    """What sits on a chair: the guest itself, or a joker standing for a nation."""
    return joker if nation is None else JOKERS + 2 + 2 * nation + (joker & 1)


def guest_of(occupant: Occupant) -> Guest:
    """The tile behind an occupant: a joker is a joker whatever it stands for."""
    return occupant if occupant < JOKERS + 2 else JOKERS + (occupant & 1)


def nation_of(occupant: Occupant) -> Nation | None:
    """The nation an occupant counts as; None for a wild joker."""
    if occupant < JOKERS:
        return occupant >> 1
    return None if occupant < JOKERS + 2 else (occupant - JOKERS - 2) >> 1


def is_joker(guest: Guest) -> bool:
    """Whether the tile is one of the jokers."""
    return guest >= JOKERS


def tile_set(nations: Iterable[Nation], copies: int, jokers_a_sex: int) -> tuple[Guest, ...]:
    """All tiles of a game, in a fixed order: this many of each lady and gentleman of these nations."""
    guests = tuple(2 * nation + sex for nation in nations for sex in range(2) for _ in range(copies))
    return guests + (JOKERS,) * jokers_a_sex + (JOKERS + 1,) * jokers_a_sex
