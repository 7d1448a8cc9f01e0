"""Everything can be reached: by a finger, on a page zoomed to twice its size, and by ear."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.games import play_now
from tests.browser.player import Seat
from tests.rules.positions import india

SMALL = """() => [...document.querySelectorAll('button, a, input, select, [role=button], [role=switch]')]
  .filter((each) => {
    const inText = each.matches('p a') || each.closest('.unseen, [inert]')
    const box = (each.closest('label') ?? each).getBoundingClientRect()
    return !inText && box.width && (box.width < 43.5 || box.height < 43.5)
  })
  .map((each) => {
    const { width, height } = each.getBoundingClientRect()
    const name = each.getAttribute('aria-label') ?? each.textContent.trim()
    return `${name} ${width.toFixed()} x ${height.toFixed()}`
  })"""
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
