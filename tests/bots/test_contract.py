"""What every bot owes: a legal action, in every edition, from every kind of position, within its budget."""

from __future__ import annotations

import gc
import json
from dataclasses import dataclass, field
from random import Random

import pytest

from cafe.bots import BOTS, Budget
from cafe.rules.edition import EDITIONS, edition
from cafe.rules.seating import legal_actions
from cafe.rules.setup import new_game
from cafe.rules.state import State
from cafe.rules.turns import apply
from cafe.rules.view import determinise, view
from tests.bots.corpus import KINDS, corpus
from tests.scale import scaled

NODES = 60
DIFFERENT = tuple({make: name for name, make in reversed(BOTS.items())}.values())
"""One name of each bot; some levels are another bot under a second name."""


@dataclass
class Ticking:
    """A clock that advances a millisecond every time it is read."""

    now: float = 0.0
    reads: int = field(default=0)

    def __call__(self) -> float:
        self.reads += 1
        self.now += 0.001
        return self.now


def _choose(name: str, state: State, seed: int, budget: Budget) -> object:
    return BOTS[name]().choose(view(state, state.player), legal_actions(state), Random(seed), budget)


def test_the_corpus_has_every_kind_of_position() -> None:
    names = " ".join(position.name for position in corpus())
    assert [kind for kind in KINDS if kind not in names] == []


@pytest.mark.parametrize("name", DIFFERENT)
def test_chooses_a_legal_action_and_says_only_json(name: str) -> None:
    for position in corpus():
        state = position.state
        legal = legal_actions(state)
        choice = BOTS[name]().choose(view(state, state.player), legal, Random(1), Budget(nodes=NODES))
        assert choice.action in legal, position.name
        json.dumps(choice.info)


@pytest.mark.parametrize("name", DIFFERENT)
def test_keeps_to_what_it_is_allowed(name: str) -> None:
    for position in corpus()[::4]:
        state = position.state
        legal = legal_actions(state)
        for allowed in (legal[:1], legal[-1:], legal[::2]):
            seen = view(state, state.player)
            assert BOTS[name]().choose(seen, allowed, Random(1), Budget(nodes=NODES)).action in allowed


@pytest.mark.parametrize("name", DIFFERENT)
def test_sees_nothing_hidden(name: str) -> None:
    """Same view, different hidden state, same seed: same action, same words."""
    for position in corpus()[::3]:
        state = position.state
        seen = view(state, state.player)
        others = [determinise(seen, Random(seed)) for seed in range(2)]
        answers = [_choose(name, one, 5, Budget(nodes=NODES)) for one in (state, *others)]
        assert answers[0] == answers[1] == answers[2], position.name


@pytest.mark.parametrize("name", DIFFERENT)
def test_nodes_make_it_repeatable(name: str) -> None:
    for position in corpus()[::5]:
        first = _choose(name, position.state, 3, Budget(nodes=NODES))
        assert first == _choose(name, position.state, 3, Budget(ms=1, nodes=NODES))


@pytest.mark.parametrize("name", DIFFERENT)
@pytest.mark.parametrize("edition_name", EDITIONS)
def test_plays_whole_games(name: str, edition_name: str) -> None:
    rules = edition(edition_name)
    for seed in range(scaled(1)):
        state = new_game(rules, rules.most_players, seed)
        bot = BOTS[name]()
        rng = Random(seed)
        while state.over is None:
            legal = legal_actions(state)
            choice = bot.choose(view(state, state.player), legal, rng, Budget(nodes=30))
            assert choice.action in legal
            state, _ = apply(state, choice.action)


@pytest.mark.parametrize("name", DIFFERENT)
def test_stops_when_the_clock_says_so(name: str) -> None:
    """With a clock that ticks at every node, the time over the budget is what completing one turn takes."""
    for position in corpus()[::2]:
        state = position.state
        for ms in (1, 10, 150):
            clock = Ticking()
            BOTS[name]().choose(
                view(state, state.player), legal_actions(state), Random(1), Budget(ms=ms, clock=clock)
            )
            assert clock.now * 1000 <= ms + 8, position.name


def test_chef_uses_its_budget_and_looks_further_with_more() -> None:
    state = new_game(edition("board"), 2, 4)
    looked = []
    for nodes in (300, 1200, 4000):
        info = (
            BOTS["chef"]().choose(view(state, 0), legal_actions(state), Random(1), Budget(nodes=nodes)).info
        )
        assert isinstance(info["deals"], int)
        looked.append(info["deals"])
    assert looked == sorted(looked)
    assert looked[-1] > looked[0]


@pytest.mark.parametrize("name", ["regular", "chef", "maestro"])
def test_a_turn_is_planned_at_its_first_action(name: str) -> None:
    state = new_game(edition("board"), 2, 4)
    bot = BOTS[name]()
    planned = 0
    while state.over is None and planned < 3:
        seen, legal = view(state, state.player), legal_actions(state)
        choice = bot.choose(seen, legal, Random(1), Budget(nodes=100))
        if choice.info.get("planned"):
            planned += 1
            assert bot.choose(seen, legal, Random(2), Budget(nodes=100)) == choice
        state, _ = apply(state, choice.action)
    assert planned == 3


@pytest.mark.parametrize("name", DIFFERENT)
def test_leaves_the_collector_as_it_was(name: str) -> None:
    state = corpus()[0].state
    _choose(name, state, 1, Budget(nodes=NODES))
    assert gc.isenabled()
