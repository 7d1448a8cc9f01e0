"""Every way a game can end, and what everybody has then (RULES 4.2, 4.6, 5)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cafe.rules.edition import EDITIONS
from cafe.rules.events import Barred, Left, Out, Over
from cafe.rules.seating import legal_actions
from cafe.rules.state import State
from cafe.rules.turns import apply
from tests.rules.drawing import drawn, play
from tests.rules.endings import CARD, INDIA, board, card

CASES = [(rules.name, reason) for rules in EDITIONS.values() for reason in rules.endings]


@pytest.mark.parametrize(("rules", "reason"), CASES)
def test_the_game_ends(rules: str, reason: str) -> None:
    position: Callable[[str, str], tuple[State, str]] = card if rules == "card" else board
    state, moves = position(reason, rules)
    after, events = play(state, moves)
    assert isinstance(events[-1], Over)
    assert after.over == events[-1]
    assert after.over.reason == reason
    assert legal_actions(after) == []
    assert after.bag in (state.bag, state.bag[1:], state.bag[2:])


def test_who_cannot_pay_is_out_and_ranks_last() -> None:
    bar = "CFm CFm CFm CFm CNm CNm"
    state = drawn("board", INDIA, ["FRm FRf", "GBm GBf", "TRm"], at="l5", bar=bar, scores=[3, 0, 9])
    after, events = play(state, "FRm@bar")
    assert [event.points for event in events if isinstance(event, Barred)] == [-3]
    assert [event.player for event in events if isinstance(event, Out)] == [0]
    assert (after.scores, after.hands[0], after.player, after.out) == ((0, 0, 9), (), 1, (0,))
    after, events = play(after, "GBm@bar")
    assert after.over is not None
    assert (after.over.reason, after.over.winners, after.over.ranks) == ("last", (2,), (3, 2, 1))
    assert after.over.final == (0, 0, 4)


def test_who_can_pay_exactly_stays_in() -> None:
    state = drawn("board", INDIA, ["FRm FRf", "GBm"], at="l5", bar="CFm CFm CFm CFm CNm CNm", scores=[4, 0])
    after, _ = play(state, "FRm@bar")
    assert (after.scores, after.out) == ((0, 0), ())


def test_in_the_classic_edition_only_the_guest_leaves() -> None:
    bar = "CFm CFm CFm CFm CNm CNm"
    state = drawn("board-classic", INDIA, ["FRm FRf", "GBm"], at="l5", bar=bar, scores=[3, 0])
    after, events = play(state, "FRm@bar")
    assert any(isinstance(event, Left) for event in events)
    assert (after.scores, after.out, after.bar) == ((3, 0), (), state.bar)
    assert len(after.hands[0]) == 5


def test_card_ties_go_to_fewer_minus_points() -> None:
    state = drawn("card", CARD, ["RUm", "DEf DEm"], scores=[0, 8])
    after, _ = play(state, "RUm@c2 close")
    assert after.over is not None
    assert after.scores == (10, 8)
    tied = drawn("card", CARD, ["RUm", "DEf DEm"], scores=[0, 14])
    after, _ = play(tied, "RUm@c2 close")
    assert after.over is not None
    assert after.over.final == (10, 10)
    assert (after.over.penalties, after.over.ranks, after.over.winners) == ((0, 4), (1, 2), (0,))


def test_board_ties_are_shared() -> None:
    state = drawn(
        "board", INDIA, ["INf", "GBm", "GBf"], at="l5", one_nation_tables=[5, 0, 0], scores=[0, 9, 9]
    )
    after, _ = play(state, "INf@l6")
    assert after.over is not None
    assert after.over.final == (4, 4, 4)
    assert (after.over.ranks, after.over.winners) == ((1, 1, 1), (0, 1, 2))


def test_the_card_game_goes_on_with_an_empty_hand() -> None:
    state = drawn("card", CARD, ["ESm", "DEf DEm"])
    after, _ = apply(state, next(a for a in legal_actions(state) if type(a).__name__ == "Draw"))
    assert after.player == 1
    closing = drawn("card", CARD, ["RUm", "DEf DEm"])
    after, _ = play(closing, "RUm@c2 done draw draw")
    assert len(after.hands[0]) == 1
