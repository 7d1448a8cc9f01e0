"""The vectorised rules are the rules: both played step by step, rare positions and every ending included."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from cafe.encoding import action_code
from cafe.rules import EDITIONS, State, legal_actions, new_game
from tests.bots.corpus import corpus
from tests.rules.endings import board, card
from tests.rules.games import SETUPS, Setup
from tests.scale import scaled
from tests.vector.side_by_side import SideBySide

CHOSEN = [
    setup
    for setup in SETUPS
    if scaled(1) > 1
    or not setup.variants
    or (setup.players == 2 and len(setup.variants) == 1)
    or (
        setup.players == EDITIONS[setup.edition].most_players
        and setup.variants == EDITIONS[setup.edition].known_variants
    )
]
"""Every edition and number of players; each variant with two players, all variants with the most players.
In a long run every set of variants with every number of players."""


def rare(setup: Setup) -> list[State]:
    """Positions of the corpus of this set-up."""
    return [
        position.state
        for position in corpus()
        if position.state.edition.name == setup.edition
        and position.state.edition.variants == setup.variants
        and position.state.players == setup.players
    ]


@pytest.mark.parametrize("setup", CHOSEN, ids=str)
def test_both_rulebooks_agree(setup: Setup) -> None:
    side = SideBySide(setup)
    games = [new_game(side.rules, setup.players, seed) for seed in range(scaled(8))]
    side.play(games, Random(1), most=10_000)
    assert sum(side.endings.values()) >= len(games)
    positions = rare(setup)
    if positions:
        side.play(positions, Random(2), most=12, watched=1)


@pytest.mark.parametrize("name", EDITIONS)
def test_every_ending(name: str) -> None:
    side = SideBySide(Setup(name, 2, ()))
    near: Callable[[str, str], tuple[State, str]] = card if name == "card" else board
    # Each four times: the place of a game decides in which of four ways it is played.
    states = [near(reason, name)[0] for reason in EDITIONS[name].endings for _ in range(4)]
    for seed in range(scaled(8)):
        side.play(states, Random(seed), most=3, watched=1)
    assert set(side.endings) == set(EDITIONS[name].endings)


def test_a_difference_is_found() -> None:
    """The comparison would notice: a game that went another way fails."""
    setup = Setup("board", 2, ())
    side = SideBySide(setup)
    state = new_game(side.rules, 2, 1)
    pool, games = side.batch.from_states([state])
    other = action_code(side.rules).integer(state, legal_actions(state)[0])
    games = side.batch.step(pool, games, games.game.player + other)
    with pytest.raises(AssertionError, match="but vectorised"):
        side._compare([state], pool, games, observed=False)
