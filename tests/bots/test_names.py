"""Names of bots: enough for any table, the same in a record and out of it."""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path

import pytest

from cafe.bots import BOTS, LEVELS
from cafe.bots.names import STRANGERS, bots_called, house_names, read_record_names, record_name
from cafe.rules.names import PLAYERS


def test_no_two_levels_share_a_name() -> None:
    names = [*chain.from_iterable(level.names for level in LEVELS.values()), *STRANGERS]
    assert len(set(names)) == len(names)
    assert max(map(len, names)) <= 24, "longer than a person's name may be"


def test_every_bot_of_the_house_has_a_face() -> None:
    file = Path(__file__).parents[2] / "web" / "portraits" / "house.json"
    faces = json.loads(file.read_text(encoding="utf-8"))
    assert {level: set(people) for level, people in faces.items() if level in LEVELS} == {
        level.level: set(level.names) for level in LEVELS.values()
    }


@pytest.mark.parametrize("bot", BOTS)
def test_a_full_table_of_one_bot_has_as_many_names(bot: str) -> None:
    names = house_names([bot] * len(PLAYERS))
    assert len(set(names)) == len(PLAYERS)


def test_a_bot_takes_no_name_that_somebody_has() -> None:
    assert house_names(["medium"], ["Vera"]) == [LEVELS["medium"].house[0]]


def test_a_record_tells_bots_from_people() -> None:
    written = [
        "Anna (bo)",
        "Vera (bot)",
        "Ninon (bot: random)",
        "greedy (bot)",
        "greedy (bot)",
        "Carlo (bot: hard)",
    ]
    assert read_record_names(written) == [
        ("Anna (bo)", None),
        ("Vera", "medium"),
        ("Ninon", "random"),
        (LEVELS["medium"].house[0], "greedy"),
        (LEVELS["medium"].house[1], "greedy"),
        ("Carlo", "hard"),
    ]


@pytest.mark.parametrize("bot", BOTS)
def test_a_record_finds_every_bot_again_and_tells_no_level(bot: str) -> None:
    names = house_names([bot] * len(PLAYERS))
    written = [record_name(name, bot) for name in names]
    assert read_record_names(written) == [(name, bot) for name in names]
    assert bot not in LEVELS or not any(bot in text for text in written)


@pytest.mark.parametrize("bot", BOTS)
def test_a_name_tells_which_bots_can_have_it(bot: str) -> None:
    for place, name in enumerate(house_names([bot] * 5), 1):
        bots, at_least = bots_called(name.upper())
        assert bot in bots
        assert at_least == place
    assert bots_called("Anna") == ((), 1)
