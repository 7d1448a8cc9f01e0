"""What actions and views look like to people."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from cafe.encoding import action_code
from cafe.rules import (
    Party,
    PositionError,
    Seat,
    SetupError,
    Swap,
    action_from_text,
    action_text,
    apply,
    determinise,
    edition,
    explain,
    legal_actions,
    new_game,
    read_position,
    read_view,
    view,
    write_position,
)
from cafe.rules.actions import PASS, Bar
from cafe.rules.guests import UNKNOWN
from tests.rules.games import SETUPS, Setup, random_game


@pytest.mark.parametrize(
    ("rules", "text", "shown"),
    [
        ("board", "ESm@c2", "Seat(ESm, c2)"),
        ("card", "ESm@c2", "Seat(ESm, c2)"),
        ("board", "JKf=ES@c2", "Seat(JKf, c2, ES)"),
        ("board", "DEm@bar", "Bar(DEm)"),
        ("board", "ESm*d3", "Swap(ESm, d3)"),
        ("card", "ITf@down", "Hide(ITf)"),
        ("card", "party@b2=f", "Party(b2, f)"),
        ("card", "draw", "Draw()"),
        ("board", "XXm@z9", "Seat(-1, -1)"),
    ],
)
def test_actions_print_as_people_write_them(rules: str, text: str, shown: str) -> None:
    assert repr(action_from_text(edition(rules).plan, text)) == shown


def test_the_same_action_prints_the_same_wherever_it_comes_from() -> None:
    for setup in SETUPS:
        for step in random_game(setup, 1):
            code, plan = action_code(step.before.edition), step.before.edition.plan
            for action in legal_actions(step.before):
                coded = code.action(step.before, code.integer(step.before, action))
                read = action_from_text(plan, action_text(plan, action))
                assert repr(action) == repr(coded) == repr(read)
            break


def test_an_action_made_of_numbers_shows_them_and_is_equal() -> None:
    plan = edition("board").plan
    named, bare = action_from_text(plan, "ESm@c2"), Seat(8, plan.chair_index["c2"])
    assert named == bare
    assert hash(named) == hash(bare)
    assert repr(bare) == f"Seat(ESm, chair {plan.chair_index['c2']})"
    assert repr(pickle.loads(pickle.dumps(named))) == repr(bare)
    shown = [repr(action) for action in (Swap(9, 3), Party(2, 1), Bar(UNKNOWN), PASS)]
    assert shown == ["Swap(ESf, chair 3)", "Party(table 2, f)", "Bar(-1)", "Pass()"]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_view_is_written_alike_for_all_states_that_look_the_same(setup: Setup) -> None:
    rng = Random(1)
    for step in random_game(setup, 2):
        for player in range(setup.players):
            seen = view(step.after, player)
            text = write_position(seen)
            assert write_position(view(determinise(seen, rng), player)) == text
            with pytest.raises(PositionError):
                read_position(text)


def test_a_view_is_written_by_what_is_known_and_who_looks() -> None:
    state = new_game(edition("card"), 3, 7)
    texts = [write_position(view(state, reader)) for reader in (0, 1, None)]
    hands = write_position(state).split()[4].split("/")
    assert [text.split()[4] for text in texts] == [f"{hands[0]}/?7/?7", f"?7/{hands[1]}/?7", "?7/?7/?7"]
    assert [text.split()[5:7] for text in texts] == [["?75", "?19"]] * 3
    assert [text.split()[-1] for text in texts] == ["0", "1", "-"]


def test_variants_are_a_list_and_not_a_text() -> None:
    with pytest.raises(SetupError, match="expected a list of variants"):
        edition("board", "parties")


def test_a_name_is_neither_an_edition_nor_an_action() -> None:
    with pytest.raises(TypeError, match=r"expected an edition, such as edition\(\"board\"\); got 'board'"):
        new_game("board", 2, 1)  # type: ignore[arg-type]
    state = new_game(edition("board"), 2, 1)
    for ask in (apply, explain):
        with pytest.raises(TypeError, match=r"expected an action, .*; got 'ESm@d1'"):
            ask(state, "ESm@d1")  # type: ignore[arg-type]


@pytest.mark.parametrize("players", ["2", 2.0, None])
def test_players_and_seed_are_whole_numbers(players: object) -> None:
    with pytest.raises(SetupError, match=f"is for 2 to 4 players; got {players!r}"):
        new_game(edition("board"), players, 1)  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="expected a whole number as the seed; got 'a'"):
        new_game(edition("board"), 2, "a")  # type: ignore[arg-type]


def test_the_line_of_a_view_is_no_position() -> None:
    with pytest.raises(PositionError, match="got 15, as a view has, which read_view reads"):
        read_position(write_position(view(new_game(edition("card"), 2, 1), 0)))


def test_what_is_no_view_is_refused() -> None:
    state = new_game(edition("card"), 2, 7)
    text, seen = write_position(state), write_position(view(state, 0))
    for wrong in (text, f"{text} 0", seen.replace("?7", "?8"), f"{seen[:-1]}2", f"{seen[:-1]}1"):
        with pytest.raises(PositionError):
            read_view(wrong)
