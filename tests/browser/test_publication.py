"""Finished public games are published without names, unless one says no; who opens one is told."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.player import Seat

SWITCH = "Publish my public games"


def test_a_person_keeps_their_games_out(sit: Seat) -> None:
    anna = sit()
    anna.page.goto("/")
    anna.press(anna.button("Play now"))
    anna.wait()
    anna.press(anna.button("Settings"))
    switch = anna.page.get_by_role("switch", name=SWITCH)
    expect(switch).to_be_checked()
    with anna.page.expect_response("**/api/me") as answer:
        anna.press(switch)
    assert answer.value.json()["exported"] is False
    anna.page.reload()
    anna.wait()
    anna.press(anna.button("Settings"))
    expect(anna.page.get_by_role("switch", name=SWITCH)).not_to_be_checked()


def test_who_opens_a_public_game_is_told(sit: Seat) -> None:
    anna = sit()
    anna.page.goto("/new/friends")
    told = anna.page.get_by_text("Finished public games are published without names.")
    switch = anna.page.get_by_role("switch", name="Open to everybody")
    expect(switch).not_to_be_checked()
    expect(told).to_have_count(0)
    anna.press(switch)
    expect(told).to_be_visible()
