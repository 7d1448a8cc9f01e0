"""Names that look alike, by Unicode's list of confusable characters."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from confusable_homoglyphs.confusables import confusables_data

from cafe.server.rooms.seat_names import seat_names
from cafe.store.rows import SeatRow


class Titles(NamedTuple):
    """The words for a bot and for a host in one language."""

    bot: tuple[str, ...]
    host: tuple[str, ...]


TITLES = {
    "de": Titles(("bot",), ("gastgeber", "gastgeberin")),
    "el": Titles(("μποτ",), ("οικοδεσπότης", "οικοδέσποινα")),
    "en": Titles(("bot", "robot"), ("host",)),
    "fr": Titles(("robot",), ("hôte", "hôtesse")),
    "it": Titles(("bot",), ("host",)),
}
"""Words that only the server may use about somebody, in every language of the browser app."""
_RESERVED = {
    *(word for titles in TITLES.values() for word in titles.bot + titles.host),
    *("admin", "administrator", "moderator"),
}


def are_alike(one: str, other: str) -> bool:
    """Whether two names can be mistaken for each other."""
    return not _looks(one).isdisjoint(_looks(other))


def has_title(name: str) -> bool:
    """Whether a word in a name, or the whole of it, can be mistaken for a title, with digits or without."""
    words = set("".join(sign if _is_seen(sign) or sign.isspace() else " " for sign in name).split())
    words |= {*name.split(), name}
    words |= {"".join(sign for sign in word if unicodedata.category(sign)[0] in "LM") for word in words}
    return any(are_alike(word, title) for word in words - {""} for title in _RESERVED)


def alike_seats(seats: Sequence[SeatRow], host_name: str | None) -> frozenset[int]:
    """The seats of people whose name can be mistaken for that of another person or bot in the room.

    `host_name` is the name of a host who does not play.
    """
    names = [*seat_names(seats), host_name]
    return frozenset(
        seat.seat
        for seat, name in zip(seats, names, strict=False)
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
    """Whether a reader notices this character of a name: not marks on letters, nor anything between them."""
    return unicodedata.category(sign)[0] not in "MPZ" and sign not in "|`^~+<>=$"


def _prototypes(text: str) -> str:
    return "".join(map(_prototype, text))


@lru_cache(10_000)
def _prototype(sign: str) -> str:
    """The character that stands for all that look like this one.

    For each such character the list has only its prototype, and for a prototype all of them.
    """
    alike = [each["c"] for each in confusables_data.get(sign, ())]
    if len(alike) != 1:
        return sign
    only: str = alike[0]
    return only if len(confusables_data.get(only, ())) > 1 else min(sign, only)
