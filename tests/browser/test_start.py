"""The start page of somebody who comes back: games in which it is their turn are first, finished ones go."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.axe import serious_findings
from tests.browser.games import finished, play_now
from tests.browser.player import Player, Seat
from tests.browser.targets import SMALL

ORDER = """() => [...document.querySelectorAll('main h1, main h2, main nav')]
  .map((each) => each.getAttribute('aria-label') ?? each.textContent)"""


def order(player: Player) -> list[str]:
    """What stands on the start page, from the top down."""
    player.page.goto("/")
    player.page.get_by_role("heading", name="Your games").wait_for()
    found: list[str] = player.page.evaluate(ORDER)
    return found


def test_ones_turn_comes_first_and_finished_games_can_be_cleared(sit: Seat) -> None:
    anna = sit(phone=True)
    over = finished(anna)
    assert order(anna)[1] == "Your games"
    games = anna.page.get_by_role("region", name="Your games").get_by_role("listitem")
    expect(games).to_have_count(1)
    play_now(anna)
    assert order(anna)[0] == "Your games", "it is one's turn"
    expect(games).to_have_count(2)
    expect(games.first).to_contain_text("Your turn")
    assert anna.page.evaluate(SMALL) == []
    assert serious_findings(anna.page, colours=True) == []

    anna.press(anna.button("Clear finished games"))
    expect(games).to_have_count(1)
    expect(anna.button("Show them again")).to_be_focused()
    anna.press(anna.button("Show them again"))
    expect(games).to_have_count(2)
    anna.go_by_keys("Clear finished games")
    expect(games).to_have_count(1)
    anna.page.reload()
    expect(games).to_have_count(1)
    expect(anna.button("Clear finished games")).to_have_count(0)
    anna.press(anna.page.get_by_role("link", name="Your page"))
    expect(anna.page.locator(f"main a[href*='/replay/{over}']")).to_be_visible()
