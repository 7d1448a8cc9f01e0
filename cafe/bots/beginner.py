"""`beginner`: makes the mistakes of `easy` more often, for children and first games."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cafe.bots.easy import TABLE, EasyBot

MISTAKES: Final[Mapping[str, float]] = MappingProxyType(
    {TABLE: 0.65, "second table": 0.8, "second guest": 0.6, "joker": 0.9}
)
"""How often each thing is overlooked, decision by decision: what each means is said in `easy.py`."""


class BeginnerBot(EasyBot):
    """Takes the most points it sees, and sees little."""

    def __init__(self) -> None:
        super().__init__(MISTAKES)
