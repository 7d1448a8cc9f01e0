"""Many games at once, as fast as they go: legal actions as words, new games from a pool of shuffled bags.

>>> games = Batch("board", players=2)
>>> pool = games.pool(jax.random.key(0), rows=1 << 16)
>>> state = games.begin(pool, jnp.arange(1 << 14))
>>> words = games.legal(state)
>>> action = games.pick(words, jax.random.bits(key, (1 << 14,)))
>>> state = games.step(pool, state, action)
>>> state = games.renew(pool, state)

Nothing here is compiled by itself: put a loop of these steps into one `jax.jit`. A pool is data, so a new
one can be made between two calls of a compiled function.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from cafe.rules import State, edition
from cafe.rules.setup import TABLE_CARDS
from cafe.vector import ending
from cafe.vector.bits import Array, Planes, add, bit
from cafe.vector.convert import game_of, order_of, state_of
from cafe.vector.game import Deck, Game
from cafe.vector.legal import Words, dense, how_many, legal, pick
from cafe.vector.observation import observe
from cafe.vector.rulebook import Rulebook, rulebook
from cafe.vector.step import step


class Pool(NamedTuple):
    """Bags in the order of drawing, one per row, and the first position of a game with each."""

    tiles: Array
    cards: Array
    start: Array
    """Hands, bag and nations of the first position as words, one column each."""


class Games(NamedTuple):
    """A batch of games, each with its row of the pool."""

    game: Game
    row: Array


class Batch:
    """Games of one edition, with these players and variants."""

    def __init__(self, name: str, players: int, variants: Iterable[str] = ()) -> None:
        self.rules = rulebook(edition(name, variants), players)

    def pool(self, key: Array, rows: int) -> Pool:
        """So many bags, shuffled on the device."""
        return make_pool(self.rules, key, rows)

    def begin(self, pool: Pool, rows: Array) -> Games:
        """New games with these rows of the pool."""
        return Games(_start(self.rules, pool, rows), rows)

    def legal(self, games: Games) -> Words:
        """Every legal action, none where a game is over: words of `rules.widths` bits, integer by integer."""
        return legal(self.rules, games.game)

    def dense(self, words: Words) -> Array:
        """The same as one boolean for each integer."""
        return dense(self.rules, words)

    def pick(self, words: Words, random: Array) -> Array:
        """A legal action for each game, chosen by a random word; each is as likely within 1 in 10^7."""
        size = how_many(words).astype(jnp.uint32)
        index = _high_product(random.astype(jnp.uint32), size)
        return pick(self.rules, words, index.astype(jnp.int32))

    def step(self, pool: Pool, games: Games, action: Array) -> Games:
        """Every game after a legal action; no game may be over."""
        return games._replace(game=step(self.rules, games.game, action, _deck(self.rules, pool, games.row)))

    def renew(self, pool: Pool, games: Games) -> Games:
        """New games in the place of those that are over, each with a row some way down the pool."""
        over = games.game.over > 0
        row = jnp.where(over, (games.row + _STRIDE) % pool.tiles.shape[0], games.row)
        new = _start(self.rules, pool, row)
        return Games(jax.tree.map(lambda fresh, old: jnp.where(over, fresh, old), new, games.game), row)

    def observe(self, games: Games, player: Array | None = None) -> Array:
        """What these players see, or those to move: the flat vector of `cafe.encoding`."""
        return observe(self.rules, games.game, games.game.player if player is None else player)

    def sums(self, games: Games) -> Array:
        """By player: points less penalties, 0 for whoever is out; final where a game is over."""
        return ending.sums(self.rules, games.game)

    def shares(self, games: Games) -> Array:
        """By player: the share of the win, were the game over now."""
        return ending.shares(self.rules, games.game)

    def from_states(self, states: Sequence[State]) -> tuple[Pool, Games]:
        """These states as games, with a pool of their bags: row by row."""
        orders = [order_of(self.rules, state) for state in states]
        games = [game_of(self.rules, state) for state in states]
        game = jax.tree.map(lambda *parts: jnp.asarray(np.stack(parts)), *games)
        tiles, cards = (jnp.asarray(np.stack(parts)) for parts in zip(*orders, strict=True))
        return Pool(tiles, cards, jnp.zeros((len(states), 1), jnp.uint32)), Games(
            game, jnp.arange(len(states))
        )

    def to_states(self, pool: Pool, games: Games) -> list[State]:
        """The states of all games."""
        game = jax.tree.map(np.asarray, games.game)
        tiles, cards = np.asarray(pool.tiles), np.asarray(pool.cards)
        return [
            state_of(self.rules, jax.tree.map(lambda part, at=at: part[at], game), tiles[row], cards[row])
            for at, row in enumerate(np.asarray(games.row))
        ]


_STRIDE = 40_503
"""Odd, and large: games that began side by side do not meet again soon."""


def _high_product(one: Array, other: Array) -> Array:
    """The upper 32 bits of a product of words."""
    low = (one & 0xFFFF) * other
    high = (one >> 16) * other
    return ((low >> 16) + high) >> 16


def make_pool(rules: Rulebook, key: Array, rows: int) -> Pool:
    """So many bags, shuffled on the device."""
    kinds, dealt = jax.random.split(key)
    tiles = _shuffled(kinds, np.array(rules.edition.tiles, np.uint8), rows)
    cards = (
        _shuffled(dealt, np.array(TABLE_CARDS, np.uint8), rows)
        if rules.cards
        else jnp.zeros((rows, 1), jnp.uint8)
    )
    size, players = rules.edition.first_hand, rules.players
    dealt_tiles = tiles.astype(jnp.int32)
    words: list[Array] = []
    for player in range(players):
        words += _planes([dealt_tiles[:, size * player + place] for place in range(size)])
    words += _planes([dealt_tiles[:, place] for place in range(size * players, rules.tiles)])
    if rules.cards:
        for plane in range(4):
            bits = [((cards[:, t].astype(jnp.uint32) >> plane) & 1) << t for t in range(rules.tables)]
            words.append(sum(bits[1:], bits[0]))
    return Pool(tiles, cards, jnp.stack(words, axis=-1))


def _shuffled(key: Array, items: np.ndarray[tuple[int], np.dtype[np.uint8]], rows: int) -> Array:
    return jax.random.permutation(key, jnp.tile(jnp.asarray(items), (rows, 1)), axis=1, independent=True)


def _planes(tiles: list[Array]) -> Planes:
    none = jnp.zeros(tiles[0].shape, jnp.uint32)
    planes: Planes = none, none, none
    for tile in tiles:
        planes = add(planes, bit(tile))
    return planes


def _deck(rules: Rulebook, pool: Pool, row: Array) -> Deck:
    return Deck(
        lambda place: pool.tiles[row, place].astype(jnp.int32),
        lambda place: pool.cards[row, place].astype(jnp.int32),
    )


def _start(rules: Rulebook, pool: Pool, row: Array) -> Game:
    found = pool.start[row]
    words = [found[..., column] for column in range(found.shape[-1])]
    groups = [(words[at], words[at + 1], words[at + 2]) for at in range(0, 3 * (rules.players + 1), 3)]
    return first_game(rules, groups[:-1], groups[-1], tuple(words[3 * (rules.players + 1) :]))


def first_game(rules: Rulebook, hands: Sequence[Planes], bag: Planes, nations: tuple[Array, ...]) -> Game:
    """A game that begins with these hands and this bag."""
    edition = rules.edition
    none = jnp.zeros_like(bag[0])
    zero = none.astype(jnp.int32)
    side = (none,) * 4
    return Game(
        taken=side,
        lady=side,
        own=side,
        joker=side if rules.jokers else (),
        nations=nations,
        hands=tuple(hands),
        hidden=((none, none, none),) * rules.players if edition.draws else (),
        bag=bag,
        drawn=zero + edition.first_hand * rules.players,
        dealt=zero + (rules.tables if rules.cards else 0),
        bar=(none,) * -(-len(edition.bar_points) // 6),
        at_bar=zero,
        scores=(zero,) * rules.players,
        one_nation=(zero,) * rules.players,
        out=none,
        player=zero,
        seats=zero,
        places=none,
        owes=zero,
        party=zero,
        may_close=none != 0,
        passes=zero,
        over=zero,
    )
