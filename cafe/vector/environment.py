"""One game as an environment with pgx's interface, for `vmap`; pgx itself is not needed."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from cafe.encoding import VERSION
from cafe.rules import State as RulesState
from cafe.rules import edition
from cafe.rules.setup import TABLE_CARDS
from cafe.vector import ending
from cafe.vector.batch import first_game
from cafe.vector.bits import Array, Planes
from cafe.vector.convert import game_of, order_of, state_of
from cafe.vector.drawing import draw
from cafe.vector.game import Deck, Game
from cafe.vector.legal import dense, legal
from cafe.vector.observation import observe
from cafe.vector.rulebook import Rulebook, rulebook
from cafe.vector.step import step


@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class State:
    """A game with what pgx's states have. `sums`, `shares` and `out` say more about its end."""

    current_player: Array
    observation: Array
    rewards: Array
    terminated: Array
    truncated: Array
    legal_action_mask: Array
    _step_count: Array
    _game: Game
    _tiles: Array
    _cards: Array
    _rules: Rulebook = dataclasses.field(metadata={"static": True})

    @property
    def env_id(self) -> str:
        """The environment's id."""
        return env_id(self._rules)

    @property
    def sums(self) -> Array:
        """By player: points less penalties, 0 for whoever is out; final once terminated."""
        return ending.sums(self._rules, self._game)

    @property
    def shares(self) -> Array:
        """By player: the share of the win, were the game over now."""
        return ending.shares(self._rules, self._game)

    def replace(self, **changes: Any) -> State:
        """The same state with some fields changed."""
        return dataclasses.replace(self, **changes)

    def to_svg(self, *, color_theme: str | None = None, scale: float | None = None) -> str:
        """The café as a picture; of a batch the first game."""
        game = jax.tree.map(lambda part: np.asarray(part).reshape(-1)[0], self._game)
        tiles = np.asarray(self._tiles).reshape(-1, self._tiles.shape[-1])[0]
        cards = np.asarray(self._cards).reshape(-1, self._cards.shape[-1])[0]
        return draw(state_of(self._rules, game, tiles, cards), dark=color_theme == "dark", scale=scale or 1.0)

    def save_svg(
        self, filename: str | Path, *, color_theme: str | None = None, scale: float | None = None
    ) -> None:
        """Write that picture to a file."""
        Path(filename).write_text(self.to_svg(color_theme=color_theme, scale=scale), encoding="utf-8")

    def _repr_html_(self) -> str:
        return self.to_svg()


def env_id(rules: Rulebook) -> str:
    """The id of an environment: its edition and variants."""
    return "-".join(("cafe", rules.edition.name, *rules.edition.variants))


class Environment:
    """`init`, `step` and `observe` as pgx has them; every function is pure and can be compiled and mapped."""

    def __init__(self, rules: Rulebook) -> None:
        self.rules = rules

    @property
    def id(self) -> str:
        """The environment's id."""
        return env_id(self.rules)

    @property
    def version(self) -> str:
        """The encoding's version."""
        return f"v{VERSION}"

    @property
    def num_players(self) -> int:
        """How many play."""
        return self.rules.players

    @property
    def num_actions(self) -> int:
        """How many integers stand for actions."""
        return self.rules.code.size

    @property
    def observation_shape(self) -> tuple[int, ...]:
        """The shape of an observation."""
        return (self.rules.layout.size,)

    def init(self, key: Array) -> State:
        """A new game with a bag shuffled by the key."""
        rules = self.rules
        first, second = jax.random.split(key)
        tiles = jax.random.permutation(first, jnp.asarray(rules.edition.tiles, jnp.uint8))
        cards = jnp.zeros(1, jnp.uint8)
        nations: tuple[Array, ...] = ()
        if rules.cards:
            cards = jax.random.permutation(second, jnp.asarray(TABLE_CARDS, jnp.uint8))
            shown = cards[: rules.tables].astype(jnp.uint32)
            places = jnp.arange(rules.tables, dtype=jnp.uint32)
            nations = tuple((((shown >> plane) & 1) << places).sum(dtype=jnp.uint32) for plane in range(4))
        size = rules.edition.first_hand
        hands = [_planes(rules, tiles[size * p : size * (p + 1)]) for p in range(rules.players)]
        game = first_game(rules, hands, _planes(rules, tiles[size * rules.players :]), nations)
        return self._state(game, tiles, cards, jnp.zeros(rules.players, jnp.float32), jnp.int32(0))

    def step(self, state: State, action: Array, key: Array | None = None) -> State:
        """The state after an action; the key is there for pgx's sake, as all chance is in the bag.

        Nothing changes in a game that is over; an illegal action ends it, with -1 for whoever took it
        and, as in pgx, one less than there are players for each of the others.
        """
        action = jnp.asarray(action, jnp.int32)
        illegal = ~state.legal_action_mask[action]
        rules, over = self.rules, state.terminated | state.truncated
        deck = Deck(
            lambda place: state._tiles[place].astype(jnp.int32),
            lambda place: state._cards[place].astype(jnp.int32),
        )
        after = step(rules, state._game, action, deck)
        game = jax.tree.map(lambda new, old: jnp.where(over | illegal, old, new), after, state._game)
        ended = (game.over > 0) & ~over
        rewards = jnp.where(ended, ending.rewards(rules, game), 0.0)
        seats = jnp.arange(rules.players)
        penalty = jnp.where(seats == state.current_player, -1.0, float(rules.players - 1))
        rewards = jnp.where(illegal & ~over, penalty, rewards).astype(jnp.float32)
        found = self._state(game, state._tiles, state._cards, rewards, state._step_count + ~over)
        terminated = found.terminated | over | illegal
        return found.replace(
            terminated=terminated,
            truncated=state.truncated,
            legal_action_mask=found.legal_action_mask | terminated,
        )

    def observe(self, state: State, player_id: Array | None = None) -> Array:
        """What a player, or the player to move, sees: the flat vector of `cafe.encoding`."""
        player = state.current_player if player_id is None else jnp.asarray(player_id, jnp.int32)
        return observe(self.rules, state._game, player)

    def from_state(self, state: RulesState) -> State:
        """The same game as `cafe.rules` knows it."""
        if state.edition is not self.rules.edition or state.players != self.rules.players:
            raise ValueError(f"expected a game of {self.id} for {self.rules.players} players; got {state!r}")
        tiles, cards = order_of(self.rules, state)
        game = jax.tree.map(jnp.asarray, game_of(self.rules, state))
        rewards = jnp.zeros(self.rules.players, jnp.float32)
        found = self._state(game, jnp.asarray(tiles), jnp.asarray(cards), rewards, jnp.int32(0))
        return found.replace(legal_action_mask=found.legal_action_mask | found.terminated)

    def to_state(self, state: State) -> RulesState:
        """The same game as `cafe.rules` knows it."""
        game = jax.tree.map(np.asarray, state._game)
        return state_of(self.rules, game, np.asarray(state._tiles), np.asarray(state._cards))

    def _state(self, game: Game, tiles: Array, cards: Array, rewards: Array, steps: Array) -> State:
        return State(
            current_player=game.player,
            observation=observe(self.rules, game, game.player),
            rewards=rewards,
            terminated=game.over > 0,
            truncated=jnp.zeros_like(game.may_close),
            legal_action_mask=dense(self.rules, legal(self.rules, game)),
            _step_count=steps,
            _game=game,
            _tiles=tiles,
            _cards=cards,
            _rules=self.rules,
        )


def _planes(rules: Rulebook, tiles: Array) -> Planes:
    """How many of each kind there are among these tiles, in planes."""
    kinds = jnp.arange(rules.kinds)
    number = (tiles[:, None] == kinds).sum(axis=0).astype(jnp.uint32)
    one, two, four = (
        (((number >> plane) & 1) << kinds.astype(jnp.uint32)).sum(dtype=jnp.uint32) for plane in range(3)
    )
    return one, two, four


def make(name: str, players: int = 2, variants: Iterable[str] = ()) -> Environment:
    """The environment of an edition with so many players and these variants."""
    return Environment(rulebook(edition(name, variants), players))
