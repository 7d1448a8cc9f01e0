"""Parties (RULES 6): which the hand can complete, and the seats that do not spoil one.

Guests fit on all chairs of a table if and only if for every set of its free chairs the hand holds at least as
many guests that fit on one of them (Hall's theorem); there are fifteen such sets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import jax.numpy as jnp

from cafe.rules.guests import JOKERS, NATIONS, SEXES
from cafe.vector.bits import Array, Planes, Word, at_least, bit, has, kept, moved, total, union, when
from cafe.vector.game import Game, chair, nation_at
from cafe.vector.rulebook import SIDES, Rulebook

if TYPE_CHECKING:
    from cafe.vector.legal import Company

SETS: Final = tuple(tuple(side for side in SIDES if number >> side & 1) for number in range(1, 16))
"""Every set of sides."""


def parties(rules: Rulebook, game: Game, hand: Planes, sitting: Company) -> tuple[Word, Word]:
    """By sex, the tables where the hand can complete a party."""
    found = []
    nations = _nations(rules, game)
    for sex in range(len(SEXES)):
        present = union(
            [taken & (~lady if sex else lady) for taken, lady in zip(game.taken, game.lady, strict=True)]
        )
        enough = _enough_free(rules, game)
        bad = present | ~enough | _mix_breaks(rules, game, sitting, sex)
        found.append(~bad & rules.all_tables & _fills(rules, game, hand, sex, nations))
    return found[0], found[1]


def _enough_free(rules: Rulebook, game: Game) -> Word:
    """Tables with as many free chairs as a party needs."""
    return at_least([~taken for taken in game.taken])[rules.edition.party_least - 1]


def _mix_breaks(rules: Rulebook, game: Game, sitting: Company, sex: int) -> Word:
    """Tables whose free chairs cannot all be taken by this sex because of another table of one of them."""
    found = jnp.zeros_like(game.taken[0])
    for link in rules.links:
        closed = moved(sitting.closed[sex] & rules.all_tables, -link.up) & link.tables
        found = found | (closed & ~game.taken[link.side])
    for one, two, tables in rules.double_links:
        closed = moved(sitting.closed_to_two[sex] & rules.all_tables, -one.up) & tables
        found = found | (closed & ~game.taken[one.side] & ~game.taken[two.side])
    return found


def _nations(rules: Rulebook, game: Game) -> Array:
    """By table and side, the nations of the chair's tables as bits, along two new last axes."""
    if not game.nations:
        return jnp.asarray(rules.chair_nations)
    own = [bit(nation_at(rules, game, jnp.int32(table))) for table in range(rules.tables)]
    rows = []
    for table in range(rules.tables):
        sides = [own[table]] * 4
        for link in rules.links:
            if link.tables >> table & 1:
                sides[link.side] = sides[link.side] | own[table + link.up]
        rows.append(jnp.stack(sides, axis=-1))
    return jnp.stack(rows, axis=-2)


def _kinds(nations: Word, sex: int) -> Word:
    """The kinds of guests of these nations and this sex, and the joker of that sex."""
    found = jnp.zeros_like(nations)
    for nation in range(len(NATIONS)):
        found = found | (((nations >> nation) & 1) << (2 * nation + sex))
    return found | (1 << (JOKERS + sex))


def _fills(rules: Rulebook, game: Game, hand: Planes, sex: int, nations: Array) -> Word:
    """Tables whose free chairs guests of this sex can all take by their nations."""
    kinds = _kinds(nations, sex)
    tables = jnp.arange(rules.tables, dtype=jnp.uint32)
    free = [((~taken[..., None] >> tables) & 1) != 0 for taken in game.taken]
    planes = tuple(plane[..., None] for plane in hand)
    fits = jnp.ones_like(free[0])
    for sides in SETS:
        asked = free[sides[0]]
        fitting = kinds[..., sides[0]]
        for side in sides[1:]:
            asked = asked & free[side]
            fitting = fitting | kinds[..., side]
        fits = fits & (~asked | (total(planes, fitting) >= len(sides)))
    return jnp.where(fits, jnp.left_shift(jnp.uint32(1), tables), 0).sum(axis=-1, dtype=jnp.uint32)


def party_seats(
    rules: Rulebook, game: Game, hand: Planes, homes: tuple[Word, ...], again: tuple[Word, ...]
) -> tuple[list[Word], list[Word]]:
    """Guests and jokers that may sit down next at the party under way: words by sex and side."""
    code = jnp.maximum(game.party - 1, 0)
    table, is_ladies = code % rules.tables, code >= rules.tables
    chairs = [chair(rules, jnp.int32(side), table) for side in SIDES]
    free = [~has(game.taken[side], table) for side in SIDES]
    nations = [
        union([when((union(words) & tables) != 0) & (1 << nation) for nation, tables in enumerate(homes)])
        for words in chairs
    ]
    kinds = kept([jnp.where(is_ladies, _kinds(here, 1), _kinds(here, 0)) for here in nations])
    tight = []
    for sides in SETS:
        asked = free[sides[0]]
        for side in sides[1:]:
            asked = asked & free[side]
        fitting = union([kinds[side] for side in sides])
        # A guest who fits here and sits elsewhere would be missing.
        tight.append((sides, asked & (total(hand, fitting) <= len(sides)), fitting))
    held = hand[0] | hand[1] | hand[2]
    found = [[jnp.zeros_like(game.taken[0])] * 8 for _ in range(2)]
    for side in SIDES:
        spoils = union([fitting & when(is_tight) for sides, is_tight, fitting in tight if side not in sides])
        may = kept(held & kinds[side] & ~spoils & when(free[side]))
        for sex in range(len(SEXES)):
            here = when(is_ladies) if sex else ~when(is_ladies)
            tables = union(
                [of_nation & when((may >> (2 * nation + sex)) & 1) for nation, of_nation in enumerate(homes)]
            )
            joker = when((may >> (JOKERS + sex)) & 1)
            for other in SIDES:
                words = chairs[side][other] & here
                place = 4 * sex + other
                named = again[other] if rules.edition.jokers_named else jnp.uint32(rules.second[other])
                found[0][place] = found[0][place] | (words & tables & ~again[other])
                found[1][place] = found[1][place] | (words & joker & ~named)
    return found[0], found[1]
