"""Names for people whose own are not shown."""

from __future__ import annotations

import hmac
from base64 import b32encode

from cafe.store.rows import RoomRow, SeatRow


def pseudonym(key: bytes, who: str) -> str:
    """The same name for the same words; without the key they cannot be recovered from it."""
    return f"P-{b32encode(hmac.digest(key, who.encode(), 'sha256'))[:10].decode()}"


def seat_place(row: RoomRow, seat: SeatRow) -> str:
    """Words that identify whoever sat there, in this game alone."""
    return f"{row.id}/{seat.seat}"
