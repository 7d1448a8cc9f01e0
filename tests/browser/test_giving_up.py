"""Giving up, and ending the game as it stands: alone and with several people on one screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.games import play_now
from tests.browser.player import Player, Seat


def begin_on_one_screen(player: Player, edition: str = "Board game") -> None:
    """Two people, each of whom has had a turn."""
    player.page.goto("/new/screen")
    player.page.get_by_text(edition, exact=True).click()
    player.press(player.button("Begin"))
    for _ in range(2):
        lift(player)
        player.take_turn()
    lift(player)


def lift(player: Player) -> None:
    """Take the device, where hands are hidden."""
    shown = player.page.locator(".curtain .main, .drawn .main, [data-ready=true]").first
    shown.wait_for()
    while player.page.locator(".curtain, .drawn").count():
        player.press(player.page.locator(".curtain .main, .drawn .main"))
    player.wait()


def in_the_settings(player: Player, name: str | re.Pattern[str]) -> str:
    """Press a button of the settings twice, since it asks; its words."""
    player.press(player.button("Settings"))
    sheet = player.page.get_by_role("dialog", name="Settings")
    asked = sheet.get_by_role("button", name=name)
    words = asked.inner_text()
    player.press(asked)
    player.press(sheet.get_by_role("button", name=re.compile("Really")))
    return words


@pytest.mark.parametrize("edition", ["Board game", "Card game"])
def test_on_one_screen_one_gives_up_and_the_other_plays_on(sit: Seat, edition: str) -> None:
    anna = sit(look="letters")
    begin_on_one_screen(anna, edition)
    version = anna.look()["version"]
    first = in_the_settings(anna, re.compile("gives up$"))
    anna.wait_version(version + 1)  # a bot has played, or the device is to be passed on
    lift(anna)
    expect(anna.page.get_by_text("given up")).to_have_count(0)
    expect(anna.page.locator("[data-player]").filter(has_text="a bot plays")).to_have_count(1)
    for _ in range(2):
        anna.take_turn()
        anna.wait()  # nobody else takes the device
    second = in_the_settings(anna, re.compile("gives up$"))
    assert first != second
    expect(anna.page.get_by_test_id("result")).to_have_text("Everybody gave up")


def test_people_on_one_screen_end_the_game_among_themselves(sit: Seat) -> None:
    anna = sit(phone=True)
    begin_on_one_screen(anna)
    in_the_settings(anna, "End it now")
    result = anna.page.get_by_test_id("result")
    expect(result).to_have_text(re.compile(r"^(?!You).+ (wins|share the win)$"))


def test_who_gave_up_alone_is_not_called_to_the_table(sit: Seat) -> None:
    anna = sit(phone=True)
    play_now(anna)
    in_the_settings(anna, "Give up")
    anna.page.get_by_test_id("result").wait_for()
    expect(anna.page.get_by_test_id("spoken")).not_to_contain_text("It is your turn")
