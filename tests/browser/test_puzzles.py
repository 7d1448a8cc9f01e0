"""Puzzles in the browser: the day's by touch on a phone at night, and the next ones by keyboard alone."""

from __future__ import annotations

import re

from playwright.sync_api import Response, expect

from tests.browser.axe import serious_findings
from tests.browser.player import Player, Seat

MOST_TABS = 60
SOLUTION = re.compile(r'"(best|better|why|loss|value|gap|rating|puzzle_rating)":')
"""What no answer of the server's may have before the solver's."""


def go_by_keys(player: Player, name: str) -> None:
    """Tab to the link or button of this name and press it."""
    wanted = """(name) => {
      const focused = document.activeElement
      return focused.matches('a, button') && (focused.ariaLabel ?? focused.innerText).includes(name)
    }"""
    for _ in range(MOST_TABS):
        if player.page.evaluate(wanted, name):
            return player.page.keyboard.press("Enter")
        player.page.keyboard.press("Tab")
    raise AssertionError(f"expected {name!r} within {MOST_TABS} steps")


def play_by_keys(player: Player) -> None:
    """A whole turn: the first guest who can sit down, or who may go to the bar."""
    keys, version = player.page.keyboard, player.look()["version"]
    for index, free in enumerate(player.wait()["hand"]):
        if not free:
            continue
        keys.press(str(index + 1))
        cell = player.page.evaluate("document.activeElement?.dataset?.offer ?? null")
        if cell not in (None, "bar"):
            keys.press("Enter")
            if player.page.locator("[data-nation]").count():
                keys.press("Enter")
        elif player.page.locator("button[data-key=b]:enabled").count():
            keys.press("b")
        else:
            continue
        if not player.wait()["send"]:
            keys.press("Backspace")
            player.wait()
            continue
        keys.press("s")
        return player.wait_version(version + 1)
    raise AssertionError(f"expected a turn; the screen offers {player.look()}")


def test_the_puzzle_of_the_day_on_a_phone_at_night(sit: Seat) -> None:
    anna = sit(phone=True, dark=True)
    page, told = anna.page, list[Response]()
    page.on("response", lambda each: told.append(each) if "/api/puzzles" in each.url else None)
    page.goto("/")
    anna.press(page.get_by_role("link", name="Puzzle of the day"))
    expect(page.get_by_role("heading", name="Find the best turn")).to_be_visible()
    expect(page.get_by_text("Puzzle of the day · rated")).to_be_visible()
    expect(anna.button("Hint")).to_have_count(0)
    assert serious_findings(page, colours=True) == []
    before = [each for each in told if SOLUTION.search(each.text())]
    assert before == []
    anna.wait()
    anna.take_turn()
    result = page.get_by_test_id("result")
    expect(result).to_be_focused()
    expect(page.get_by_test_id("rating")).to_contain_text("Your rating")
    shared = page.get_by_test_id("share").inner_text().splitlines()
    assert len(shared) == 3
    assert re.fullmatch(r"Solved at the first try ☕|About [\d.]+ points? short of the best turn", shared[1])
    assert serious_findings(page, colours=True) == []
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    words = result.inner_text()
    page.reload()
    expect(result).to_have_text(words)
    anna.press(anna.button("Try again"))
    expect(page.get_by_text("Practice, not rated")).to_be_visible()
    anna.press(anna.button("Show the solution"))
    expect(result).to_have_text("This was the best turn")
    expect(page.get_by_test_id("rating")).to_have_count(0)


def test_puzzles_by_keyboard_alone(sit: Seat) -> None:
    ben = sit()
    page = ben.page
    page.goto("/puzzles")
    expect(page.get_by_role("heading", name="Puzzles", exact=True)).to_be_visible()
    expect(ben.button("Next puzzle: Board game")).to_be_enabled()
    assert serious_findings(page, colours=True) == []
    go_by_keys(ben, "Next puzzle: Board game")
    expect(page.get_by_text("Board game · rated")).to_be_visible()
    first = page.url
    play_by_keys(ben)
    expect(page.get_by_test_id("result")).to_be_focused()
    if ben.button("Show it on the board").count():
        go_by_keys(ben, "Show it on the board")
        expect(ben.button("Show what was played")).to_be_visible()
    assert serious_findings(page, colours=True) == []
    go_by_keys(ben, "Next puzzle")
    expect(page.get_by_role("heading", name="Find the best turn")).to_be_visible()
    assert page.url != first
    go_by_keys(ben, "Show the solution")
    expect(page.get_by_test_id("result")).to_have_text("This was the best turn")
    theme = page.get_by_role("group", name="Practise a theme").get_by_role("button").first.inner_text()
    go_by_keys(ben, theme)
    expect(page.get_by_text(f"Board game · {theme}")).to_be_visible()
    page.goto("/me")
    expect(page.get_by_test_id("puzzle-rating")).to_have_text(re.compile(r"^\d+ ± \d+$"))
    expect(page.get_by_text(re.compile(r"Solved: \d of 2"))).to_be_visible()
