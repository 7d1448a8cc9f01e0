"""What one has to read is in view and lies under nothing; what one wonders about is explained by a tap."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.player import Seat
from tests.rules.drawing import drawn
from tests.rules.positions import card, india

PARTY = """
.  .   .   .   .
.  DE  .   GB  .
.  .   CN  .   .
.  ES  CNf IT  .
.  .   .   .   .
"""
FULL_HAND = "CFm CFf CFf ESf GBm GBf RUf USm USf DEm DEf ITm"
COVERED = """(selector) => [...document.querySelectorAll(selector)].filter((each) => {
  const { left, top, right, bottom } = each.getBoundingClientRect()
  const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  return !inside || !each.contains(hit)
}).length"""


def overlap(one: Locator, other: Locator) -> bool:
    """Whether two things on the page share a point."""
    a, b = one.bounding_box(), other.bounding_box()
    assert a
    assert b
    return (
        a["x"] < b["x"] + b["width"]
        and b["x"] < a["x"] + a["width"]
        and a["y"] < b["y"] + b["height"]
        and b["y"] < a["y"] + a["height"]
    )


def test_a_party_sign_hides_neither_flag_nor_letters(sit: Seat) -> None:
    anna = sit()
    anna.practise(drawn("card+parties", PARTY, ["DEm DEm DEm DEm DEf", "CFf"]))
    table = anna.page.get_by_role("img", name="Table Germany")
    sign = anna.page.get_by_role("button", name="Hold a gentlemen’s party at the table of Germany").locator(
        ".sign"
    )
    for part in ("image", "text"):
        assert not overlap(sign, table.locator(part))
    expect(anna.page.get_by_role("button", name=re.compile("cards? in the pile"))).to_contain_text("Cards")
    expect(anna.page.get_by_role("banner")).not_to_contain_text("Bag")


def test_the_map_of_a_replay_covers_no_table_on_a_phone(sit: Seat) -> None:
    anna = sit(phone=True)
    anna.practise(india("INf", one_nation_tables=[5, 0]))
    anna.press(anna.guest("INf"))
    anna.seat("l6")
    anna.send()
    anna.page.get_by_test_id("result").wait_for()
    anna.page.goto(anna.page.url.replace("/t/", "/replay/"))
    anna.press(anna.button("To the beginning"))
    plan = anna.page.get_by_role("button", name=re.compile("Map of the café"))
    expect(plan).to_be_visible()
    assert not overlap(plan, anna.page.get_by_role("group", name="The café"))
    assert not overlap(plan, anna.page.locator(".frame"))


@pytest.mark.parametrize("size", [(844, 390), (667, 375)], ids=["phone", "small-phone"])
def test_a_phone_in_landscape_shows_all_players(sit: Seat, size: tuple[int, int]) -> None:
    anna = sit(size=size)
    anna.page.goto("/")
    expect(anna.button("Play now")).to_be_enabled()
    assert anna.page.evaluate(COVERED, "button.main.big") == 0, "playing needs no scrolling"
    for state in (
        india("INf DEm CFf CNm ITf", others=["DEf DEm TRf TRm RUf"] * 3, one_nation_tables=[1, 0, 2, 0]),
        card("CFm CNm", others=["CFf"] * 4),
        card(FULL_HAND, others=["CFf DEm", "CFm ITm"], hidden=["", "DEf", "TRm"]),
    ):
        anna.practise(state)
        expect(anna.page.locator("[data-player]")).to_have_count(len(state.hands))
        assert anna.page.evaluate(COVERED, "[data-player]") == 0
        assert anna.page.evaluate(COVERED, ".actions button:not(.log), [data-hand]") == 0


def test_a_long_name_on_a_phone_leaves_room_for_its_stars(sit: Seat) -> None:
    anna = sit(phone=True)
    anna.practise(
        drawn("board", ".", ["DEm", "FRf", "GBf"], one_nation_tables=[0, 2, 1], scores=[0, 199, 99])
    )
    for player in (1, 2):
        card = anna.page.locator(f"[data-player='{player}']")
        star, name = card.locator(".stars").bounding_box(), card.locator(".name").bounding_box()
        assert star
        assert name
        assert star["x"] + star["width"] <= name["x"] + name["width"] + 0.5


def test_the_focus_stays_in_the_board(sit: Seat) -> None:
    anna = sit()
    anna.practise(india("INf DEm CFf CNm"))
    focus = anna.page.locator("svg.board :focus")
    anna.page.keyboard.press("1")
    cell = focus.get_attribute("data-offer")
    assert cell
    anna.page.keyboard.press("Enter")
    anna.page.locator(".screen[data-steps='1'][data-ready=true]").wait_for()
    expect(focus).to_have_attribute("data-cell", cell)
    anna.page.keyboard.press("Enter")
    anna.page.locator(".screen[data-steps='0'][data-ready=true]").wait_for()
    expect(focus).to_have_attribute("data-offer", cell)
    anna.page.keyboard.press("Escape")
    expect(focus).to_have_attribute("data-cell", cell)


def test_letters_and_signs_are_explained(sit: Seat) -> None:
    """Others' hands are in letters like all guests; stars and the dot of a new guest say what they mean."""
    anna = sit(phone=True, look="letters")
    anna.practise(india("INf DEm CFf", one_nation_tables=[2, 1]))
    expect(anna.page.locator("[data-player='1'] .chip")).to_have_text("DE")
    expect(anna.page.locator("[data-player] image")).to_have_count(0)
    for name, words in (
        ("About Anna", "2 one-nation tables. Because of them, this hand holds 2 guests fewer."),
        ("Hand of Vera", "1 one-nation table. Because of it, this hand holds one guest fewer."),
    ):
        anna.press(anna.button(name))
        expect(anna.page.get_by_role("dialog", name=name)).to_contain_text(words)
        anna.press(anna.button("Close"))

    anna.press(anna.guest("INf"))
    anna.seat("l6")
    anna.send()
    anna.wait()
    fresh = anna.page.locator("[data-hand]", has=anna.page.locator(".drawn")).first
    expect(fresh).to_have_attribute("aria-label", re.compile(", new$"))
    anna.press(fresh)
    expect(anna.line()).to_contain_text("The green dot: new in your hand since your last turn.")
