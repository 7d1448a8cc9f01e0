"""A shuffle that nobody chooses alone: a server's secret and people's contributions fix the bag.

What is hashed, to the byte, is in docs/fair-shuffle.md; the browser has the same functions.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeVar

from cafe.rules.edition import Edition
from cafe.rules.setup import TABLE_CARDS

T = TypeVar("T")

VERSION: Final = "cafe-shuffle 1"
NOTHING: Final = "-"
BYTES: Final = 32
"""The length of a secret, of a contribution, and of every hash."""


class Contribution(NamedTuple):
    """What a player's person gave: the hash before the commitment, the value after it; each in hex."""

    seat: int
    hash: str | None = None
    value: str | None = None


class Shuffled(NamedTuple):
    """Bag and table cards in the order in which they are dealt."""

    bag: list[int]
    tables: list[int]


def hash_of(value: str) -> str:
    """The SHA-256 of a value's bytes, both in hex."""
    return hashlib.sha256(bytes.fromhex(value)).hexdigest()


def commitment(
    edition: str, variants: Sequence[str], secret_hash: str, contributions: Sequence[Contribution]
) -> str:
    """What the server publishes before anybody opens; contributions are in the players' order."""
    lines = [VERSION, " ".join((edition, *variants)), secret_hash]
    lines += [f"{found.seat} {found.hash or NOTHING}" for found in contributions]
    return _hash_lines(lines)


def seed(promised: str, secret: str, contributions: Sequence[Contribution]) -> str:
    """What the bag follows from: the commitment, the server's secret and every value that was opened."""
    return _hash_lines([VERSION, promised, secret, *(found.value or NOTHING for found in contributions)])


def _hash_lines(lines: Sequence[str]) -> str:
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def shuffle(edition: Edition, seed: str) -> Shuffled:
    """The bag, then the table cards, shuffled by one stream of numbers."""
    numbers = _numbers(bytes.fromhex(seed))
    bag = _shuffled(sorted(edition.tiles), numbers)
    return Shuffled(bag, _shuffled(sorted(TABLE_CARDS), numbers) if edition.table_cards else [])


def _shuffled(items: list[T], numbers: Iterator[int]) -> list[T]:
    """Fisher and Yates's shuffle, from the last place to the first."""
    for last in range(len(items) - 1, 0, -1):
        other = _below(last + 1, numbers)
        items[last], items[other] = items[other], items[last]
    return items


def _below(limit: int, numbers: Iterator[int]) -> int:
    """A number below the limit; those that would make small ones likelier are passed over."""
    fair = 2**32 - 2**32 % limit
    return next(number for number in numbers if number < fair) % limit


def _numbers(seed: bytes) -> Iterator[int]:
    """Numbers of 32 bits without end: the hashes of the seed followed by 0, 1, 2, ..."""
    counter = 0
    while True:
        block = hashlib.sha256(seed + counter.to_bytes(4, "big")).digest()
        for at in range(0, BYTES, 4):
            yield int.from_bytes(block[at : at + 4], "big")
        counter += 1
