"""Guessing at hidden hands: what is dealt is possible, and what it could answer counts against a turn."""

from __future__ import annotations

from collections import Counter

from cafe.bots import Budget
from cafe.bots.guess import GUESSES, Guess, dealt_hands, guesses
from cafe.bots.meter import Meter
from cafe.bots.offers import unseen_tiles
from cafe.bots.regular import judged
from cafe.bots.weights import SETS, stored_weights
from cafe.rules.edition import edition
from cafe.rules.state import State
from cafe.rules.view import view
from tests.bots.corpus import corpus


def _known() -> list[State]:
    """What the player to move knows in the positions where hands are hidden."""
    found = [view(position.state, position.state.player).known for position in corpus()]
    return [known for known in found if not known.edition.open_hands]


def test_dealt_hands_are_possible() -> None:
    for known in _known():
        unseen = Counter(dict(enumerate(unseen_tiles(known))))
        hands = dealt_hands(known, known.player, 3)
        order = [(known.player + step) % known.players for step in range(1, known.players)]
        assert [len(hand) for hand in hands] == [len(known.hands[other]) for other in order]
        assert Counter(tile for hand in hands for tile in hand) <= unseen
        assert hands == dealt_hands(known, known.player, 3)


def test_a_turn_is_worth_what_the_evaluation_and_the_guesses_say() -> None:
    weights = stored_weights("search.json")
    compared = 0
    for known in _known()[::3]:
        guess = Guess(known, weights, Meter(Budget(nodes=1000)))
        hands = dealt_hands(known, known.player, 7)
        for turn in judged(known, weights)[:4]:
            expected = turn.value
            if turn.option.after.over is None:
                numbers = guesses(turn.option.after, known.player, [hands])
                expected += sum(w * n for w, n in zip(weights.guesses_of(known), numbers, strict=True))
                compared += 1
            found = guess.value(turn, 1, 7)
            assert found is not None
            assert abs(found - expected) < 1e-9
    assert compared > 10


def test_weights_of_the_guesses_fit_them() -> None:
    weights = stored_weights("search.json")
    hidden = {name for name in SETS if not edition(name.split("/")[0]).open_hands}
    assert set(weights.guesses) == hidden
    for numbers in weights.guesses.values():
        assert len(numbers) == len(GUESSES)
        assert numbers[GUESSES.index("next_reply")] < 0
