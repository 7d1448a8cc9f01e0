"""A table's company as one small number: gentlemen, ladies, and how many of them are of the table's nation.

The seating and scoring rules ask only these three counts (RULES 2 and 3), so every answer is a table look-up.
"""

from __future__ import annotations

from typing import Final

Tally = int

SEX: Final = (1, 5)
"""What a gentleman and a lady add to a tally."""
OF_NATION: Final = 25
"""What a guest of the table's own nation adds on top."""
ONE_NATION_TABLE: Final = 4 * OF_NATION
"""From here on a tally is four guests of the table's nation."""

ALLOWED: Final = frozenset({(1, 0), (0, 1), (1, 1), (1, 2), (2, 1), (2, 2)})
"""`seat.mix`: gentlemen and ladies that may sit together."""


def gentlemen(tally: Tally) -> int:
    """How many gentlemen sit there."""
    return tally % 5


def ladies(tally: Tally) -> int:
    """How many ladies sit there."""
    return tally // 5 % 5


def of_nation(tally: Tally) -> int:
    """How many guests of the table's own nation sit there."""
    return tally // OF_NATION


_ALL: Final = range(OF_NATION * 5)

SITTING: Final = tuple(gentlemen(tally) + ladies(tally) for tally in _ALL)
"""Guests at the table."""

NO_MORE_MEN: Final = tuple((gentlemen(tally) + 1, ladies(tally)) not in ALLOWED for tally in _ALL)
NO_MORE_WOMEN: Final = tuple((gentlemen(tally), ladies(tally) + 1) not in ALLOWED for tally in _ALL)
CLOSED_TO: Final = (NO_MORE_MEN, NO_MORE_WOMEN)
"""Whether one more gentleman, one more lady would break `seat.mix`."""
