"""Short codes for links."""

from __future__ import annotations

import secrets
from typing import Final

LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""What codes are made of: nothing that looks like something else."""


def new_room_code() -> str:
    """What a room is found by."""
    return _code(10)


def new_invitation() -> str:
    """What lets friends sit down."""
    return _code(6)


def _code(length: int) -> str:
    """A code that is hard to guess and easy to read out."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))
