"""The evaluation: its features, its weights as data, and what it makes of plain cases."""

from __future__ import annotations

import pytest

from cafe.bots.evaluation import FEATURES, features, phase, value
from cafe.bots.offers import unseen_tiles
from cafe.bots.options import options
from cafe.bots.standing import OUT, margin
from cafe.bots.weights import SETS, read_weights, stored_weights, write_weights
from cafe.rules.edition import edition
from cafe.rules.guests import BLANK
from cafe.rules.setup import new_game
from cafe.rules.view import view
from tests.bots.corpus import corpus


@pytest.mark.parametrize("name", ["weights.json", "search.json"])
def test_stored_weights_fit_the_features(name: str) -> None:
    weights = stored_weights(name)
    assert weights.features == FEATURES
    assert set(weights.sets) == set(SETS)
    assert weights.version


def test_weights_survive_being_written() -> None:
    weights = stored_weights()
    assert read_weights(write_weights(weights)) == weights


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [('"format": 1', '"format": 2', "format 1"), ('"board/two"', '"board/three"', "sets such as board/two")],
)
def test_bad_weights_are_refused(before: str, after: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_weights(write_weights(stored_weights()).replace(before, after))


def test_features_of_every_position() -> None:
    for position in corpus():
        known = view(position.state, position.state.player).known
        for option in options(known)[:10]:
            after = option.after
            if after.over is None and known.player not in after.out:
                assert 0 <= phase(after) <= 1
                found = features(after, known.player, phase(after), unseen_tiles(after))
                assert len(found) == len(FEATURES)


def test_unseen_tiles_stay_the_same_through_a_turn() -> None:
    """Which is why they are counted once for all turns of a position."""
    for position in corpus():
        known = view(position.state, position.state.player).known
        before = unseen_tiles(known)
        for option in options(known)[:10]:
            if known.player not in option.after.out:
                assert unseen_tiles(option.after) == before


def test_points_are_worth_having() -> None:
    state = view(new_game(edition("board"), 2, 1), 0).known
    after = options(state)[0].after
    richer = after.but(scores=(after.scores[0] + 10, after.scores[1]))
    assert value(richer, 0, stored_weights()) > value(after, 0, stored_weights())


def test_a_blank_tile_costs_as_a_guest_at_the_end() -> None:
    state = new_game(edition("board"), 2, 1).but(hands=((BLANK, BLANK), (0,)), scores=(20, 20))
    assert margin(state, 0) == -5
    assert margin(state.but(out=(1,)), 0) == -OUT
    assert margin(state.but(out=(0,)), 0) == OUT
