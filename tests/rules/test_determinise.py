"""A guess at what cannot be seen is a game that goes on, also in the middle of somebody else's turn."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from random import Random

import pytest

from cafe.rules.guests import GUESTS
from cafe.rules.position import read_position, read_view, write_position
from cafe.rules.seating import legal_actions
from cafe.rules.view import View, determinise, view
from tests.rules.games import SETUPS, Setup, games_each, random_game
from tests.scale import scaled

OWED = (
    "card TR,DE,DE,CN,TR e2:DEf,b3:DEf,a4:CNf,c4:CNm,e4:TRf - "
    "?2/CUm ?88 ?18 -/- - 0/0 0/0 - 0;e2;e2;-;-;0 - 1"
)
"""Player 0 owes the lady on e2 a partner and has two cards; player 1 looks."""


@pytest.mark.parametrize("redeals", [0, 64])
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_guess_looks_the_same_and_goes_on(
    setup: Setup, redeals: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without dealing again, too, which leaves every hard case to what is done in the end."""
    monkeypatch.setattr(import_module("cafe.rules.view"), "_REDEALS", redeals)
    for seed in games_each(scaled(150)):
        rng = Random(seed)
        for number, step in enumerate(random_game(setup, seed)):
            state = step.after
            bound = state.owes is not None or state.party is not None
            if state.over is not None or (not bound and number % 7):
                continue
            for seat in (*range(state.players), None):
                seen = view(state, seat)
                guess = determinise(seen, rng)
                assert view(guess, seat) == seen
                assert legal_actions(guess)
                assert read_position(write_position(guess)) == guess


def test_a_partner_who_is_owed_is_dealt_and_every_deal_is_equally_likely() -> None:
    """Of 90 unknown tiles 8 can follow: 28 pairs of two of them, 656 of one and somebody else."""
    seen, rng = read_view(OWED), Random(1)
    guesses = [determinise(seen, rng) for _ in range(2000)]
    partners = {action.guest for guess in guesses for action in legal_actions(guess)}  # type: ignore[union-attr]
    unknown = Counter(guesses[0].hands[0] + tuple(guesses[0].bag))
    assert sum(unknown[guest] for guest in partners) == 8
    both = sum(set(guess.hands[0]) <= partners for guess in guesses)
    assert 0.03 < both / len(guesses) < 0.055
    assert len({guess.hands[0] for guess in guesses}) == 24 + 23


def test_where_nobody_at_all_can_follow_a_position_made_up_by_hand_stays_as_it_is() -> None:
    seen = read_view(OWED)
    gone = bytes(tile for tile in seen.known.edition.tiles if GUESTS[tile] in ("DEm", "TRm"))
    made_up = View(1, seen.known.but(removed=gone, bag=seen.known.bag[len(gone) :]))
    assert view(determinise(made_up, Random(1)), 1) == made_up
