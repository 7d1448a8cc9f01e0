"""Legal actions for all tables at once (RULES 2, 4.1, 7): `cafe.rules.seating` as arithmetic on words."""

from __future__ import annotations

from typing import NamedTuple

import jax.numpy as jnp

from cafe.rules.guests import JOKERS, SEXES
from cafe.vector.bits import (
    Array,
    Word,
    at_least,
    choose,
    count,
    kept,
    moved,
    nth,
    some,
    total,
    union,
    when,
)
from cafe.vector.game import Game, Sides, chair, chairs_at, held, holds_joker, home
from cafe.vector.parties import parties, party_seats
from cafe.vector.rulebook import SIDES, Rulebook

MEN, LADIES = range(len(SEXES))


class Company(NamedTuple):
    """Who sits at the tables, by table."""

    somebody: Word
    closed: tuple[Word, Word]
    """Tables where no further gentleman, no further lady may sit."""
    closed_to_two: tuple[Word, Word]
    """Tables where no two more of them may."""


def company(taken: Sides, lady: Sides) -> Company:
    """What the seating rules ask about each table (`seat.mix`)."""
    men = at_least([chairs & ~ladies for chairs, ladies in zip(taken, lady, strict=True)])
    ladies = at_least(lady)
    open_to_men = ~men[1] & ~ladies[2] & (~men[0] | ladies[0])
    open_to_ladies = ~ladies[1] & ~men[2] & (~ladies[0] | men[0])
    two_men = ~men[0] & ladies[0] & ~ladies[2]
    two_ladies = ~ladies[0] & men[0] & ~men[2]
    return Company(men[0] | ladies[0], (~open_to_men, ~open_to_ladies), (~two_men, ~two_ladies))


def possible(rules: Rulebook, game: Game, sitting: Company) -> tuple[Sides, Sides]:
    """By sex, the free chairs where the mix of every table allows another guest."""
    found = []
    for closed in sitting.closed:
        shut = chairs_at(rules, closed & rules.all_tables)
        a, b, c, d = (
            ~taken & ~closed_here & rules.all_tables
            for taken, closed_here in zip(game.taken, shut, strict=True)
        )
        found.append((a, b, c, d))
    return found[0], found[1]


def fitting(rules: Rulebook, game: Game, kinds: Word, sex: int) -> Sides:
    """Chairs that some guest of a hand with these kinds fits by its nation."""
    joker = holds_joker(rules, kinds, sex)
    a, b, c, d = (chairs | joker for chairs in chairs_at(rules, held(home(rules, game), kinds, sex)))
    return a, b, c, d


def beside(rules: Rulebook, chairs: Sides) -> Sides:
    """Chairs that have another one of these at one of their tables."""
    others = [union([chairs[other] for other in SIDES if other != side]) for side in SIDES]
    found = list(others)
    for link in rules.links:
        found[link.side] = found[link.side] | (moved(others[link.other], -link.up) & link.tables)
    return found[0], found[1], found[2], found[3]


def open_chairs(rules: Rulebook, game: Game, kinds: Word) -> tuple[Sides, Sides]:
    """By sex, the chairs that a guest of the mover's hand may take now, but for the nation."""
    edition = rules.edition
    sitting = kept(company(game.taken, game.lady))
    free = possible(rules, game, sitting)
    accompanied = chairs_at(rules, sitting.somebody)
    fits = kept(tuple(fitting(rules, game, kinds, sex) for sex in (MEN, LADIES)))
    partners = [beside(rules, _both(free[sex], fits[sex])) for sex in (LADIES, MEN)]
    may_owe = when(game.seats + 2 <= edition.seats_a_turn)
    found = [
        tuple(
            chairs & (near | (partner & may_owe))
            for chairs, near, partner in zip(free[sex], accompanied, partners[sex], strict=True)
        )
        for sex in (MEN, LADIES)
    ]
    if edition.opening:
        opens = when((game.player == 0) & (sitting.somebody == 0) & (game.seats == 0))
        found = [_with(chairs, free[sex], opens) for sex, chairs in enumerate(found)]
    if edition.lone_guest:
        fit = union([union(_both(chairs, fits[sex])) for sex, chairs in enumerate(found)])
        nothing = when((fit == 0) & (game.seats == 0))
        found = [_with(chairs, free[sex], nothing) for sex, chairs in enumerate(found)]
    owed = owed_tables(rules, game)
    at_owed = chairs_at(rules, owed)
    owing = when(game.owes > 0)
    closed = when((game.party > 0) | game.may_close | (game.over > 0))
    men, ladies = (
        tuple(
            ((chairs & ~owing) | (can & near & owing)) & ~closed
            for chairs, can, near in zip(found[sex], free[sex], at_owed, strict=True)
        )
        for sex in (MEN, LADIES)
    )
    return men, ladies


def _both(one: Sides, other: Sides) -> Sides:
    a, b, c, d = (left & right for left, right in zip(one, other, strict=True))
    return a, b, c, d


def _with(chairs: Sides, more: Sides, condition: Word) -> Sides:
    a, b, c, d = (few | (all_of & condition) for few, all_of in zip(chairs, more, strict=True))
    return a, b, c, d


def owed_chair(rules: Rulebook, game: Game) -> Sides:
    """The chair whose guest is owed a partner; no bit if nobody is."""
    place = jnp.maximum(game.owes - 1, 0)
    a, b, c, d = (
        words & when(game.owes > 0) for words in chair(rules, place // rules.tables, place % rules.tables)
    )
    return a, b, c, d


def owed_tables(rules: Rulebook, game: Game) -> Word:
    """The tables of a guest who is owed a partner."""
    return union(owed_chair(rules, game))


def has_partner(rules: Rulebook, game: Game, kinds: Word, sex: Array, tables: Word) -> Array:
    """Whether a hand with these kinds holds company for whoever sits alone at these tables."""
    free = possible(rules, game, company(game.taken, game.lady))
    near = chairs_at(rules, tables)
    found = [
        union(
            [
                can & fit & here
                for can, fit, here in zip(free[other], fitting(rules, game, kinds, other), near, strict=True)
            ]
        )
        for other in (LADIES, MEN)
    ]
    return jnp.where(sex == MEN, found[0], found[1]) != 0


def repeated(rules: Rulebook, game: Game) -> tuple[Word, ...]:
    """By side, tables whose chair there goes by an earlier table of the same nation."""
    if not game.nations:
        return tuple(jnp.uint32(tables) for tables in rules.second_named)
    found = [jnp.zeros_like(game.nations[0]) for _ in SIDES]
    for link in rules.links:
        if link.up < 0:
            differ = union([plane ^ moved(plane, -link.up) for plane in game.nations])
            found[link.side] = found[link.side] | (~differ & link.tables)
    return tuple(found)


Words = tuple[Word, ...]
"""Legal actions: a bit for each integer of `cafe.encoding`, cut into words of `Rulebook.widths` bits."""


def legal(rules: Rulebook, game: Game) -> Words:
    """Every legal action of the player to move."""
    edition = rules.edition
    hand = choose(game.hands, game.player)
    kinds = kept(some(hand))
    running = when(game.over == 0)
    begins = running & when((game.seats == 0) & (game.party == 0) & ~game.may_close)
    open_to = kept(open_chairs(rules, game, kinds))
    homes = home(rules, game)
    tables_of = kept([held(homes, kinds, sex) for sex in (MEN, LADIES)])
    again = repeated(rules, game)
    seat = [open_to[sex][side] & tables_of[sex] & ~again[side] for sex in (MEN, LADIES) for side in SIDES]
    joker: list[Word] = []
    swap: list[Word] = []
    if rules.jokers:
        wild = again if edition.jokers_named else tuple(jnp.uint32(tables) for tables in rules.second)
        for sex in (MEN, LADIES):
            mine = holds_joker(rules, kinds, sex)
            for side in SIDES:
                joker.append(open_to[sex][side] & mine & ~wild[side])
                there = game.joker[side] & (game.lady[side] if sex == LADIES else ~game.lady[side])
                if edition.swap_exact:
                    there = there & game.own[side]
                swap.append(there & tables_of[sex] & ~again[side] & begins)
    if edition.parties:
        guests, jokers = party_seats(rules, game, hand, homes, again)
        under_way = when(game.party > 0) & running
        seat = [words | (more & under_way) for words, more in zip(seat, guests, strict=True)]
        joker = [words | (more & under_way) for words, more in zip(joker, jokers, strict=False)]
    guest = kinds & ((1 << JOKERS) - 1) & begins
    goes_on = running & when((game.seats > 0) & (game.owes == 0) & (game.party == 0))
    announced: tuple[Word, ...] = ()
    if edition.parties:
        announced = tuple(
            words & begins for words in parties(rules, game, hand, company(game.taken, game.lady))
        )
    if edition.draws:
        full = when(total(hand) >= edition.most_in_hand)
        close = when(game.may_close) & running
        end = ((goes_on | close | (begins & ~full)) & 1) | (close & 2)
        return (*seat, guest & full, end, *announced)
    words = (*seat, *joker, *swap, guest)
    anything = union([*words, *announced])
    end = (goes_on | (begins & when(anything == 0))) & 1
    return (*words, end, *announced)


def dense(rules: Rulebook, words: Words) -> Array:
    """The words as one boolean per integer of `cafe.encoding`, along a new last axis."""
    parts = [
        (bits[..., None] >> jnp.arange(width, dtype=jnp.uint32)) & 1
        for bits, width in zip(words, rules.widths, strict=True)
    ]
    return jnp.concatenate(parts, axis=-1).astype(bool)


def pick(rules: Rulebook, words: Words, index: Array) -> Array:
    """The legal action that has so many others before it."""
    found = jnp.zeros_like(index)
    left, first = index, 0
    chosen = jnp.zeros_like(words[0])
    rest = jnp.zeros_like(index)
    for bits, width in zip(words, rules.widths, strict=True):
        size = count(bits)
        here = (left >= 0) & (left < size)
        chosen = jnp.where(here, bits, chosen)
        rest = jnp.where(here, left, rest)
        found = jnp.where(here, first, found)
        left = left - size
        first += width
    return found + nth(chosen, rest)


def how_many(words: Words) -> Array:
    """How many actions are legal."""
    found = count(words[0])
    for bits in words[1:]:
        found = found + count(bits)
    return found
