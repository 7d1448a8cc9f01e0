"""Lessons on a phone: what can be tapped is large enough, what is lit is allowed, stars are explained."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import expect

from tests.browser.games import told_stamps
from tests.browser.player import Player, Seat
from tests.browser.targets import SMALL

COUNT = {"board": 11, "card": 6}


def lessons(player: Player, game: str) -> Iterator[int]:
    """Every lesson in turn, as it begins."""
    player.page.goto(f"/learn/{game}")
    for number in range(1, COUNT[game] + 1):
        expect(player.page.get_by_text(f"Lesson {number} of {COUNT[game]}")).to_be_visible()
        player.wait()
        yield number
        player.press(player.page.get_by_role("button", name="Skip"))


def wanted(player: Player) -> set[str | None]:
    return {each.get_attribute("data-guest") for each in player.page.locator("[data-hand].wanted").all()}


def test_targets_in_lessons_are_as_large_as_a_fingertip(sit: Seat) -> None:
    anna = sit(phone=True, size=(360, 740))
    stamps = told_stamps(anna)
    small = [
        (game, number, each)
        for game in COUNT
        for number in lessons(anna, game)
        for each in anna.page.evaluate(SMALL)
        if "at the piano" not in each  # who plays is part of the picture
    ]
    assert small == []
    expect(anna.page.get_by_test_id("learned")).to_be_visible()
    assert stamps == [], "lessons were skipped"


def test_a_lesson_lights_only_whom_it_allows_and_explains_the_star(sit: Seat) -> None:
    anna = sit(phone=True)
    page = anna.page
    for number in lessons(anna, "board"):
        if number == 1:
            anna.press(anna.guest("USf"))
            anna.seat("m1")
            expect(anna.line()).to_have_text(
                "Nobody else finds a chair in this turn. Send it, or take it back."
            )
            expect(page.locator("[data-hand].idle:enabled")).to_have_count(4)
        if number == 3:
            assert wanted(anna) == {"USm"}
            anna.press(anna.guest("USf"))
            anna.press(anna.chair("m3"))
            expect(anna.line()).to_contain_text("lad")
            anna.press(anna.guest("USf"))
        if number == 5:
            anna.press(anna.guest("CFf"))
            anna.seat("b3")
            anna.press(page.locator("button[data-key=s]"))
            expect(page.get_by_test_id("lesson")).to_contain_text("The star beside your name")
            anna.press(page.locator("[data-player='0']").get_by_role("button"))
            expect(page.get_by_role("dialog")).to_contain_text("this hand holds one guest fewer")
            page.keyboard.press("Escape")
        if number == 9:
            assert wanted(anna) == set(), "first the party is announced"
            sign = page.get_by_role(
                "button", name="Hold a ladies’ party at the table of Central Africa"
            ).first
            expect(sign).to_be_in_viewport()
            anna.press(sign)
            expect(page.locator(".lit .wood")).to_have_count(1, timeout=10_000)
            expect(page.locator("[data-hand].wanted")).to_have_count(4)
            anna.press(anna.guest("CFf"))
            expect(page.locator("[data-offer]")).to_have_count(4)


def test_closing_the_cafe_is_said_to_end_the_game(sit: Seat) -> None:
    anna = sit(phone=True)
    for number in lessons(anna, "card"):
        if number == 6:
            anna.press(anna.guest("RUf"))
            anna.seat("a2")
            expect(anna.line()).to_contain_text("Closing the café ends the game at once")
            expect(anna.page.locator(".actions button.main")).to_have_text("Close the café")
