"""The rulebook and its vectorised form, step by step, until they differ.

`python -m tests.vector.side_by_side board 1000000` plays a million steps of an edition, over all numbers of
players and sets of variants.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from random import Random

import jax
import numpy as np

from cafe.encoding import action_code
from cafe.encoding.observation import observer
from cafe.rules import EDITIONS, State, apply, edition, legal_actions, new_game, view, write_position
from cafe.vector import Batch, Games, Pool
from tests.rules.games import SETUPS, Setup, pick


class SideBySide:
    """Games of one set-up, each played by both rulebooks."""

    def __init__(self, setup: Setup, size: int = 12) -> None:
        self.rules = edition(setup.edition, setup.variants)
        self.setup = setup
        self.size = size
        """How many games are played at a time: another number would be compiled again."""
        self.batch = Batch(setup.edition, setup.players, setup.variants)
        self._step = jax.jit(self.batch.step)
        self._mask = jax.jit(lambda games: self.batch.dense(self.batch.legal(games)))
        self._see = jax.jit(self.batch.observe)
        self.endings: Counter[str] = Counter()
        self.steps = 0

    def play(self, states: Sequence[State], rng: Random, most: int, watched: int = 7) -> None:
        """Continue these states, at most this many steps each; what players see is compared now and then."""
        for first in range(0, len(states), self.size):
            some = [*states[first : first + self.size]]
            self._play(some + some[:1] * (self.size - len(some)), rng, most, watched)

    def _play(self, states: list[State], rng: Random, most: int, watched: int) -> None:
        pool, games = self.batch.from_states(states)
        for round_ in range(most + 1):
            self._compare(states, pool, games, observed=round_ % watched == 0)
            going = [state.over is None for state in states]
            if not any(going) or round_ == most:
                break
            actions = []
            for index, state in enumerate(states):
                actions.append(0)
                if state.over is None:
                    action = pick(legal_actions(state), rng, index)
                    actions[-1] = action_code(self.rules).integer(state, action)
                    states[index], _ = apply(state, action)
            after = self._step(pool, games, np.array(actions, np.int32))
            here = np.array(going)
            game = jax.tree.map(lambda new, old, here=here: np.where(here, new, old), after.game, games.game)
            games = games._replace(game=game)
            self.steps += sum(going)
        self.endings.update(state.over.reason for state in states if state.over is not None)

    def _compare(self, states: list[State], pool: Pool, games: Games, observed: bool) -> None:
        masks = np.asarray(self._mask(games))
        ended = any(state.over is not None for state in states)
        seats = range(self.setup.players) if observed or ended else range(0)
        seen = [np.asarray(self._see(games, np.full(len(states), seat, np.int32))) for seat in seats]
        found = self.batch.to_states(pool, games)
        sums, shares = np.asarray(self.batch.sums(games)), np.asarray(self.batch.shares(games))
        for index, (state, other) in enumerate(zip(states, found, strict=True)):
            where = f"{self.setup}: {write_position(state)}"
            assert other == state, f"{where}\nbut vectorised: {write_position(other)}"
            legal = np.frombuffer(action_code(self.rules).mask(state), np.uint8)
            assert np.array_equal(masks[index], legal), where
            if state.over is not None:
                winners = state.over.winners
                assert tuple(sums[index]) == state.over.final, where
                assert tuple(np.flatnonzero(shares[index])) == winners, where
            if observed or state.over is not None:
                for seat in seats:
                    wanted = observer(self.rules).flat(view(state, seat))
                    assert np.array_equal(seen[seat][index], wanted), f"{where} seen by {seat}"


def main(name: str, steps: int) -> None:
    """Play this many steps of an edition."""
    setups = [setup for setup in SETUPS if setup.edition == name]
    ended: Counter[str] = Counter()
    played = 0
    for number, setup in enumerate(setups):
        side = SideBySide(setup, size=64)
        seed = 0
        while side.steps < steps / len(setups):
            games = [new_game(side.rules, setup.players, 64 * seed + game) for game in range(64)]
            side.play(games, Random(seed), most=10_000)
            seed += 1
        played += side.steps
        ended += side.endings
        print(
            f"{number + 1} of {len(setups)}  {setup}: {played:,} steps, no difference  {dict(ended)}",
            flush=True,
        )


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in EDITIONS:
        sys.exit(f"usage: python -m tests.vector.side_by_side {'|'.join(EDITIONS)} STEPS")
    main(sys.argv[1], int(sys.argv[2]))
