"""Random games of every edition, number of players and set of variants."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random

from cafe.rules.actions import Action, Bar, Done, Draw, Party, Seat, Swap
from cafe.rules.edition import EDITIONS, edition
from cafe.rules.events import Event
from cafe.rules.seating import legal_actions
from cafe.rules.setup import new_game
from cafe.rules.state import State
from cafe.rules.turns import apply


@dataclass(frozen=True)
class Setup:
    """What a game is set up with, but for the bag."""

    edition: str
    players: int
    variants: tuple[str, ...]

    def __str__(self) -> str:
        return "-".join((self.edition, str(self.players), *self.variants))

    def new(self, seed: int) -> State:
        """A new game of this set-up."""
        return new_game(edition(self.edition, self.variants), self.players, seed)


SETUPS = tuple(
    Setup(name, players, variants)
    for name, rules in EDITIONS.items()
    for players in range(rules.least_players, rules.most_players + 1)
    for count in range(len(rules.known_variants) + 1)
    for variants in combinations(rules.known_variants, count)
)
"""All of them."""


def games_each(total: int) -> range:
    """How many games of each set-up make the total, rounded up."""
    return range(-(-total // len(SETUPS)))


@dataclass(frozen=True)
class Step:
    """One step of a game."""

    before: State
    action: Action
    events: tuple[Event, ...]
    after: State


_WEIGHTS: tuple[dict[type[Action], float], ...] = (
    {},
    {Bar: 0.05, Draw: 0.1, Done: 0.3, Party: 50},
    {Bar: 0, Swap: 0.1, Draw: 0.02, Done: 0.1, Party: 5},
    {Bar: 3, Seat: 0.2},
)
"""Ways to play at random: anything; seat and celebrate; fill the café; crowd the bar."""


def pick(actions: list[Action], rng: Random, seed: int) -> Action:
    """A random action; the seed decides the way of playing, so that all kinds of endings are reached."""
    weights = _WEIGHTS[seed % len(_WEIGHTS)]
    return rng.choices(actions, [weights.get(type(action), 1) + 1e-9 for action in actions])[0]


def random_game(setup: Setup, seed: int) -> Iterator[Step]:
    """The steps of a whole random game."""
    rng = Random(seed)
    state = setup.new(seed)
    while state.over is None:
        action = pick(legal_actions(state), rng, seed)
        after, events = apply(state, action)
        yield Step(state, action, events, after)
        state = after
