"""Every legal action has one integer and every integer of a mask one legal action (RULES 7)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from cafe.encoding import action_code, sides_of
from cafe.rules import EDITIONS, Edition, Pass, Seat, State, apply, edition, legal_actions, new_game
from cafe.rules.guests import JOKERS
from tests.bots.corpus import corpus
from tests.scale import scaled

RULES = [
    edition(name, variants)
    for name, base in EDITIONS.items()
    for count in range(len(base.known_variants) + 1)
    for variants in combinations(base.known_variants, count)
]

GAMES = 108
"""Games of each set of rules: 1,512 of all 14."""


def check(state: State) -> None:
    """The integers of a state's legal actions are different, lead back and are what the mask says."""
    code = action_code(state.edition)
    actions = legal_actions(state)
    integers = [code.integer(state, action) for action in actions]
    assert len(set(integers)) == len(actions)
    assert [code.action(state, integer) for integer in integers] == actions
    assert code.legal(state) == integers
    assert [integer for integer, legal in enumerate(code.mask(state)) if legal] == sorted(integers)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: "+".join((rules.name, *rules.variants)))
def test_legal_actions_have_integers_and_lead_back(rules: Edition) -> None:
    rng = Random(17)
    for seed in range(scaled(GAMES)):
        players = rng.randint(rules.least_players, rules.most_players)
        state = new_game(rules, players, seed)
        while state.over is None:
            check(state)
            state, _ = apply(state, rng.choice(legal_actions(state)))
        assert not any(action_code(rules).mask(state))


def test_rare_positions() -> None:
    for position in corpus():
        check(position.state)


@pytest.mark.parametrize(
    ("name", "plain", "with_parties"), [("board", 601, 649), ("board-classic", 601, 649), ("card", 66, 76)]
)
def test_sizes(name: str, plain: int, with_parties: int) -> None:
    assert action_code(edition(name)).size == plain
    assert action_code(edition(name, ("parties",))).size == with_parties


def test_variants_keep_the_integers_of_the_plain_edition() -> None:
    plain, parties = action_code(edition("board")), action_code(edition("board", ("parties",)))
    state = new_game(edition("board"), 2, 1)
    same = state.but(edition=edition("board", ("parties",)))
    for integer in range(plain.size):
        assert plain.action(state, integer) == parties.action(same, integer)


def test_a_chair_between_two_tables_of_a_nation_goes_by_the_first() -> None:
    rules = edition("board")
    code, state = action_code(rules), new_game(rules, 2, 1)
    chair = rules.plan.chair_index["m3"]
    first, second = sides_of(rules.plan).places_of[chair]
    nation = state.tables[first.table]
    assert state.tables[second.table] == nation
    south = code.integer(state, Seat(2 * nation, chair))
    assert south == first.side * 24 + first.table
    assert code.action(state, second.side * 24 + second.table) == code.action(state, south)


def test_integers_outside_are_refused() -> None:
    rules = edition("card")
    code, state = action_code(rules), new_game(rules, 2, 1)
    for integer in (-1, code.size):
        with pytest.raises(ValueError, match=r"expected an action from 0 to 65"):
            code.action(state, integer)
    absent = next(nation for nation in range(12) if nation not in state.tables)
    with pytest.raises(ValueError, match="expected a guest of a nation"):
        code.integer(state, Seat(2 * absent, 0))


def test_forced_passes_are_in_the_corpus() -> None:
    seen = Counter(type(legal_actions(position.state)[0]) for position in corpus())
    assert seen[Pass]


def test_joker_seats_differ_by_the_nation_said() -> None:
    rules = edition("board")
    code, state = action_code(rules), new_game(rules, 2, 1)
    for chair, places in enumerate(sides_of(rules.plan).places_of):
        nations = {state.tables[place.table] for place in places}
        integers = {code.integer(state, Seat(JOKERS, chair, nation)) for nation in nations}
        assert len(integers) == len(nations)
