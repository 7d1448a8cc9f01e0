"""Fair shuffles: a hash that is published before a game and can be checked after it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from cafe.rules.errors import RecordError
from cafe.rules.guests import GUESTS, NATIONS
from cafe.rules.record import Record


def commitment(salt: str, bag: Sequence[int], tables: Sequence[int]) -> str:
    """The hash of salt, bag and table cards, each in the order of the record's headers."""
    names = " ".join(GUESTS[guest] for guest in bag), " ".join(NATIONS[nation] for nation in tables)
    return hashlib.sha256("\n".join((salt, *names)).encode()).hexdigest()


def check_commitment(record: Record) -> bool:
    """Whether the record has a commitment; RecordError if bag and salt do not match it."""
    promised, salt = record.extra.get("Commitment"), record.extra.get("Salt")
    if promised is None:
        return False
    if salt is None or record.bag is None:
        raise RecordError("expected the headers Salt and Bag beside Commitment; one of them is missing")
    found = commitment(salt, record.bag, record.tables)
    if found != promised:
        raise RecordError(f"the commitment to the shuffle is {promised}; salt, bag and tables give {found}")
    return True
