"""What earns each stamp, and what just misses it; games as they are stored, gone through."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cafe.rules.edition import edition
from cafe.rules.events import Barred, Cleared, Partied, Seated, Swapped, TablePoints
from cafe.server.api.statistics import MOST_SPELLS, spells, statistics_form
from cafe.server.rooms import recovery_code
from cafe.server.rooms.link_codes import LETTERS
from cafe.server.turn.finished_game import FinishedGame, Result, names_of_level, turn_points
from cafe.server.turn.stamps import PUZZLES, REVIEW, STAMPS, TOLD, stamps_of
from cafe.store.results import Opponent, ResultRow

BOARD, CLASSIC, CARD = (edition(name) for name in ("board", "board-classic", "card"))
LOST = FinishedGame(BOARD, 3, Result(2, 40, -8), frozenset(("easy", "medium", "hard", "master")))
PAID = (Barred(0, 0, 7, -3),)
WON = replace(LOST, result=Result(1, 60, 8), levels=frozenset(), turns=(PAID,))


def seated(*points: TablePoints) -> Seated:
    return Seated(0, 0, 0, 0, points)


def with_turn(*events: Seated | Partied | Barred | Swapped | Cleared) -> FinishedGame:
    return replace(LOST, turns=((), events))


TWO, ALONE, FOUR_MIXED = TablePoints(0, 2, False, 2), TablePoints(1, 1, True, 0), TablePoints(1, 4, False, 4)
FOUR = TablePoints(0, 4, True, 8)
EARNED = {
    "two-tables": (with_turn(seated(TWO, TWO)), with_turn(seated(TWO, ALONE), seated(TWO))),
    "one-nation": (with_turn(seated(TWO, FOUR)), with_turn(seated(FOUR_MIXED), seated(ALONE))),
    "joker": (with_turn(Swapped(0, 0, 0, 24)), LOST),
    "party": (with_turn(Partied(0, 0, 5)), LOST),
    "cleared": (with_turn(Cleared((0,), (1, 2))), LOST),
    "big-turn": (with_turn(seated(FOUR), seated(FOUR_MIXED), Barred(0, 0, 0, 3)), with_turn(seated(FOUR))),
    "lou": (replace(WON, levels=frozenset(("easy",))), LOST),
    "vera": (replace(WON, levels=frozenset(("medium",))), LOST),
    "carlo": (replace(WON, levels=frozenset(("hard",))), LOST),
    "rosa": (replace(WON, levels=frozenset(("master",))), LOST),
    "card": (replace(WON, edition=CARD), replace(LOST, edition=CARD)),
    "classic": (replace(WON, edition=CLASSIC), replace(LOST, edition=CLASSIC)),
    "four": (replace(WON, players=4), replace(LOST, players=5)),
    "friends": (replace(LOST, others=1), replace(LOST, others=1, result=None)),
    "one-screen": (FinishedGame(BOARD, 2, None, on_one_screen=True), LOST),
    "dry": (replace(WON, turns=((Barred(0, 0, 0, 1),),)), WON),
    "comeback": (replace(WON, most_behind=20), replace(WON, most_behind=19)),
    "daily": (replace(LOST, streak=1), LOST),
    "daily-win": (replace(WON, streak=1), replace(LOST, streak=1)),
    "week": (replace(LOST, streak=7), replace(LOST, streak=6)),
}


@pytest.mark.parametrize("name", sorted(STAMPS.keys() - TOLD - {REVIEW, PUZZLES}))
def test_each_stamp_is_earned_by_what_it_says_and_by_no_less(name: str) -> None:
    enough, too_little = EARNED[name]
    assert name in stamps_of(enough, STAMPS)
    assert name not in stamps_of(too_little, STAMPS)
    assert name not in stamps_of(enough, STAMPS.keys() - {name})


def test_the_card_has_24_stamps() -> None:
    assert len(STAMPS) == 24
    assert all(len(name) <= 16 for name in STAMPS)
    assert not TOLD & set(stamps_of(WON, STAMPS))


def test_a_bot_of_the_house_has_one_level_whatever_it_is_called() -> None:
    assert names_of_level("medium") == ["medium", "greedy"]
    assert names_of_level("random") == ["random"]
    assert turn_points([seated(TWO, FOUR), *PAID, Partied(0, 0, 10)]) == 17


def row(number: int, edition_name: str = "card", players: int = 2) -> ResultRow:
    """A game of ten points times its number; every second one was won."""
    return ResultRow(f"g{number}", float(number), edition_name, players, 1 + number % 2, 10 * number, number)


def test_sums_are_those_of_the_games() -> None:
    rows = [row(0), row(1, "board", 3), row(2), row(3, "board", 4), row(4, "board", 3)]
    met = [
        Opponent("medium", None, None, None, 2, 1),
        Opponent(None, "b" * 16, "Ben", None, 1, 0),
        Opponent("greedy", None, None, None, 3, 1),
        Opponent(None, "c" * 16, "Robo", "Ada", 1, 1),
    ]
    told = statistics_form(rows, met)
    assert (told.games, told.wins) == (5, 3)
    assert [(s.edition, s.players, s.games, s.wins, s.points, s.margin) for s in told.standings] == [
        ("board", 3, 2, 1, 25.0, 2.5),
        ("board", 4, 1, 0, 30.0, 3.0),
        ("card", 2, 2, 2, 10.0, 1.0),
    ]
    assert [(o.name, o.bot, o.games, o.wins) for o in told.opponents] == [
        (None, "medium", 5, 2),
        ("Ben", None, 1, 0),
        ("Robo", "account", 1, 1),
    ]
    assert [(course.edition, len(course.spells)) for course in told.courses] == [("board", 3), ("card", 2)]
    assert statistics_form([], []).standings == []


def test_a_graph_has_few_points_and_the_latest_games() -> None:
    for count in (1, MOST_SPELLS, MOST_SPELLS + 1, 100, 1000):
        found = spells([row(number) for number in range(count)])
        assert 0 < len(found) <= MOST_SPELLS
        assert {spell.games for spell in found} == {-(-count // MOST_SPELLS)}
        assert found[-1].until == count - 1
        assert found[-1].margin == (found[-1].since + found[-1].until) / 2


def test_a_slip_in_a_recovery_code_shows() -> None:
    code = recovery_code.new_code()
    assert code != recovery_code.new_code()
    shown = recovery_code.written(code)
    assert [len(group) for group in shown.split("-")] == [4] * 5
    assert recovery_code.read(shown) == recovery_code.read(f" {shown.replace('-', ' ').lower()}\n") == code
    for place in range(len(code)):
        for letter in LETTERS.replace(code[place], ""):
            assert recovery_code.read(code[:place] + letter + code[place + 1 :]) is None
        if place and code[place] != code[place - 1]:
            assert (
                recovery_code.read(code[: place - 1] + code[place] + code[place - 1] + code[place + 1 :])
                is None
            )
    for wrong in ("", code[:-1], code + "a", "0" * 20, "ß" * 20):
        assert recovery_code.read(wrong) is None
