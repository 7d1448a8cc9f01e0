"""Everything can be reached: by a finger, on a page zoomed to twice its size, and by ear."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.games import play_now
from tests.browser.player import Seat
from tests.browser.targets import SMALL
from tests.languages import LANGUAGES
from tests.rules.positions import india

IN_WINDOW = """() => [...document.querySelectorAll('.actions button, [data-hand]')].map((each) => {
  const { left, top, right, bottom } = each.getBoundingClientRect()
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
})"""


def test_targets_are_as_large_as_a_fingertip(sit: Seat) -> None:
    anna = sit(phone=True)
    small = {}
    for path in ("/", "/new/friends", "/new/screen", "/lobby", "/rules/board", "/replay"):
        anna.page.goto(path)
        anna.page.get_by_role("main").wait_for()
        small[path] = anna.page.evaluate(SMALL)
    anna.practise(india("INf JKf DEm DEf"))
    anna.press(anna.guest("INf"))
    small["a turn"] = anna.page.evaluate(SMALL)
    anna.press(anna.button("Hand of Vera"))
    sheet = anna.page.get_by_role("dialog", name="Hand of Vera")
    expect(sheet.get_by_role("img", name="lady, Germany")).to_be_visible()
    small["a hand"] = anna.page.evaluate(SMALL)
    anna.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    anna.press(anna.button("Settings"))
    small["settings"] = anna.page.evaluate(SMALL)
    assert {name: each for name, each in small.items() if each} == {}


@pytest.mark.parametrize("size", [(640, 400), (844, 390), (360, 640)], ids=["zoomed", "landscape", "small"])
def test_a_turn_on_a_small_screen(sit: Seat, size: tuple[int, int]) -> None:
    """A window of 1280 x 800 at 200 %, a phone in landscape, a small one: hand and buttons stay in view."""
    anna = sit(size=size)
    play_now(anna)
    seen = anna.page.evaluate(IN_WINDOW)
    assert len(seen) >= 7
    assert all(seen)
    anna.take_turn()
    anna.wait()
    assert anna.look()["version"] > 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_turn_fits_a_small_phone_in_every_language(sit: Seat, language: str) -> None:
    anna = sit(phone=True, size=(360, 640))
    liked = json.dumps(json.dumps({"language": language}))
    anna.page.add_init_script(f"localStorage.setItem('cafe.settings', {liked})")
    anna.page.goto("/")
    anna.press(anna.page.locator("button.main"))
    anna.wait()
    for _ in range(2):
        seen = anna.page.evaluate(IN_WINDOW)
        assert len(seen) >= 8
        assert all(seen)
        assert anna.page.locator("section.turn").evaluate("(turn) => turn.scrollWidth <= innerWidth")
        anna.place_one()


def test_what_happens_is_said_in_sentences(sit: Seat) -> None:
    anna = sit()
    anna.practise(india("INf DEm CFf CNm"))
    expect(
        anna.page.get_by_role("img", name=re.compile("^Table India m6: .+gentleman, India$"))
    ).to_be_attached()
    anna.press(anna.guest("INf"))
    anna.seat("l6")
    anna.send()
    anna.wait()
    expect(anna.page.locator("[aria-live=polite]", has_text="It is your turn")).to_be_attached()


@pytest.mark.parametrize("size", [(360, 640), (390, 844)], ids=["small", "phone"])
def test_every_lit_chair_is_a_tap_away_on_a_phone(sit: Seat, size: tuple[int, int]) -> None:
    """Those out of sight are told of at the edge; a tap there brings them in, and each can be taken."""
    anna = sit(phone=True, size=size)
    anna.practise(india("JKf DEm DEf CNm CNf"))
    anna.press(anna.guest("JKf"))
    lit = {each.get_attribute("data-offer") for each in anna.page.locator("[data-offer]").all()} - {"bar"}
    more = anna.page.get_by_role("button", name=re.compile("^Show (one|[0-9]+) more lit chair"))
    reached: set[str | None] = set(anna.look()["chairs"])
    assert lit - reached, "expected chairs that are out of sight"
    for turn in range(24):
        if not lit - reached:
            break
        assert anna.page.evaluate(SMALL) == []
        anna.press(more.nth(turn % more.count()))
        reached |= set(anna.look()["chairs"])
    assert lit - reached == set()
