"""How much the tests try: `CAFE_TEST_SCALE=10 make test` plays ten times as many games."""

from __future__ import annotations

import os

SCALE = float(os.environ.get("CAFE_TEST_SCALE", "1"))


def scaled(n: int) -> int:
    """Return `n` times the scale, rounded, and never less than one."""
    return max(1, round(n * SCALE))
