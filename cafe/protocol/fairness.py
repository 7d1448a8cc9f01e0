"""Whether a record's bag is the one that was committed to before the game, and what that proves."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

from cafe.protocol import shuffle
from cafe.protocol.shuffle import NOTHING, Contribution
from cafe.rules.errors import RecordError, quoted
from cafe.rules.guests import GUESTS, NATIONS
from cafe.rules.record import Record

COMMITMENT = "Commitment"
SALT = "Salt"
SECRET = "Secret"
CONTRIBUTIONS = "Contributions"
_HEX = r"[0-9a-f]{64}"


def commitment(salt: str, bag: Sequence[int], tables: Sequence[int]) -> str:
    """The hash of salt, bag and table cards, for a bag that the server drew alone."""
    names = " ".join(GUESTS[guest] for guest in bag), " ".join(NATIONS[nation] for nation in tables)
    return hashlib.sha256("\n".join((salt, *names)).encode()).hexdigest()


def shuffle_headers(promised: str, secret: str, contributions: Sequence[Contribution]) -> dict[str, str]:
    """The headers of a record by which a shuffle with contributions can be checked."""
    given = "; ".join(f"{one.seat} {one.hash or NOTHING} {one.value or NOTHING}" for one in contributions)
    return {COMMITMENT: promised, SECRET: secret, CONTRIBUTIONS: given}


def check_commitment(record: Record, noted: str | None = None) -> str | None:
    """What the record proves of its shuffle, None if it has no commitment; RecordError if it is wrong.

    `noted` is the commitment that somebody wrote down before the first turn.
    """
    promised = record.extra.get(COMMITMENT)
    if noted is not None and noted != promised:
        raise RecordError(f"the commitment you noted is {noted}; the record's is {promised or 'missing'}")
    if promised is None:
        return None
    if record.bag is None:
        raise RecordError(f"expected a header Bag beside {COMMITMENT}; it is missing")
    proved = (
        _check_contributions(record, promised) if SECRET in record.extra else _check_salt(record, promised)
    )
    if noted is not None:
        return f"{proved}; the commitment is the one you noted"
    return f"{proved}; the record alone does not prove that this commitment was shown before the game"


def _check_salt(record: Record, promised: str) -> str:
    salt = record.extra.get(SALT)
    if salt is None:
        raise RecordError(f"expected a header {SALT} or {SECRET} beside {COMMITMENT}; both are missing")
    found = commitment(salt, record.bag or (), record.tables)
    if found != promised:
        raise RecordError(f"the commitment to the shuffle is {promised}; salt, bag and tables give {found}")
    return "the shuffle matches its commitment, and the server drew it alone"


def _check_contributions(record: Record, promised: str) -> str:
    secret = record.extra[SECRET]
    if not re.fullmatch(_HEX, secret):
        raise RecordError(f"expected 64 hexadecimal digits in {SECRET}; got {quoted(secret)}")
    given = _read_contributions(record)
    rules = record.edition
    found = shuffle.commitment(rules.name, rules.variants, shuffle.hash_of(secret), given)
    if found != promised:
        raise RecordError(
            f"the commitment to the shuffle is {promised}; edition, secret and contributions give {found}"
        )
    for name, (_, promise, value) in zip(record.players, given, strict=True):
        if value is not None and shuffle.hash_of(value) != promise:
            raise RecordError(f"the contribution of {name} does not have the hash that was committed to")
    bag, tables = shuffle.shuffle(rules, shuffle.seed(promised, secret, given))
    if tuple(bag) != record.bag or tuple(tables) != record.tables:
        raise RecordError("secret and contributions give another bag than the record's")
    opened = [name for name, one in zip(record.players, given, strict=True) if one.value is not None]
    missed = [name for name, one in zip(record.players, given, strict=True) if one.hash and not one.value]
    proved = f"the shuffle follows from the server's secret{_contributions_of(opened)}"
    return proved + (f" ({', '.join(missed)} did not open theirs in time)" if missed else "")


def _contributions_of(names: Sequence[str]) -> str:
    return f" and the contributions of {', '.join(names)}" if names else " alone"


def _read_contributions(record: Record) -> list[Contribution]:
    text = record.extra.get(CONTRIBUTIONS)
    if text is None:
        raise RecordError(f"expected a header {CONTRIBUTIONS} beside {SECRET}; it is missing")
    parts = text.split("; ")
    if len(parts) != len(record.players):
        raise RecordError(f"expected {len(record.players)} contributions; got {len(parts)}")
    found = []
    for part in parts:
        given = re.fullmatch(rf"([0-4]) (-|{_HEX}) (-|{_HEX})", part)
        if given is None or (given[2] == NOTHING and given[3] != NOTHING):
            raise RecordError(f"expected a contribution: seat, hash and value; got {quoted(part)}")
        seat, promise, value = given.groups()
        found.append(
            Contribution(
                int(seat),
                None if promise == NOTHING else promise,
                None if value == NOTHING else value,
            )
        )
    return found
