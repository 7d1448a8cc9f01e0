"""What a draft allows, and the tutorial."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.games import play_now, told_stamps
from tests.browser.player import Player, Seat


def seat_any(player: Player) -> str:
    """Seat the first guest that can sit; the chair."""
    before = set(player.page.locator(".chair .fresh").all_inner_texts())
    assert before == set()
    assert player.place_one()
    cell = player.page.locator(".chair:has(.fresh)").first.get_attribute("data-cell")
    assert cell
    return cell


def test_a_draft_can_be_moved_and_taken_back(sit: Seat) -> None:
    anna = sit()
    play_now(anna)
    first = seat_any(anna)
    anna.press(anna.page.locator(f"[data-cell='{first}']"))
    expect(anna.page.locator("[data-hand][aria-pressed=true]")).to_have_count(1)
    other = next(cell for cell in anna.look()["chairs"] if cell not in (first, "bar"))
    anna.seat(other)
    expect(anna.page.locator(f"[data-cell='{other}'] .fresh")).to_be_visible()
    anna.press(anna.button("Take back"))
    expect(anna.page.locator(".fresh")).to_have_count(0)
    assert anna.look()["version"] == 0


def test_a_guest_can_be_dragged_to_a_chair(sit: Seat) -> None:
    anna = sit()
    play_now(anna)
    tile = anna.page.locator("[data-hand='0']").bounding_box()
    assert tile
    mouse = anna.page.mouse
    mouse.move(tile["x"] + 20, tile["y"] + 20)
    mouse.down()
    mouse.move(tile["x"] - 40, tile["y"] - 40, steps=4)
    chair = anna.page.locator("[data-offer]:not([data-offer=bar])").first
    cell = chair.get_attribute("data-offer")
    box = chair.bounding_box()
    assert box
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=6)
    mouse.up()
    anna.page.locator("[data-nation]").or_(anna.page.locator(f"[data-cell='{cell}'] .fresh")).first.wait_for()


LESSONS = {
    "board": [
        [("USf", "m1")],
        [("USm", "m3")],
        [("USm", "m3")],
        [("DEm", "a4"), ("DEf", "b5")],
        [("CFf", "b3")],
        [("TRm", "bar")],
        [("JKm", "b3")],
        [("CFm", "b1")],
        [("CFf", "b1"), ("CFf", "a2"), ("CFf", "c2"), ("CFf", "b3")],
        [("TRm", "bar")],
        [("GBm", "bar")],
    ],
    "card": [
        [("RUm", "b1"), ("RUf", "a2")],
        [("RUm", "c2"), ("ITm", "c4"), ("ITf", "d3")],
        [],
        [("RUf", "c2")],
        [],
        [("RUf", "a2")],
    ],
}
"""The steps of each lesson; what is a button comes before or after them."""
BEFORE = {("board", 9): "Hold a ladies’ party at the table of Central Africa"}
AFTER = {("card", 3): "Draw a card", ("card", 5): "Lay face down", ("card", 6): "Close the café"}


@pytest.mark.parametrize("game", ["board", "card"])
def test_the_tutorial_to_its_end(sit: Seat, game: str) -> None:
    anna = sit()
    stamps = told_stamps(anna)
    anna.page.goto(f"/learn/{game}")
    for number, steps in enumerate(LESSONS[game], 1):
        expect(anna.page.get_by_text(f"Lesson {number} of {len(LESSONS[game])}")).to_be_visible()
        anna.wait()
        if (game, number) in BEFORE:
            anna.press(anna.page.get_by_role("button", name=BEFORE[game, number]).first)
        for guest, cell in steps:
            anna.press(anna.guest(guest))
            anna.seat(cell)
        after = AFTER.get((game, number))
        if after == "Lay face down":
            anna.choose(0)
        if after:
            anna.press(anna.button(after))
        if after in (None, "Lay face down"):
            anna.press(anna.page.locator("button[data-key=s]"))
        if (game, number) == ("board", 11):
            expect(anna.page.get_by_test_id("lesson")).to_contain_text("The hourglass at the top")
            anna.press(anna.button("How the game ends"))
            expect(anna.page.get_by_text("free places at the bar")).to_be_visible()
            anna.press(anna.page.get_by_role("dialog").get_by_role("button", name="Close"))
        anna.press(anna.button("Next" if number < len(LESSONS[game]) else "Done"))
    expect(anna.page.get_by_test_id("learned")).to_be_visible()
    assert stamps == ["lesson"]
    anna.press(anna.button("Play now"))
    anna.wait()
    table = anna.page.request.get(f"/api/tables/{anna.page.url.rpartition('/')[2]}").json()
    assert (table["edition"], table["practice"]) == (game, False)
