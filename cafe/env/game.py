"""A game whose actions are integers and whose observations are arrays: what the environments stand on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cafe.env.extra import missing

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError:
    raise missing("NumPy", "encoding") from None

from cafe.encoding import action_code
from cafe.encoding.observation import observer
from cafe.rules import Action, State, View, apply, edition, legal_actions, new_game, view
from cafe.rules.setup import check_players

Vector = NDArray[np.float32]
Mask = NDArray[np.int8]

LEAST: Final = -2.0
MOST: Final = 32.0
"""Between these lies every number of an observation."""


class Game:
    """The rules of one environment and the game that is being played in it."""

    state: State

    def __init__(self, name: str, players: int, variants: Iterable[str] = ()) -> None:
        self.rules: Final = edition(name, variants)
        check_players(self.rules, players)
        self.players: Final = players
        self.code: Final = action_code(self.rules)
        self._observer: Final = observer(self.rules)
        self._legal: list[Action] = []
        self._integers: list[int] = []

    @property
    def size(self) -> int:
        """Numbers of an observation."""
        return self._observer.layout.size

    def begin(self, seed: int) -> None:
        """Shuffle and deal."""
        self.state = new_game(self.rules, self.players, seed)
        self._look()

    def is_legal(self, integer: int) -> bool:
        """Whether the player to move may do this."""
        return integer in self._integers

    def play(self, integer: int) -> None:
        """Do what a legal integer says."""
        self.act(self._legal[self._integers.index(integer)])

    def act(self, action: Action) -> None:
        """Play an action."""
        self.state, _ = apply(self.state, action)
        self._look()

    def _look(self) -> None:
        self._legal = legal_actions(self.state)
        self._integers = self.code.integers(self.state, self._legal)

    @property
    def legal(self) -> list[Action]:
        """What the player to move may do."""
        return self._legal

    def view(self, player: int) -> View:
        """What a player sees."""
        return view(self.state, player)

    def points(self) -> dict[str, tuple[int, ...]]:
        """Everybody's points: `scores`, and once the game is over `final`, less what is deducted then."""
        found = {"scores": self.state.scores}
        return found if self.state.over is None else {**found, "final": self.state.over.final}

    def observation(self, player: int) -> Vector:
        """What a player sees, as one vector."""
        return self._observer.flat(view(self.state, player))

    def mask(self, player: int) -> Mask:
        """1 for every integer that this player may choose now; all 0 for somebody who is not to move."""
        mask = bytearray(self.code.size)
        if player == self.state.player:
            for integer in self._integers:
                mask[integer] = 1
        return np.frombuffer(mask, np.int8)


def rewards(state: State) -> list[float]:
    """What each player has won: 1 for who wins alone, together 0; all 0 while the game is running.

    With two players 1, -1, or 0 for a tie. With more the losers share the loss, and winners share the win.
    """
    if state.over is None:
        return [0.0] * state.players
    winners, players = state.over.winners, state.players
    won = players / len(winners)
    return [((won if player in winners else 0.0) - 1) / (players - 1) for player in range(players)]
