"""Names that the eye takes for one another: by Unicode's list of confusable characters."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from confusable_homoglyphs.confusables import confusables_data

from cafe.server.rooms.seat_names import seat_names
from cafe.store.rows import SeatRow

TITLES = ("bot", "robot", "μποτ", "host", "admin", "administrator", "moderator")
"""What only the server says of somebody."""


def are_alike(one: str, other: str) -> bool:
    """Whether two names can be taken for one another."""
    return not _looks(one).isdisjoint(_looks(other))


def has_title(name: str) -> bool:
    """Whether a word of a name can be taken for a title."""
    words = "".join(sign if _is_seen(sign) or sign.isspace() else " " for sign in name).split()
    return any(are_alike(word, title) for word in words for title in TITLES)


def alike_seats(seats: Sequence[SeatRow]) -> frozenset[int]:
    """The seats of people whose name can be taken for that of somebody else in the room, bots included."""
    names = seat_names(seats)
    return frozenset(
        seat.seat
        for seat, name in zip(seats, names, strict=True)
        if seat.kind in ("person", "local") and name is not None
        if any(
            other is not None and place != seat.seat and are_alike(name, other)
            for place, other in enumerate(names)
        )
    )


@lru_cache(10_000)
def _looks(name: str) -> frozenset[str]:
    """How a name looks, with its capitals and without: I is like l, but i is not."""
    plain = unicodedata.normalize("NFKD", name)
    seen = "".join(filter(_is_seen, plain)) or plain
    return frozenset((_prototypes(seen).casefold(), _prototypes(seen.casefold())))


def _is_seen(sign: str) -> bool:
    """Whether a reader looks at this sign of a name: no marks on letters, nothing that is between them."""
    return unicodedata.category(sign)[0] not in "MPZ" and sign not in "|`^~+<>=$"


def _prototypes(text: str) -> str:
    return "".join(map(_prototype, text))


@lru_cache(10_000)
def _prototype(sign: str) -> str:
    """The one that stands for all characters that look like this one.

    The list names of each such character its prototype alone, and of a prototype all of them.
    """
    alike = [each["c"] for each in confusables_data.get(sign, ())]
    if len(alike) != 1:
        return sign
    only: str = alike[0]
    return only if len(confusables_data.get(only, ())) > 1 else min(sign, only)
