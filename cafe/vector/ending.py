"""What a finished game is worth to each player (RULES 4.6, 5): `cafe.rules.scoring.result` as arrays."""

from __future__ import annotations

import jax.numpy as jnp

from cafe.rules.guests import JOKERS
from cafe.vector.bits import Array, total
from cafe.vector.game import Game
from cafe.vector.rulebook import Rulebook
from cafe.vector.step import out_players

GUESTS = (1 << JOKERS) - 1


def penalties(rules: Rulebook, game: Game) -> Array:
    """What the tiles in hand, and face down, would cost each player now, along a new last axis."""
    edition = rules.edition
    found = []
    for player in range(rules.players):
        held = [game.hands[player], *([game.hidden[player]] if game.hidden else [])]
        guests = sum(total(planes, GUESTS) for planes in held)
        jokers = sum(total(planes, ~GUESTS & 0xFFFFFFFF) for planes in held)
        found.append(edition.penalty * guests + edition.joker_penalty * jokers)
    return jnp.stack(found, axis=-1)


def sums(rules: Rulebook, game: Game) -> Array:
    """Each player's points less the penalties, 0 for whoever is out; final once the game is over."""
    points = jnp.stack(game.scores, axis=-1) - penalties(rules, game)
    return jnp.where(jnp.stack(out_players(rules, game), axis=-1), 0, points)


def shares(rules: Rulebook, game: Game) -> Array:
    """How much of the win each player would have now: 1 for a winner, less where it is shared, else 0."""
    final = sums(rules, game)
    merit = final * 1024
    if rules.edition.ties_by_penalty:
        merit = merit - penalties(rules, game)
    out = jnp.stack(out_players(rules, game), axis=-1)
    merit = jnp.where(out, -(1 << 31), merit)
    wins = (merit == merit.max(axis=-1, keepdims=True)) & ~out
    return wins / jnp.maximum(wins.sum(axis=-1, keepdims=True), 1)


def rewards(rules: Rulebook, game: Game) -> Array:
    """1 for a sole winner, and the others share the loss of 1; the sum is 0, also when a win is shared."""
    share = shares(rules, game).astype(jnp.float32)
    return (share * rules.players - 1) / (rules.players - 1)
