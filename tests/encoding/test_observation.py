"""Observations hold what a view shows and nothing of what it hides."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from cafe.encoding import SIDES, layout
from cafe.encoding.observation import observer
from cafe.rules import (
    EDITIONS,
    Edition,
    Seat,
    State,
    apply,
    determinise,
    edition,
    legal_actions,
    new_game,
    price,
    view,
)
from cafe.rules.guests import FREE, JOKERS, guest_of, nation_of
from tests.bots.corpus import corpus, rules
from tests.scale import scaled


def states(edition_of: Edition, seeds: int) -> list[State]:
    """Every state of some random games."""
    found = []
    rng = Random(3)
    for seed in range(seeds):
        players = rng.randint(edition_of.least_players, edition_of.most_players)
        state = new_game(edition_of, players, seed)
        while state.over is None:
            found.append(state)
            state, _ = apply(state, rng.choice(legal_actions(state)))
        found.append(state)
    return found


@pytest.mark.parametrize("name", EDITIONS)
def test_other_hidden_tiles_same_observation(name: str) -> None:
    rng = Random(5)
    observe = observer(edition(name))
    changed = 0
    for state in states(edition(name), scaled(2)):
        if state.over is not None:
            continue
        for player in range(state.players):
            seen = view(state, player)
            other = determinise(seen, rng)
            changed += other != state
            assert np.array_equal(observe.flat(seen), observe.flat(view(other, player)))
    assert changed > 100


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: "+".join((rule.name, *rule.variants)))
def test_arrays_say_what_the_view_says(rule: Edition) -> None:
    for state in states(rule, scaled(1)):
        for player in range(state.players):
            check(state, player)


def test_rare_positions() -> None:
    for position in corpus():
        for player in range(position.state.players):
            check(position.state, player)


def check(state: State, player: int) -> None:
    """The arrays against the view, written out as plainly as can be."""
    rule, shape, seen = state.edition, layout(state.edition.name), view(state, player)
    arrays = observer(rule).arrays(seen)
    known = seen.known
    order = [(player + step) % state.players for step in range(state.players)]
    pad = [0] * (shape.players - state.players)
    assert list(arrays["scores"]) == [known.scores[p] for p in order] + pad
    assert list(arrays["hand_sizes"]) == [len(known.hands[p]) for p in order] + pad
    assert list(arrays["to_move"]) == [int(p == known.player) for p in order] + pad
    for row, p in zip(arrays["hands"], order, strict=False):
        assert list(row) == [known.hands[p].count(kind) for kind in range(shape.kinds)]
    public = [guest_of(who) for who in known.seated if who != FREE] + [*known.bar, *known.removed]
    public += known.hidden[player] + known.hands[player]
    if rule.open_hands:
        public += [tile for p in order[1:] for tile in known.hands[p]]
    assert list(arrays["unseen"]) == [
        rule.tiles.count(kind) - public.count(kind) for kind in range(shape.kinds)
    ]
    check_tables(known, arrays["tables"])
    flat = observer(rule).flat(seen)
    assert flat.dtype == np.float32
    assert flat.shape == (shape.size,)
    scores = shape.start("scores")
    assert list(flat[scores : scores + shape.players] * 128) == list(arrays["scores"])


def check_tables(known: State, rows: NDArray[np.int16]) -> None:
    """The rows of the tables, chair by chair."""
    plan, shape = known.edition.plan, layout(known.edition.name)
    for table, name in enumerate(plan.tables):
        column, row = ord(name[0]), int(name[1:])
        cells = {
            "north": f"{chr(column)}{row - 1}",
            "east": f"{chr(column + 1)}{row}",
            "south": f"{chr(column)}{row + 1}",
            "west": f"{chr(column - 1)}{row}",
        }
        sitting = []
        for side, cell in cells.items():
            chair = plan.chair_index[cell]
            who = known.seated[chair]
            got = {
                what: rows[table, shape.column(f"{side}_{what}")] for what in ("taken", "lady", "own", "owed")
            }
            nation = nation_of(who) if who != FREE else None
            own = who != FREE and (nation is None or nation == known.tables[table])
            assert got["taken"] == (who != FREE)
            assert got["lady"] == (who != FREE and who & 1)
            assert got["own"] == own
            assert got["owed"] == (known.owes == chair)
            if who != FREE:
                sitting.append(own)
                assert rows[table, shape.column(f"{side}_worth")] == 0
        assert rows[table, shape.column("one_nation")] == (bool(sitting) and all(sitting))


def test_worth_is_what_seating_pays() -> None:
    rule = edition("board")
    shape, sampled = layout("board"), 0
    for state in states(rule, scaled(2)):
        rows = observer(rule).arrays(view(state, state.player))["tables"]
        for action in legal_actions(state):
            if not isinstance(action, Seat) or action.guest >= JOKERS:
                continue
            paid = sum(points.points for points in price(state, action).tables)
            tables = [
                table for table in rule.tables_of[action.chair] if state.tables[table] == action.guest >> 1
            ]
            for table in tables:
                chair = rule.plan.chairs[action.chair]
                side = next(side for side in SIDES if cell(rule.plan.tables[table], side) == chair)
                assert rows[table, shape.column(f"{side}_worth")] == paid
                sampled += 1
    assert sampled > 100


def cell(table: str, side: str) -> str:
    """The cell on a side of a table."""
    down, right = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}[side]
    return f"{chr(ord(table[0]) + right)}{int(table[1:]) + down}"


@pytest.mark.parametrize("other", ["card", "board-classic"])
def test_a_view_of_another_edition_is_refused(other: str) -> None:
    seen = view(new_game(edition(other), 2, 1), 0)
    with pytest.raises(ValueError, match=f"expected the view of a game of board; got one of {other}"):
        observer(edition("board")).flat(seen)


def test_a_spectator_observes_nothing() -> None:
    state = new_game(edition("board"), 2, 1)
    with pytest.raises(ValueError, match="expected the view of a player"):
        observer(edition("board")).flat(view(state, None))
