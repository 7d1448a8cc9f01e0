"""A game as words and small numbers; every field is an array of one game, or of a whole batch."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import jax.numpy as jnp

from cafe.rules.guests import JOKERS, NATIONS
from cafe.vector.bits import Array, Planes, Word, bit, moved, union, when, word
from cafe.vector.rulebook import SIDES, Rulebook

Sides = tuple[Word, Word, Word, Word]
"""Words over the tables for the chair north, east, south and west of each."""

NO_TABLE = 15
"""The nation of a place where no table lies."""


class Game(NamedTuple):
    """What `cafe.rules.State` says, but for the order of the bag and the pile."""

    taken: Sides
    lady: Sides
    own: Sides
    """Chairs whose guest counts as the table's nation."""
    joker: tuple[Word, ...]
    """Chairs with jokers; empty in editions without them."""
    nations: tuple[Word, ...]
    """The tables' nations in four planes where they change; empty where they are fixed."""
    hands: tuple[Planes, ...]
    hidden: tuple[Planes, ...]
    bag: Planes
    """What is left in the bag, by kind."""
    drawn: Array
    """Tiles that have left the bag."""
    dealt: Array
    """Table cards that have left the pile."""
    bar: tuple[Word, ...]
    """Six guests per word in the order of their places, five bits each."""
    at_bar: Array
    scores: tuple[Array, ...]
    one_nation: tuple[Array, ...]
    """One-nation tables that each player has completed."""
    out: Word
    """Players that are out, first to last, four bits each: the player's number and 1."""

    player: Array
    seats: Array
    """Guests seated in this turn."""
    places: Word
    """Their chairs, eight bits each: `side * tables + table + 1`."""
    owes: Array
    """The chair that is owed a partner, in the same way; 0 if none."""
    party: Array
    """`1 + sex * tables + table`; 0 if there is none."""
    may_close: Array
    passes: Array
    over: Array
    """0 while the game runs, else 1 and the place of the reason among the edition's endings."""


class Deck(NamedTuple):
    """What is drawn next: a guest by its place in the bag, a table card by its place in the pile."""

    tile: Callable[[Array], Array]
    card: Callable[[Array], Array]


def across(rules: Rulebook, tables: Word) -> Sides:
    """By side, tables over whose chair there one comes to one of these tables."""
    found = [jnp.zeros_like(tables) for _ in SIDES]
    for link in rules.links:
        found[link.side] = found[link.side] | (moved(tables, -link.up) & link.tables)
    return found[0], found[1], found[2], found[3]


def chairs_at(rules: Rulebook, tables: Word) -> Sides:
    """The chairs of these tables, as all their tables have them."""
    a, b, c, d = (found | tables for found in across(rules, tables))
    return a, b, c, d


def chair(rules: Rulebook, side: Array, table: Array) -> Sides:
    """One chair, as all its tables have it."""
    tables = bit(table)
    found = [tables & when(side == here) for here in SIDES]
    for link in rules.links:
        found[link.other] = found[link.other] | (
            moved(tables & link.tables, link.up) & when(side == link.side)
        )
    return found[0], found[1], found[2], found[3]


def home(rules: Rulebook, game: Game) -> tuple[Word, ...]:
    """The tables of each nation."""
    if not game.nations:
        return tuple(jnp.uint32(tables) for tables in rules.home)
    return tuple(with_nation(rules, game, jnp.uint32(nation)) for nation in range(len(NATIONS)))


def with_nation(rules: Rulebook, game: Game, nation: Word) -> Word:
    """The tables of this nation, where they change."""
    differ = union([plane ^ when((nation >> place) & 1) for place, plane in enumerate(game.nations)])
    return ~differ & rules.all_tables


def nation_at(rules: Rulebook, game: Game, table: Array) -> Array:
    """The nation of a table."""
    if not game.nations:
        return jnp.asarray(rules.edition.plan.nations, jnp.int32)[table]
    planes = (((plane >> word(table)) & 1) << place for place, plane in enumerate(game.nations))
    return union(list(planes)).astype(jnp.int32)


def like(rules: Rulebook, game: Game, table: Array) -> Word:
    """The tables of the same nation as this one."""
    if not game.nations:
        return jnp.asarray(rules.same_nation)[table]
    return with_nation(rules, game, word(nation_at(rules, game, table)))


def held(homes: tuple[Word, ...], kinds: Word, sex: int) -> Word:
    """The tables of whose nation a hand with these kinds has a guest of this sex."""
    return union([tables & when((kinds >> (2 * nation + sex)) & 1) for nation, tables in enumerate(homes)])


def holds_joker(rules: Rulebook, kinds: Word, sex: int) -> Word:
    """All bits where a hand with these kinds has a joker of this sex."""
    return when((kinds >> (JOKERS + sex)) & 1) if rules.jokers else jnp.zeros_like(kinds)
