"""Recovery codes as people write them down: five groups of four letters, the last letter a check."""

from __future__ import annotations

import secrets
from typing import Final

from cafe.server.rooms.link_codes import LETTERS

LENGTH: Final = 20
GROUP: Final = 4


def new_code() -> str:
    """A code of 19 random letters, 94 bits, and a check."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(LENGTH - 1))
    return letters + _check(letters)


def written(code: str) -> str:
    """A code in groups, in capital letters."""
    return "-".join(code[at : at + GROUP].upper() for at in range(0, LENGTH, GROUP))


def read(text: str) -> str | None:
    """The code that somebody typed, with any spaces and hyphens; None if it is mistyped."""
    code = "".join(sign for sign in text.lower() if not sign.isspace() and sign != "-")
    if len(code) != LENGTH or not set(code) <= set(LETTERS):
        return None
    return code if _check(code[:-1]) == code[-1] else None


def _check(letters: str) -> str:
    """The sum with a weight for each place; there are 31 letters, a prime, so that one wrong letter or two
    swapped ones are always detected."""
    total = sum(weight * LETTERS.index(letter) for weight, letter in enumerate(letters, 2))
    return LETTERS[total % len(LETTERS)]
