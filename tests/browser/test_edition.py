"""An edition that nobody prepared for, in the real page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.house import House
from tests.browser.player import Seat
from tests.corner import write_program


@pytest.fixture
def corner(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path / "data", program=[write_program(tmp_path)])
    yield made
    made.stop()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_game_of_an_unknown_edition(sit: Seat, corner: House, phone: bool) -> None:
    anna = sit(phone=phone, look="letters", address=corner.address)
    anna.page.goto("/new/friends")
    anna.press(anna.page.get_by_text("Corner café", exact=True))
    people = anna.page.get_by_role("group", name="People")
    assert people.get_by_role("radio").count() == 2, "for two or three"
    anna.press(anna.button("Create the game"))
    anna.press(anna.button("Seat a bot"))
    expect(anna.page.get_by_text("Vera", exact=False).first).to_be_visible()
    anna.press(anna.button("Begin the game"))
    anna.wait()
    expect(anna.page.get_by_text(re.compile("^Corner café")).first).to_be_visible()
    assert anna.page.locator("[data-player='0'], [data-player='1']").count() == 2
    hand = anna.page.locator("[data-hand]")
    assert hand.count() == 3, "this café deals three guests"
    anna.play_on()
    anna.page.get_by_test_id("result").wait_for()
    anna.press(anna.page.get_by_role("link", name="Watch the replay"))
    expect(anna.page.get_by_role("heading", name="After turn 0 of")).to_be_visible()
    expect(anna.page.get_by_text("Vera", exact=False).first).to_be_visible()
    anna.page.goto("/rules/corner")
    expect(anna.page.get_by_text("There is no page with the rules of this game yet.")).to_be_visible()
    expect(anna.page.get_by_role("heading")).to_have_count(1)
