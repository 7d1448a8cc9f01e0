"""Every edition with every number of players."""

from __future__ import annotations

from cafe.rules import EDITIONS

SETUPS = tuple(
    (name, players)
    for name, rules in EDITIONS.items()
    for players in range(rules.least_players, rules.most_players + 1)
)
