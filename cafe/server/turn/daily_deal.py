"""The café of the day: one deal per day and edition, the same for everybody, derived from a secret.

The deal is made as in docs/fair-shuffle.md, with a secret of the server and no contributions: the commitment
is published the day before, the secret after the day.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection
from datetime import UTC, date, datetime, timedelta
from typing import Final

import msgspec

from cafe.protocol import shuffle
from cafe.protocol.shuffle import Contribution
from cafe.rules.edition import edition as edition_of
from cafe.server.turn.room_shuffle import RoomShuffle
from cafe.server.turn.start import Start

EDITIONS: Final = ("board", "card")
LEVELS: Final = ("medium", "hard")
"""The bots, seated after the person, who starts."""
VERSION: Final = 1
"""The version of the bots' play. Any change to their answers increments it; a test knows their answers."""
PRACTICE_DAYS: Final = 30
"""Past days that can be practised."""
FACES: Final = "faces"


def day_of(now: float) -> str:
    """The UTC day."""
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def later(day: str, days: int) -> str:
    """The day this many days later."""
    return (date.fromisoformat(day) + timedelta(days)).isoformat()


def end_of(day: str) -> float:
    """When a day is over."""
    return datetime.fromisoformat(later(day, 1)).replace(tzinfo=UTC).timestamp()


def past_days(today: str) -> list[str]:
    """The days that can be practised, newest first."""
    return [later(today, -back) for back in range(1, PRACTICE_DAYS + 1)]


def streak(days: Collection[str], today: str) -> int:
    """How many of these days are in a row up to today, or up to yesterday while today is not over."""
    last = today if today in days else later(today, -1)
    count = 0
    while later(last, -count) in days:
        count += 1
    return count


class Deal(msgspec.Struct, frozen=True):
    """The deal of a day in an edition."""

    edition: str
    secret: str

    @property
    def commitment(self) -> str:
        """What is published the day before."""
        return shuffle.commitment(self.edition, (), shuffle.hash_of(self.secret), _NOTHING_GIVEN)

    def start(self) -> Start:
        """The beginning of every game on this day; the faces are the same for everybody too."""
        seed = shuffle.seed(self.commitment, self.secret, _NOTHING_GIVEN)
        bag, tables = shuffle.shuffle(edition_of(self.edition), seed)
        faces = hashlib.sha256(f"{FACES} {self.secret}".encode()).digest()
        return Start(faces_seed=int.from_bytes(faces[:7], "big"), bag=bag, tables=tables)

    def shuffle(self) -> RoomShuffle:
        """What is stored with the room, so that its record can be checked like any other."""
        return RoomShuffle(secret=self.secret)


_NOTHING_GIVEN: Final = [Contribution(seat) for seat in range(1 + len(LEVELS))]


def deal_of(key: bytes, day: str, edition: str) -> Deal:
    """The deal of a day: nobody without the key can know it before its secret is published."""
    return Deal(edition, hmac.digest(key, f"{day} {edition}".encode(), "sha256").hex())
