"""Short codes for links."""

from __future__ import annotations

import secrets
from typing import Final

LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""The characters of codes, none of which looks like another."""


def new_room_code() -> str:
    """A code for a room's address."""
    return _code(10)


def new_invitation() -> str:
    """A code with which friends can take a seat."""
    return _code(6)


def _code(length: int) -> str:
    """A code that is hard to guess and easy to read out."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))
