"""The end of a game: the last turn, closing time, and the story."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.games import play_now
from tests.browser.player import Seat


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_cafe_closes_and_tells_its_story(sit: Seat, phone: bool) -> None:
    anna = sit(phone=phone, size=None if phone else (1280, 720))
    play_now(anna, "The card game")
    anna.press(anna.button("Settings"))
    anna.press(anna.button("Give up"))
    anna.press(anna.button("Really give up? For you the game ends; a bot plays on"))
    result = anna.page.get_by_test_id("result")
    expect(result).to_be_visible()
    expect(anna.page.get_by_test_id("closing")).to_be_visible()
    story = anna.page.get_by_test_id("story").get_by_role("listitem")
    expect(story.first).to_be_visible()
    panel, first = anna.page.locator("section.end").bounding_box(), story.first.bounding_box()
    assert panel
    assert first
    assert first["y"] + first["height"] <= panel["y"] + panel["height"], "seen without scrolling"
    best, *others = story.all_inner_texts()
    demoted = anna.page.get_by_text("ranks behind all others").count()
    assert len(others) == 2 or (len(others) == 1 and demoted), "how it was won, unless she gave up the lead"
    alone = r"The best turn was .+’s: \w+ points? in turn \d+\."
    shared = r"The best turns brought \w+ points?; more than one player had one\."
    assert re.fullmatch(f"{alone}|{shared}", best)
    assert not re.search(r"[{}]|undefined|NaN", "".join(others))
    anna.page.get_by_role("img", name=re.compile("Points by turn")).scroll_into_view_if_needed()
    wide = "() => document.documentElement.scrollWidth <= innerWidth"
    assert anna.page.evaluate(wide), "nothing is cut off"
