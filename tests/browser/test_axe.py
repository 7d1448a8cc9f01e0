"""Axe finds nothing serious on any screen, in light and dark."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.axe import serious_findings
from tests.browser.player import Player, Seat
from tests.rules.drawing import drawn
from tests.rules.positions import JOKER, card, india

PATHS = (
    "/",
    "/new/alone",
    "/new/friends",
    "/new/screen",
    "/lobby",
    "/today",
    "/games",
    "/me",
    "/people/nobody",
    "/rules/board",
    "/rules/card",
    "/replay",
    "/transfer/nothing",
    "/t/nothing",
    "/nowhere",
)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("part", ["pages", "turns", "rooms"])
def test_axe_finds_nothing_serious(sit: Seat, dark: bool, part: str) -> None:
    anna = sit(dark=dark)
    screens = {"pages": pages, "turns": turns, "rooms": rooms}[part]
    findings = {name: serious_findings(anna.page, colours=dark) for name in screens(anna)}
    assert {name: each for name, each in findings.items() if each} == {}


def pages(player: Player) -> Iterator[str]:
    for path in PATHS:
        player.page.goto(path)
        player.page.get_by_role("main").wait_for()
        if path.startswith("/new"):
            expect(player.page.locator("button.big")).to_be_enabled()
        yield path
    player.press(player.button("Settings"))
    yield "settings"


def turns(player: Player) -> Iterator[str]:
    player.practise(india("INf JKf DEm DEf INm", JOKER, rules="board+parties"))
    yield "a turn"
    player.press(player.guest("INf"))
    yield "a guest is chosen"
    player.press(player.chair("m7"))
    expect(player.page.locator(".note")).to_be_visible()
    yield "a refusal"
    player.press(player.guest("JKf"))
    player.press(player.chair("m5"))
    player.page.locator("[data-nation]").first.wait_for()
    yield "a joker"
    player.page.keyboard.press("Escape")
    player.press(player.guest("DEm"))
    player.seat("a4")
    yield "a partner is owed"
    bar = "TRm TRf TRm TRf RUm RUf RUm"
    player.practise(drawn("board", ".", ["DEm ITm INf", "CNf CNm"], bar=bar, scores=[5, 9]))
    player.press(player.guest("INf"))
    player.press(player.page.locator("button[data-key=b]"))
    player.wait()
    yield "a bar that cannot be paid"
    player.practise(card("RUf RUm ITf"))
    player.press(player.guest("RUf"))
    yield "the card game"
    player.press(player.page.locator(".top button").first)
    yield "guests left"


def rooms(player: Player) -> Iterator[str]:
    for game in ("board", "card"):
        player.page.goto(f"/learn/{game}")
        player.wait()
        yield f"the tutorial, {game}"
    player.page.goto("/new/friends")
    player.press(player.button("Create the game"))
    player.page.get_by_label("Invite friends").wait_for()
    yield "gathering"
    player.page.goto("/new/screen")
    player.page.get_by_text("Card game", exact=True).click()
    player.press(player.button("Begin"))
    player.page.locator(".curtain .main").wait_for()
    yield "the curtain"
    player.practise(india("INf", one_nation_tables=[5, 0]))
    player.press(player.button("Settings"))
    yield "about the room"
    player.press(player.button("Close"))
    player.press(player.guest("INf"))
    player.seat("l6")
    player.send()
    player.page.get_by_test_id("result").wait_for()
    yield "the end"
    player.page.goto(player.page.url.replace("/t/", "/replay/"))
    player.page.get_by_role("slider").wait_for()
    yield "the replay"
