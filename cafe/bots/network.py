"""The network of `maestro`: what it looks like, and one pass through it.

The input is the observation and the legal actions. Every table of the café goes through the same small
encoder; its output and the rest of the observation go through a trunk. The policy is a pointer network: each
action at a table is judged by combining what the encoder and the trunk say about that table. The value is
each player's expected result, the observer's first: the margin over the best other player, and the
probability of winning. Both start from the current lead, so that points already scored need not be learned:
the network predicts how far the margin will still move, and how steeply the probability of winning depends on
the lead.

One function serves training and play: written against an array module, it runs on JAX and on NumPy.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from cafe.bots.runtime import FAMILIES, family_of
from cafe.encoding import action_code, layout
from cafe.rules.edition import edition

Array = Any
"""A NumPy or a JAX array."""
Weights = Mapping[str, Array]

MARGIN: Final = 40.0
"""Points that count as one in the value of the margin."""
SAYINGS: Final = 3
"""The outputs for each player: the margin still to come, the log-odds of winning on a level score, and how
much the lead counts in them, less 1."""
PARTIES: Final = 2
"""Parties that can be announced at each table: one per sex. Their integers are the last."""
POINTS: Final = 128
"""Points that count as one in the observation."""
LEAST: Final = -1000.0
"""A number below any lead."""
SMALL: Final = 0.01
"""How small the last layers start: at first every action is as likely as any other."""


@dataclass(frozen=True)
class Shape:
    """The sizes of a network: of its input and output, then its own."""

    tables: int
    table_features: int
    """Numbers in the observation for each table."""
    other_features: int
    table_actions: int
    """Actions that point at a table, for each table."""
    other_actions: int
    players: int
    """The largest number of players."""
    scores: int
    """Where everybody's points begin in the observation."""
    counts: int
    """Where the number of players is, one-hot from two on."""

    table_width: int = 64
    trunk_width: int = 512
    blocks: int = 3
    pointer_width: int = 64
    value_width: int = 256

    @property
    def actions(self) -> int:
        """How many actions there are."""
        return self.tables * self.table_actions + self.other_actions

    def layers(self) -> dict[str, tuple[tuple[int, ...], float]]:
        """Each array's shape and the standard deviation of its initial numbers."""
        wide, table, pointer = self.trunk_width, self.table_width, self.pointer_width
        of_table, of_rest = self.table_features + self.table_actions, self.other_features + self.other_actions
        found: dict[str, tuple[tuple[int, ...], float]] = {
            "table.in": ((of_table, table), sqrt(2 / of_table)),
            "table.place": ((self.tables, table), 0.5),
            "table.out": ((table, table), sqrt(2 / table)),
            "table.bias": ((table,), 0.0),
            "trunk.tables": ((self.tables * table, wide), sqrt(1 / (self.tables * table))),
            "trunk.rest": ((of_rest, wide), sqrt(1 / of_rest)),
            "trunk.bias": ((wide,), 0.0),
        }
        for block in range(self.blocks):
            found[f"block{block}.up"] = ((wide, wide), sqrt(2 / wide))
            found[f"block{block}.bias"] = ((wide,), 0.0)
            found[f"block{block}.down"] = ((wide, wide), sqrt(1 / (wide * max(1, self.blocks))))
        return found | {
            "point.table": ((table, pointer), sqrt(1 / table)),
            "point.trunk": ((wide, self.tables * pointer), sqrt(1 / wide)),
            "point.bias": ((pointer,), 0.0),
            "point.out": ((pointer, self.table_actions), SMALL),
            "point.actions": ((self.table_actions,), 0.0),
            "other.out": ((wide, self.other_actions), SMALL),
            "other.bias": ((self.other_actions,), 0.0),
            "value.in": ((wide, self.value_width), sqrt(2 / wide)),
            "value.bias": ((self.value_width,), 0.0),
            "value.out": ((self.value_width, SAYINGS * self.players), SMALL),
            "value.ends": ((SAYINGS * self.players,), 0.0),
        }


def forward(xp: Any, shape: Shape, weights: Weights, seen: Array, legal: Array) -> tuple[Array, Array]:
    """For each observation the policy's number for every action, and the values.

    `seen` is what `family_vector` gives; `legal` has a 1 for each action of `cafe.encoding` that is legal,
    parties included. The values are [games, players, 2]: the margin in units of MARGIN, and the log-odds of
    winning.
    """
    games, kind = seen.shape[0], weights["table.in"].dtype
    of_tables = shape.tables * shape.table_features
    by_kind = legal.reshape(games, -1)
    places = shape.tables * (shape.table_actions - PARTIES)
    at_tables = xp.concatenate([by_kind[:, :places], by_kind[:, places + shape.other_actions :]], 1)
    at_tables = at_tables.reshape(games, shape.table_actions, shape.tables).swapaxes(1, 2)
    tables = xp.concatenate(
        [
            seen[:, :of_tables].reshape(games, shape.tables, shape.table_features).astype(kind),
            at_tables.astype(kind),
        ],
        2,
    )
    exact = weights["trunk.rest"].dtype
    elsewhere = by_kind[:, places : places + shape.other_actions]
    rest = xp.concatenate([seen[:, of_tables:].astype(exact), elsewhere.astype(exact)], 1)
    found = _relu(xp, tables @ weights["table.in"] + weights["table.place"])
    found = _relu(xp, found @ weights["table.out"] + weights["table.bias"])
    known = (rest @ weights["trunk.rest"]).astype(kind)
    whole = _relu(xp, found.reshape(games, -1) @ weights["trunk.tables"] + known + weights["trunk.bias"])
    for block in range(shape.blocks):
        inner = _relu(xp, _norm(xp, whole) @ weights[f"block{block}.up"] + weights[f"block{block}.bias"])
        whole = whole + inner @ weights[f"block{block}.down"]
    whole = _norm(xp, whole)
    context = (whole @ weights["point.trunk"]).reshape(games, shape.tables, shape.pointer_width)
    pointer = _relu(xp, found @ weights["point.table"] + context + weights["point.bias"])
    pointed = pointer @ weights["point.out"] + weights["point.actions"]
    others = whole @ weights["other.out"] + weights["other.bias"]
    inner = _relu(xp, whole @ weights["value.in"] + weights["value.bias"])
    said = (inner @ weights["value.out"] + weights["value.ends"]).reshape(games, shape.players, SAYINGS)
    said, lead = said.astype(xp.float32), leads(xp, shape, seen)
    values = xp.stack([lead + said[..., 0], (1 + said[..., 2]) * lead + said[..., 1]], -1)
    pointed = pointed.swapaxes(1, 2)
    seats, parties = pointed[:, :-PARTIES], pointed[:, -PARTIES:]
    numbers = xp.concatenate([seats.reshape(games, -1), others, parties.reshape(games, -1)], 1)
    return numbers, values


def leads(xp: Any, shape: Shape, seen: Array) -> Array:
    """How far everybody is ahead of the best other player, in units of MARGIN; 0 for seats nobody has."""
    points = seen[:, shape.scores : shape.scores + shape.players].astype(xp.float32) * (POINTS / MARGIN)
    told = seen[:, shape.counts : shape.counts + shape.players - 1].astype(xp.float32)
    plays = xp.cumsum(told[:, ::-1], 1)[:, ::-1] > 0
    plays = xp.concatenate([plays[:, :1], plays], 1)
    others = xp.where(~xp.eye(shape.players, dtype=bool) & plays[:, None, :], points[:, None, :], LEAST)
    return xp.where(plays, points - others.max(-1), 0.0)


def shape_of(family: str, **sizes: int) -> Shape:
    """The shape of a family's networks, with their own sizes."""
    name = FAMILIES[family][0]
    seen, code = layout(name), action_code(edition(name, ("parties",)))
    of_tables = seen.tables * seen.table_shape[1]
    return Shape(
        tables=seen.tables,
        table_features=seen.table_shape[1],
        other_features=seen.size - of_tables + len(FAMILIES[family]) - 1,
        table_actions=code.guest // seen.tables + PARTIES,
        other_actions=code.party - code.guest,
        players=seen.players,
        scores=seen.start("scores"),
        counts=seen.start("players"),
        **sizes,
    )


def family_vector(xp: Any, name: str, flat: Array) -> Array:
    """Flat observations of an edition as its family's network sees them.

    The editions of a family differ in the variants they know: the first knows all, and those that another one
    knows come first among them. For each edition except the first there is one more number, 1 if it is being
    played.
    """
    names = FAMILIES[family_of(name)]
    if len(names) == 1:
        return flat
    games, first = flat.shape[0], len(edition(names[0]).known_variants)
    known = len(edition(name).known_variants)
    cut = layout(name).start("variants") + known
    flags = [xp.full((games, 1), float(name == other), flat.dtype) for other in names[1:]]
    missing = xp.zeros((games, first - known), flat.dtype)
    return xp.concatenate([flat[:, :cut], missing, flat[:, cut:], *flags], 1)


def _relu(xp: Any, numbers: Array) -> Array:
    return xp.maximum(numbers, 0)


def _norm(xp: Any, numbers: Array) -> Array:
    """Each row with mean 0 and variance 1, computed with 32-bit precision."""
    exact = numbers.astype(xp.float32)
    centred = exact - exact.mean(-1, keepdims=True)
    variance = (centred * centred).mean(-1, keepdims=True)
    return (centred / xp.sqrt(variance + 1e-5)).astype(numbers.dtype)
