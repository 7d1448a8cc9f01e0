"""Observations of a batch of games: the numbers of `cafe.encoding.observation`, found from words."""

from __future__ import annotations

from collections.abc import Sequence

import jax.numpy as jnp
import numpy as np

from cafe.rules.guests import NATIONS, SEXES
from cafe.vector.bits import Array, bit, choose, counts, total, union, when
from cafe.vector.game import Game, nation_at
from cafe.vector.legal import owed_chair
from cafe.vector.rulebook import SIDES, Rulebook


def observe(rules: Rulebook, game: Game, observer: Array) -> Array:
    """What `cafe.encoding.observation.Observer.flat` gives for the observer's view."""
    numbers, scales = _numbers(rules, game, observer)
    return numbers.astype(jnp.float32) * jnp.asarray(scales)


def _numbers(
    rules: Rulebook, game: Game, observer: Array
) -> tuple[Array, np.ndarray[tuple[int], np.dtype[np.float32]]]:
    shape = rules.layout
    order = [(observer + place) % rules.players for place in range(rules.players)]
    kinds = jnp.arange(shape.kinds)
    hands = [counts(choose(game.hands, player), kinds) for player in order[: shape.seen_hands]]
    hands += [jnp.zeros_like(hands[0])] * (shape.seen_hands - len(hands))
    unseen = counts(game.bag, kinds)
    if not rules.edition.open_hands:
        for player in order[1:]:
            unseen = unseen + counts(choose(game.hands, player), kinds)
            unseen = unseen + counts(choose(game.hidden, player), kinds)
    tables = _tables(rules, game, hands, unseen)
    fields = [*hands, unseen, _plain(rules, game, order)]
    flat = jnp.concatenate([tables.reshape(*tables.shape[:-2], -1), *fields], axis=-1)
    scales = [scale for _, scale in shape.table_features] * shape.tables
    scales += [field.scale for field in shape.fields for _ in range(field.size)]
    return flat, (1 / np.array(scales)).astype(np.float32)


def _tables(rules: Rulebook, game: Game, hands: Sequence[Array], unseen: Array) -> Array:
    """The rows of the tables."""
    none = jnp.zeros_like(game.taken[0])
    joker = game.joker or (none,) * 4
    sides = [words[side] for side in SIDES for words in (game.taken, game.lady, game.own, joker)]
    sitting = union(game.taken)
    mixed = union([taken & ~own for taken, own in zip(game.taken, game.own, strict=True)])
    code = jnp.maximum(game.party - 1, 0)
    party = bit(code % rules.tables) & when(game.party > 0)
    ladies = when(code >= rules.tables)
    places = jnp.arange(rules.tables, dtype=jnp.uint32)

    def columns(words: Sequence[Array]) -> Array:
        stacked = jnp.stack(words, axis=-1)
        return ((stacked[..., None, :] >> places[:, None]) & 1).astype(jnp.int32)

    nations = [nation_at(rules, game, jnp.int32(table)) for table in range(rules.tables)]
    nation = jnp.stack([jnp.broadcast_to(found, game.player.shape) for found in nations], axis=-1)
    found = [
        columns([*sides, *owed_chair(rules, game)]),
        _worth(rules, game, nation),
        columns([sitting & ~mixed, party & ~ladies, party & ladies]),
    ]
    for held in (*hands, unseen):
        for sex in range(len(SEXES)):
            found.append(_of_nation(held, 2 * nation + sex)[..., None])
    if rules.edition.table_cards:
        found.append((nation[..., None] == jnp.arange(len(NATIONS))).astype(jnp.int32))
    return jnp.concatenate(found, axis=-1)


def _of_nation(held: Array, kinds: Array) -> Array:
    """How many of each of these kinds there are; none of a kind that does not exist."""
    size = held.shape[-1]
    found = jnp.take_along_axis(held, jnp.minimum(kinds, size - 1), axis=-1)
    return jnp.where(kinds < size, found, 0)


def _worth(rules: Rulebook, game: Game, nation: Array) -> Array:
    """By table and side: what a guest of the table's nation would score on the free chair there."""
    edition = rules.edition
    places = jnp.arange(rules.tables, dtype=jnp.uint32)
    mixed = union([taken & ~own for taken, own in zip(game.taken, game.own, strict=True)])

    def spread(words: Array) -> Array:
        return (words[..., None] >> places) & 1

    sitting = sum(spread(taken).astype(jnp.int32) for taken in game.taken)
    pure = spread(mixed) == 0
    after = jnp.minimum(sitting + 1, 4)
    as_mixed = jnp.asarray(edition.mixed_points, jnp.int32)[after]
    as_own = jnp.where(pure, jnp.asarray(edition.one_nation_points, jnp.int32)[after], as_mixed)
    found = [as_own] * 4
    for link in rules.links:
        same = jnp.roll(nation, -link.up, axis=-1) == nation
        paid = jnp.where(same, jnp.roll(as_own, -link.up, axis=-1), jnp.roll(as_mixed, -link.up, axis=-1))
        here = np.array([link.tables >> table & 1 for table in range(rules.tables)], np.int32)
        found[link.side] = found[link.side] + paid * here
    free = [spread(~taken).astype(jnp.int32) for taken in game.taken]
    worth = jnp.stack([points * here for points, here in zip(found, free, strict=True)], axis=-1)
    return worth * (nation < len(NATIONS))[..., None]


def _plain(rules: Rulebook, game: Game, order: Sequence[Array]) -> Array:
    """The numbers after `unseen`."""
    edition, most = rules.edition, rules.layout.players
    none = jnp.zeros_like(game.player)

    def by_player(found: Sequence[Array]) -> list[Array]:
        return [*found, *[none] * (most - rules.players)]

    def constant(number: int) -> Array:
        return jnp.full_like(game.player, number)

    turn = jnp.minimum(game.seats, edition.seats_a_turn - 1)
    numbers = [
        *by_player([total(choose(game.hands, player)) for player in order]),
        *by_player([choose(game.scores, player) for player in order]),
        *by_player([player == game.player for player in order]),
        *by_player([player == 0 for player in order]),
        *(
            constant(rules.players == count)
            for count in range(edition.least_players, edition.most_players + 1)
        ),
        *(constant(variant in edition.variants) for variant in edition.known_variants),
        *(turn == number for number in range(edition.seats_a_turn)),
        game.owes > 0,
        game.party > 0,
        game.over > 0,
        rules.tiles - game.drawn - edition.bag_rest,
    ]
    if edition.refills:
        prices = jnp.asarray((*edition.bar_points, 0), jnp.int32)
        numbers += [
            *by_player([choose(game.one_nation, player) for player in order]),
            *by_player([_out(rules, game, player) for player in order]),
            game.passes,
            game.at_bar,
            prices[game.at_bar],
        ]
    if edition.draws:
        numbers += [
            *by_player([total(choose(game.hidden, player)) for player in order]),
            game.may_close,
            rules.cards - game.dealt,
        ]
    return jnp.stack([number.astype(jnp.int32) for number in numbers], axis=-1)


def _out(rules: Rulebook, game: Game, player: Array) -> Array:
    """0 for whoever is in, 1 for whoever went out first, and so on."""
    found = jnp.zeros_like(game.player)
    for entry in range(rules.players):
        gone = ((game.out >> (4 * entry)) & 15).astype(jnp.int32) == player + 1
        found = jnp.where(gone, entry + 1, found)
    return found
