"""The coach: off at first, switched on in the settings, asked by key and by touch."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.axe import serious_findings
from tests.browser.player import Player, Seat
from tests.rules.positions import india

ASK = "What did I miss?"


def switch_on(player: Player) -> None:
    player.press(player.button("Settings"))
    player.page.get_by_role("switch", name="Coach").check()
    player.page.keyboard.press("Escape")


def play(player: Player) -> None:
    """A turn that leaves the couple of the table where it is: one guest goes to the bar."""
    player.press(player.guest("DEm"))
    player.page.locator("button[data-key=b]").click()
    player.send()
    player.wait()


def test_by_keys_it_says_what_was_better_and_is_remembered(sit: Seat) -> None:
    anna = sit()
    anna.practise(india("INm INf INm DEm"))
    expect(anna.button(ASK)).to_have_count(0)
    switch_on(anna)
    expect(anna.button(ASK)).to_be_disabled()
    play(anna)
    anna.page.keyboard.press("m")
    sheet = anna.page.get_by_role("dialog", name=ASK)
    expect(sheet.get_by_test_id("coached")).to_contain_text("The turn played cost about")
    expect(sheet).to_contain_text("India")
    expect(sheet.get_by_role("group")).to_be_visible()
    assert serious_findings(anna.page) == []
    anna.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    anna.page.reload()
    expect(anna.button(ASK)).to_be_enabled()


def test_by_touch_on_a_phone(sit: Seat) -> None:
    anna = sit(phone=True)
    anna.practise(india("INm INf INm DEm"))
    switch_on(anna)
    play(anna)
    anna.press(anna.button(ASK))
    sheet = anna.page.get_by_role("dialog", name=ASK)
    expect(sheet.get_by_test_id("coached")).to_be_visible()
    wide = anna.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    anna.press(sheet.get_by_role("button", name="Close"))
    expect(sheet).to_have_count(0)
