"""A finished game in three sentences."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cafe.rules.events import Barred, Event, Over
from cafe.rules.guests import GUEST_INDEX
from cafe.rules.state import State
from cafe.rules.story import Sentence, story
from tests.rules.games import Setup, random_game

START = Setup("board", 2, ()).new(1)
DEm = GUEST_INDEX["DEm"]


def game(
    scores: Sequence[tuple[int, int]], final: tuple[int, int], paid: Sequence[tuple[int, int]] = ()
) -> tuple[Sentence, ...]:
    """The story of a game of two with these scores after its turns; `paid`: prices at the bar, by player."""
    winners = tuple(player for player in (0, 1) if final[player] == max(final))
    last = scores[-1]
    penalties = (last[0] - final[0], last[1] - final[1])
    over = Over("bag_empty", penalties, final, winners, (1, 1))
    bar: tuple[Event, ...] = tuple(Barred(player, DEm, 9, -price) for player, price in paid)
    states: list[State] = [START.but(scores=each) for each in scores]
    states[-1] = states[-1].but(over=over)
    return story(START, [(turn % 2, state, bar * (turn == 1)) for turn, state in enumerate(states)])


def test_the_first_of_the_best_turns_is_told() -> None:
    told = game([(4, 0), (4, 9), (12, 9), (12, 18)], (12, 18))
    assert told[0] == Sentence("best_turn", 1, turn=2, points=9)
    told = game([(4, 0), (4, 9), (13, 9), (13, 12)], (13, 12))
    assert told[0] == Sentence("best_turn_shared", 1, turn=2, points=9)


@pytest.mark.parametrize(
    ("scores", "final", "expected"),
    [
        ([(4, 0), (4, 9), (13, 9), (13, 12)], (13, 12), Sentence("took_the_lead", 0, 1, turn=3)),
        ([(4, 0), (4, 4), (13, 4), (13, 12)], (13, 12), Sentence("never_behind", 0)),
        ([(4, 0), (4, 9), (13, 9), (13, 12)], (8, 12), Sentence("counted_out", 1, 0)),
        ([(4, 0), (4, 9), (13, 9), (13, 13)], (13, 13), Sentence("shared", 0, points=13)),
    ],
    ids=["overtaken", "always ahead", "the hand", "shared"],
)
def test_the_turning_point(scores: list[tuple[int, int]], final: tuple[int, int], expected: Sentence) -> None:
    assert game(scores, final)[1] == expected


def test_who_paid_most_is_told() -> None:
    scores = [(30, 0), (30, 22)]
    assert game(scores, (30, 22), [(0, 3), (1, 2), (1, 4)])[2] == Sentence(
        "paid_at_the_bar", 1, points=6, guests=2
    )
    assert game(scores, (20, 22))[2] == Sentence("left_over", 0, points=10)
    assert game(scores, (5, -3))[2] == Sentence("left_over_shared", 0, points=25)
    assert game(scores, (30, 22))[2] == Sentence("paid_nothing", 0)


@pytest.mark.parametrize("edition", ["board", "board-classic", "card"])
def test_whole_games_have_a_story_that_agrees_with_their_events(edition: str) -> None:
    setup = Setup(edition, 3, ())
    for seed in range(5):
        steps = list(random_game(setup, seed))
        told = [(step.before.player, step.after, step.events) for step in steps]
        over = steps[-1].after.over
        assert over is not None
        sentences = story(setup.new(seed), told)
        kinds = [sentence.kind for sentence in sentences]
        assert kinds[-2] in {"never_behind", "took_the_lead", "counted_out", "shared"}
        assert sentences[-2].player in over.winners
        paid = sum(
            -event.points
            for event in (event for step in steps for event in step.events)
            if isinstance(event, Barred) and event.points < 0 and event.player == sentences[-1].player
        )
        assert (sentences[-1].points == paid) == (kinds[-1] in {"paid_at_the_bar", "paid_nothing"})
        assert story(setup.new(seed), told[:-1]) == ()
