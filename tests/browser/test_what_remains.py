"""A turn in which little can be done: the page says what remains, and ends what is over."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from cafe.rules.state import State
from tests.browser.axe import serious_findings
from tests.browser.player import Player, Seat
from tests.rules.drawing import drawn
from tests.rules.positions import card, india

NOBODY = "Nobody in your hand can take a chair right now."
FULL_HAND = "CFm CFm CFm CFm CNm CNm CNm CNm CUm CUm CUm CUm"
SIZES = pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])


def nearly_full(hand: str, pile: list[str]) -> State:
    """A Russian table with one chair left, b3; whoever takes it makes room for the next table of the pile."""
    cafe = """
    .   RUm .   .  .
    RUf RU  RUm GB .
    .   .   FR  .  .
    .   ES  .   IT .
    .   .   .   .  .
    """
    return drawn("card", cafe, [hand, "CUf"], pile=pile)


@SIZES
def test_when_nobody_fits_the_page_says_what_remains(sit: Seat, phone: bool) -> None:
    anna = sit(phone=phone)
    anna.practise(india("CNm CUm"))
    expect(anna.line()).to_have_text(f"{NOBODY} Choose a guest and send them to the bar (+1).")
    expect(anna.button("Send turn")).to_have_count(0)
    anna.press(anna.page.locator("button[data-key=b]"))
    expect(anna.line()).to_have_text("Choose a guest first.")
    anna.press(anna.guest("CNm"))
    expect(anna.line()).to_contain_text("tap one to see why. The bar: +1.")
    assert serious_findings(anna.page) == []
    anna.press(anna.page.locator("button[data-key=b]"))
    anna.wait()
    expect(anna.line()).to_have_text("The turn is complete. Send it, or take it back.")
    anna.press(anna.button("Take back"))
    expect(anna.line()).to_have_text(f"{NOBODY} Choose a guest and send them to the bar (+1).")

    anna.practise(card("CFm CNm"))
    expect(anna.line()).to_have_text(f"{NOBODY} Draw a card.")
    anna.click_and_go_on(anna.button("Draw a card"))

    anna.practise(card(FULL_HAND))
    expect(anna.line()).to_have_text(f"{NOBODY} Your hand is full: choose a card and lay it face down.")
    anna.choose(0)
    anna.press(anna.button("Lay face down"))
    anna.wait()
    anna.send()


@SIZES
def test_a_turn_of_which_only_the_end_is_left_ends_by_itself(sit: Seat, phone: bool) -> None:
    anna = sit(phone=phone)
    anna.practise(nearly_full("RUf CFm", ["CN", "CU", "DE"]))
    seat(anna, "RUf", "b3")
    expect(anna.line()).to_have_text("The turn is complete. Send it, or take it back.")
    anna.press(anna.button("Take back"))
    expect(anna.line()).to_have_text("Choose a guest and a chair, or draw a card.")
    seat(anna, "RUf", "b3")
    assert (anna.look()["version"], anna.look()["turn"]) == (0, "yours"), "what is laid out waits"
    anna.send()
    anna.wait_version(3)

    anna.practise(nearly_full("RUf CFm CFf", ["CF", "CU", "DE"]))
    seat(anna, "RUf", "b3")
    anna.send()
    anna.wait()
    expect(anna.line()).to_have_text("You may seat another guest, or end the turn.")
    anna.click_and_go_on(anna.button("End turn"))


def seat(player: Player, guest: str, cell: str) -> None:
    player.press(player.guest(guest))
    player.seat(cell)


@SIZES
def test_on_one_screen_people_are_called_by_name_and_see_what_they_draw(sit: Seat, phone: bool) -> None:
    anna = sit(phone=phone)
    anna.page.goto("/new/screen")
    anna.press(anna.button("Begin"))
    anna.wait()
    heading = anna.page.get_by_role("heading", level=2)
    for _ in range(2):
        name = anna.page.locator("[data-player] .name").filter(has_text="you").inner_text().split()[0]
        expect(heading.filter(has_text=f"{name}’s turn")).to_be_visible()
        anna.wait_version(anna.rush())

    anna.page.goto("/new/screen")
    anna.page.get_by_text("Card game", exact=True).click()
    anna.press(anna.button("Begin"))
    drawers = []
    for _ in range(2):
        curtain = anna.page.get_by_role("dialog", name="Pass the device to")
        drawers.append((curtain.get_attribute("aria-label") or "").removeprefix("Pass the device to "))
        anna.press(curtain.get_by_role("button", name="show my cards"))
        expect(heading.filter(has_text=f"{drawers[-1]}’s turn")).to_be_visible()
        if len(drawers) == 2:
            break
        hand = anna.page.locator("[data-hand]").count()
        anna.draw()
        drawn_card = anna.page.get_by_role("dialog", name=f"{drawers[0]}, you drew")
        expect(drawn_card.locator("p")).to_have_text(re.compile("^.+, (lady|gentleman), .+$"))
        assert serious_findings(anna.page) == []
        expect(anna.page.locator("[data-hand]")).to_have_count(0)
        anna.press(anna.button("Got it"))
    assert len(set(drawers)) == 2
    expect(anna.page.locator("[data-hand]")).to_have_count(hand)
    if phone:
        anna.press(anna.button("Log"))
    expect(anna.page.get_by_text("Draws a card")).to_be_visible()
    expect(anna.page.get_by_text(re.compile("^Draws (?!a card)"))).to_have_count(0)


@SIZES
def test_drawing_waits_for_sending_where_something_else_could_be_done(sit: Seat, phone: bool) -> None:
    """A card drawn cannot be put back; whoever sends turns at once is not asked."""
    anna = sit(phone=phone)
    anna.practise(nearly_full("RUf CFm", ["CN", "CU", "DE"]))
    anna.press(anna.button("Draw a card"))
    expect(anna.line()).to_have_text("You draw a card, and your turn ends. Send it, or take it back.")
    anna.press(anna.button("Take back"))
    expect(anna.line()).to_have_text("Choose a guest and a chair, or draw a card.")
    assert anna.look()["version"] == 0
    anna.page.keyboard.press("d")
    expect(anna.button("Send turn")).to_be_enabled()
    anna.page.keyboard.press("s")
    anna.wait_version(1)

    anna.practise(nearly_full("RUf CFm", ["CN", "CU", "DE"]))
    anna.press(anna.button("Settings"))
    anna.press(anna.page.get_by_role("switch", name="Confirm each turn"))
    anna.press(anna.page.get_by_role("dialog").get_by_role("button", name="Close"))
    anna.click_and_go_on(anna.button("Draw a card"))
