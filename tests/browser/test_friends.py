"""Several people at one table: by link, watching, on one screen, and through a crash of the server."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Seat
from tests.browser.house import House
from tests.browser.player import Player


def open_table(player: Player, edition: str = "Board game") -> str:
    """Open a table for two friends; the link to it."""
    player.page.goto("/")
    player.press(player.page.get_by_role("link", name="With friends"))
    player.page.get_by_text(edition, exact=True).click()
    player.press(player.button("Open the table"))
    link = player.page.get_by_label("Invite friends").input_value()
    expect(player.page.get_by_label("The link as a QR code")).to_be_visible()
    return link


def test_two_browsers_and_a_spectator(sit: Seat) -> None:
    anna, ben, carla = sit(look="letters"), sit(phone=True, look="letters"), sit(look="letters")
    link = open_table(anna)
    ben.page.goto(link)
    expect(ben.page.get_by_text("The host begins the game.")).to_be_visible()
    anna.press(anna.button("Begin the game"))
    anna.wait_version(0)
    carla.page.goto(link.partition("-")[0])
    expect(carla.page.get_by_text("You are watching this game.")).to_be_visible()
    players = (anna, ben)
    for _ in range(10):
        mover = next(each for each in players if each.look()["turn"] == "yours")
        mover.wait()
        mover.take_turn()
        version = mover.look()["version"]
        for other in (*players, carla):
            other.wait_version(version)
    scores = [each.page.locator("[data-player] .score").all_inner_texts() for each in (*players, carla)]
    assert scores[0] == scores[1] == scores[2]


def test_a_game_goes_on_after_the_server_was_killed(sit: Seat, own_house: House) -> None:
    anna = sit(look="letters")
    anna.page.goto(own_house.address)
    anna.press(anna.button("Play now"))
    for _ in range(2):
        anna.wait()
        anna.take_turn()
    anna.wait()
    version = anna.look()["version"]
    own_house.kill()
    expect(anna.page.locator("[data-status=reconnecting], [data-status=gone]")).to_be_attached()
    own_house.start()
    expect(anna.page.locator("[data-status=open]")).to_be_attached(timeout=30_000)
    anna.wait()
    assert anna.look()["version"] == version
    anna.take_turn()
    anna.wait()
    assert anna.look()["version"] > version


def test_one_screen_with_a_curtain(sit: Seat) -> None:
    anna = sit(look="letters")
    anna.page.goto("/new/screen")
    anna.page.get_by_text("Card game", exact=True).click()
    anna.press(anna.button("Begin"))
    seen = set()
    for _ in range(4):
        lift = anna.page.get_by_role("button", name="show my cards")
        lift.wait_for()
        assert anna.page.locator("[data-hand]").count() == 0, "no card may be seen behind the curtain"
        seen.add(lift.inner_text())
        anna.press(lift)
        anna.wait()
        anna.take_turn()
    assert len(seen) == 2
