"""Puzzles in the browser: the day's by touch on a phone at night, and the next ones by keyboard alone."""

from __future__ import annotations

import re

from playwright.sync_api import Response, expect

from tests.browser.axe import serious_findings
from tests.browser.player import Player, Seat

SOLUTION = re.compile(r'"(best|better|why|loss|value|gap|rating|puzzle_rating)":')
"""What no answer of the server's may have before the solver's."""


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
    expect(page.get_by_text(re.compile(r"Puzzle of the day · .*game.* · rated"))).to_be_visible()
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
    todays = page.url
    anna.press(page.get_by_role("link", name="All puzzles"))
    anna.press(page.get_by_role("link", name="Puzzle of the day"))
    expect(result).to_have_text(words)
    assert page.url == todays


def test_puzzles_by_keyboard_alone(sit: Seat) -> None:
    ben = sit()
    page = ben.page
    page.goto("/puzzles")
    expect(page.get_by_role("heading", name="Puzzles", exact=True)).to_be_visible()
    expect(ben.button("Next puzzle: Board game")).to_be_enabled()
    assert serious_findings(page, colours=True) == []
    ben.go_by_keys("Next puzzle: Board game")
    expect(page.get_by_text(re.compile("^Board game · (.+ · )?rated$"))).to_be_visible()
    first = page.url
    play_by_keys(ben)
    expect(page.get_by_test_id("result")).to_be_focused()
    if ben.button("Show it on the board").count():
        ben.go_by_keys("Show it on the board")
        expect(ben.button("Show what was played")).to_be_visible()
    assert serious_findings(page, colours=True) == []
    ben.go_by_keys("Next puzzle")
    expect(page.get_by_role("heading", name="Find the best turn")).to_be_visible()
    assert page.url != first
    ben.go_by_keys("Show the solution")
    expect(page.get_by_test_id("result")).to_have_count(0)
    ben.go_by_keys("Really? It counts as not solved")
    expect(page.get_by_test_id("result")).to_have_text("This was the best turn")
    theme = page.get_by_role("group", name="Practise a theme").get_by_role("button").first.inner_text()
    ben.go_by_keys(theme)
    # The last one: above the board stands the edition with its house rules, of which "Parties" is one, too.
    practice = page.get_by_text(re.compile(f"^Board game · (.+ · )?{re.escape(theme)}$")).last
    expect(practice).to_be_visible()
    expect(page.locator("[data-player]", has_text="Your turn")).to_have_count(1)
    page.reload()
    expect(practice).to_be_visible()
    ben.go_by_keys("Show the solution")
    expect(page.get_by_test_id("result")).to_have_text("This was the best turn")
    expect(page.locator("[data-player]", has_text="Your turn")).to_have_count(0)
    page.reload()
    before = page.url
    ben.go_by_keys("Next puzzle")
    page.wait_for_url(lambda url: url != before)
    expect(practice).to_be_visible()
    page.goto("/me")
    expect(page.get_by_test_id("puzzle-rating")).to_have_text(re.compile(r"^\d+ ± \d+$"))
    expect(page.get_by_text(re.compile(r"Solved: \d of 3"))).to_be_visible()
