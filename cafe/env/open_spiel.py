"""The game in OpenSpiel: importing this registers `python_cafe_international`.

Draws are chance nodes. A state holds the bag as a set: its order is decided tile by tile, when an action
draws.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, Final, NamedTuple

from cafe.env.extra import missing

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError:
    raise missing("OpenSpiel", "open-spiel") from None

from cafe.encoding import ActionCode, action_code
from cafe.encoding.observation import observer
from cafe.env.game import rewards
from cafe.rules import (
    EDITIONS,
    Action,
    Edition,
    State,
    action_text,
    apply,
    deal,
    determinise,
    edition,
    view,
    write_position,
)
from cafe.rules.errors import SetupError
from cafe.rules.guests import GUESTS, NATIONS
from cafe.rules.setup import TABLE_CARDS, check_players

NAME: Final = "python_cafe_international"
LONGEST: Final = 2000
"""More than the actions and draws of any game."""

_PARAMETERS: Final = {"edition": "board", "players": 2, "variants": ""}
"""Variants are joined by +: a comma would end the parameter where OpenSpiel writes a game on one line."""

_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Café International",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=max(rules.most_players for rules in EDITIONS.values()),
    min_num_players=min(rules.least_players for rules in EDITIONS.values()),
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_PARAMETERS,
)


class Node(NamedTuple):
    """Where a game stands: a state, or what waits for tiles and table cards to be drawn.

    The bag and the pile of its state are sorted: their order is not decided yet.
    """

    state: State | None
    """None while the first hands are dealt."""
    action: Action | None = None
    """What was done in the state and waits; None at the deal."""
    tiles: int = 0
    """How many tiles are wanted."""
    cards: int = 0
    """How many table cards are wanted."""
    drawn: bytes = b""
    dealt: bytes = b""

    @property
    def waits(self) -> bool:
        """Whether chance is to move."""
        return len(self.drawn) < self.tiles or len(self.dealt) < self.cards

    def __deepcopy__(self, memo: object) -> Node:
        return self  # nothing in it can change


class CafeGame(pyspiel.Game):  # type: ignore[misc]
    """The game with its parameters."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_PARAMETERS, **(params or {})}
        self.rules: Final[Edition] = edition(str(given["edition"]), _variants(given["variants"]))
        self.players: Final = int(given["players"])
        check_players(self.rules, self.players)
        self.code: Final[ActionCode] = action_code(self.rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.code.size,
            max_chance_outcomes=len(GUESTS) + len(NATIONS),
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(_TYPE, info, given)

    def new_initial_state(self) -> CafeState:
        """Before the first tile is dealt."""
        return CafeState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CafeObserver:
        """What a player sees, as a vector and as a line."""
        return CafeObserver(self, params)

    def first(self) -> Node:
        """The deal, which waits for every hand and every table."""
        tables = len(self.rules.plan.tables) if self.rules.table_cards else 0
        return Node(None, None, self.players * self.rules.first_hand, tables)

    def after(self, state: State, action: Action) -> Node:
        """What an action leads to: a state, or the first draw."""
        after, _ = apply(state, action)
        tiles, cards = len(state.bag) - len(after.bag), len(state.pile) - len(after.pile)
        return Node(state, action, tiles, cards) if tiles or cards else Node(after)

    def drawn(self, node: Node) -> Node:
        """What comes when all that was wanted is drawn; it can want more."""
        tiles, cards = self.left(node)
        bag, pile = node.drawn + tiles, node.dealt + cards
        if node.state is None or node.action is None:
            return Node(deal(self.rules, self.players, bag, pile))
        state, _ = apply(node.state.but(bag=bag, pile=pile), node.action)
        wanted = len(bag) - len(state.bag), len(pile) - len(state.pile)
        if wanted == (node.tiles, node.cards):
            return Node(state)
        return node._replace(tiles=wanted[0], cards=wanted[1])

    def left(self, node: Node) -> tuple[bytes, bytes]:
        """Tiles and table cards that can still come, sorted."""
        if node.state is None:
            tiles, cards = bytes(sorted(self.rules.tiles)), bytes(TABLE_CARDS if node.cards else ())
        else:
            tiles, cards = node.state.bag, node.state.pile
        for tile in node.drawn:
            tiles = tiles.replace(bytes([tile]), b"", 1)
        for card in node.dealt:
            cards = cards.replace(bytes([card]), b"", 1)
        return tiles, cards


class CafeState(pyspiel.State):  # type: ignore[misc]
    """A game at one moment, as OpenSpiel steps through it."""

    def __init__(self, game: CafeGame) -> None:
        super().__init__(game)
        self.stand_at(game.first())

    def stand_at(self, node: Node) -> None:
        """Take a place in the game; who is to move is kept, because OpenSpiel asks for it at every turn."""
        self.node = node
        if node.waits or node.state is None:
            self._to_move = int(pyspiel.PlayerId.CHANCE)
        elif node.state.over is not None:
            self._to_move = int(pyspiel.PlayerId.TERMINAL)
        else:
            self._to_move = node.state.player

    def current_player(self) -> int:
        """Who is to move: a player, chance, or nobody any more."""
        return self._to_move

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self._to_move == pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """1 for whoever has won alone, together 0."""
        state = self.node.state
        return [0.0] * self.num_players() if state is None else rewards(state)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.get_game().code.legal(self._settled))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each kind of tile that can be drawn, or nation that can be dealt, with its probability."""
        node = self.node
        tiles, cards = self.get_game().left(node)
        if len(node.drawn) < node.tiles:
            return [(tile, count / len(tiles)) for tile, count in Counter(tiles).items()]
        return [(len(GUESTS) + card, count / len(cards)) for card, count in Counter(cards).items()]

    def _apply_action(self, action: int) -> None:
        game: CafeGame = self.get_game()
        node = self.node
        if self._to_move >= 0:
            state = self._settled
            self.stand_at(game.after(state, game.code.action(state, action)))
            return
        tiles, cards = game.left(node)
        if len(node.drawn) < node.tiles:
            can_come = 0 <= action < len(GUESTS) and action in tiles
        else:
            can_come = 0 <= action - len(GUESTS) < len(NATIONS) and action - len(GUESTS) in cards
        if not can_come:
            raise ValueError(f"expected one of chance_outcomes(); got {action}")
        if action < len(GUESTS):
            node = node._replace(drawn=node.drawn + bytes([action]))
        else:
            node = node._replace(dealt=node.dealt + bytes([action - len(GUESTS)]))
        self.stand_at(node if node.waits else game.drawn(node))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return GUESTS[action] if action < len(GUESTS) else NATIONS[action - len(GUESTS)]
        state = self._settled
        return action_text(state.edition.plan, self.get_game().code.action(state, action))

    def resample_from_infostate(self, player: int, sampler: Any) -> CafeState:
        """A state that looks the same to this player, everything that it cannot see drawn at random."""
        found: CafeState = self.get_game().new_initial_state()
        state = determinise(view(self._settled, player), Random(sampler()))
        found.stand_at(Node(state.but(bag=bytes(sorted(state.bag)), pile=bytes(sorted(state.pile)))))
        return found

    @property
    def _settled(self) -> State:
        if self.node.state is None:
            raise ValueError("expected a state in which a player is to move; the first hands are dealt")
        return self.node.state

    def __str__(self) -> str:
        node = self.node
        position = "deal" if node.state is None else write_position(node.state)
        return " ".join(
            (position, *(GUESTS[tile] for tile in node.drawn), *(NATIONS[card] for card in node.dealt))
        )


class CafeObserver:
    """What a player sees: the encoding's vector, and the line of the player's view."""

    def __init__(self, game: CafeGame, params: Any) -> None:
        if params:
            raise ValueError(f"expected no parameters of an observer; got {params}")
        self._observer = observer(game.rules)
        self.tensor = np.zeros(self._observer.layout.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: CafeState, player: int) -> None:
        """Fill the vector; nothing is seen before the first hands are dealt."""
        known = state.node.state
        self.tensor[:] = 0 if known is None else self._observer.flat(view(known, player))

    def string_from(self, state: CafeState, player: int) -> str:
        """The view's line, the same for all states that look the same to the player."""
        known = state.node.state
        if known is None:
            return f"deal {player}"
        return write_position(view(known, player)) + (" draws" if state.node.waits else "")


def _variants(given: object) -> list[str]:
    if not isinstance(given, str) or "," in given:
        raise SetupError(f"expected variants as one text, such as 'parties+exact-swap'; got {given!r}")
    return given.split("+") if given else []


pyspiel.register_game(_TYPE, CafeGame)
