"""What an action's integer means, in every game of a batch."""

from __future__ import annotations

from typing import NamedTuple

import jax.numpy as jnp

from cafe.rules.guests import JOKERS
from cafe.vector.bits import Array
from cafe.vector.game import Game, nation_at
from cafe.vector.rulebook import Rulebook


class Move(NamedTuple):
    """What an integer of `cafe.encoding` says."""

    seat: Array
    swap: Array
    joker: Array
    """The guest seated is a joker."""
    guest: Array
    """A guest goes to the bar, or a card is laid face down."""
    done: Array
    close: Array
    party: Array
    sex: Array
    side: Array
    table: Array
    kind: Array
    """The tile that leaves the hand, if one does."""


def read(rules: Rulebook, game: Game, action: Array) -> Move:
    """The action of an integer."""
    code, tables = rules.code, rules.tables
    placed = action < code.guest
    plane, table = action // tables, action % tables
    way, sex, side = plane // 8, plane // 4 % 2, plane % 4
    joker = placed & (way == 1)
    guest = ~placed & (action < code.done)
    tile = jnp.where(joker, JOKERS + sex, 2 * nation_at(rules, game, table) + sex)
    return Move(
        seat=placed & (way < 2),
        swap=placed & (way == 2),
        joker=joker,
        guest=guest,
        done=action == code.done,
        close=(action == code.close) & rules.edition.draws,
        party=action >= code.party,
        sex=sex,
        side=side,
        table=table,
        kind=jnp.where(guest, action - code.guest, tile),
    )
