"""Guessing at hidden hands: what is dealt is possible, and what it could answer counts against a turn."""

from __future__ import annotations

from collections import Counter
from random import Random

from cafe.bots import Budget
from cafe.bots.evaluation import value
from cafe.bots.guess import CLEARING, GUESSES, PILES, Guess, dealt_hands, guesses, ready
from cafe.bots.meter import Meter
from cafe.bots.offers import unseen_tiles
from cafe.bots.regular import Judged, judged
from cafe.bots.weights import SETS, stored_weights
from cafe.rules.actions import DONE
from cafe.rules.edition import edition
from cafe.rules.events import Dealt
from cafe.rules.state import State
from cafe.rules.turns import apply
from cafe.rules.view import View, determinise, view
from tests.bots.corpus import corpus


def _seen() -> list[View]:
    """What the player to move sees in the positions where hands are hidden."""
    found = [view(position.state, position.state.player) for position in corpus()]
    return [seen for seen in found if not seen.known.edition.open_hands]


def _known() -> list[State]:
    return [seen.known for seen in _seen()]


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
    for seen in _seen()[::3]:
        known = seen.known
        guess = Guess(seen, weights, Meter(Budget(nodes=1000)))
        hands = dealt_hands(known, known.player, 7)
        for turn in judged(known, weights)[:4]:
            if reveals_a_table(turn):
                continue
            expected = turn.value
            if turn.option.after.over is None:
                numbers = guesses(turn.option.after, known.player, [hands])
                expected += sum(w * n for w, n in zip(weights.guesses_of(known), numbers, strict=True))
                compared += 1
            found = guess.value(turn, 1, 7)
            assert found is not None
            assert abs(found - expected) < 1e-9
    assert compared > 10


def reveals_a_table(turn: Judged) -> bool:
    return any(isinstance(event, Dealt) for event in turn.option.events)


def test_a_turn_that_clears_a_table_goes_on_with_tables_dealt_at_random() -> None:
    weights = stored_weights("search.json")
    went_on = 0
    for seen in _seen():
        known, player = seen.known, seen.known.player
        turns = [turn for turn in judged(known, weights) if reveals_a_table(turn)][:CLEARING]
        guess = Guess(seen, weights, Meter(Budget(nodes=100_000)))
        for turn in turns:
            stopped = []
            for deal in range(PILES):
                after = known.but(pile=determinise(seen, Random(deal)).pile)
                for action in turn.option.actions:
                    after, _ = apply(after, action)
                if after.player == player and after.over is None:
                    after, _ = apply(after, DONE)
                worth = value(after, player, weights)
                if after.over is None:
                    ready_for = zip(weights.guesses_of(known)[2:], ready(after, player), strict=True)
                    worth += sum(weight * number for weight, number in ready_for)
                stopped.append(worth)
            mean = sum(stopped) / PILES
            assert guess.before(turn) >= mean - 1e-9, "the turn can end at once"
            went_on += guess.before(turn) > mean + 1e-9
    assert went_on > 3


def test_weights_of_the_guesses_fit_them() -> None:
    weights = stored_weights("search.json")
    hidden = {name for name in SETS if not edition(name.split("/")[0]).open_hands}
    assert set(weights.guesses) == hidden
    for numbers in weights.guesses.values():
        assert len(numbers) == len(GUESSES)
        assert numbers[GUESSES.index("next_reply")] < 0
