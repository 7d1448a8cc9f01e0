"""The shuffle in the page: it contributes, opens, shows the commitment, and checks everything in the end."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect

from cafe.protocol.fairness import check_commitment
from cafe.rules.record import read_record
from tests.browser.games import accept, open_room, play_now
from tests.browser.player import Player, Seat

KEPT = "() => JSON.parse(localStorage.getItem('cafe.shuffles'))"


def room_of(page: Page) -> str:
    return page.url.rpartition("/")[2].partition("-")[0]


def agree_to_end(player: Player) -> None:
    """Agree, through the page, to end the game as it stands."""
    player.press(player.button("Settings"))
    agree = re.compile("^(Propose it to everybody|Agree)$")
    player.press(player.page.get_by_role("dialog").get_by_role("button", name=agree))


def test_two_browsers_shuffle_together_and_check_it(sit: Seat) -> None:
    anna, ben = sit(look="letters"), sit(look="letters")
    link = open_room(anna)
    accept(ben, link)
    expect(ben.page.get_by_text("The host begins the game.")).to_be_visible()
    ben.page.wait_for_function(f"() => ({KEPT})()?.[0]?.[1].promised")
    anna.page.wait_for_function(f"() => ({KEPT})()?.[0]?.[1].promised")
    anna.press(anna.button("Begin the game"))
    for player in (anna, ben):
        player.wait_version(0)
    shown = anna.page.get_by_test_id("commitment").text_content() or ""
    assert ben.page.get_by_test_id("commitment").text_content() == shown
    kept = [player.page.evaluate(KEPT) for player in (anna, ben)]
    room = room_of(anna.page)
    for ((name, known),) in kept:
        assert (name, known["commitment"], known["opened"], known["again"]) == (room, shown, True, False)
    assert kept[0][0][1]["value"] != kept[1][0][1]["value"]
    for player in (anna, ben):
        agree_to_end(player)
    for player in (anna, ben):
        expect(player.page.locator("[data-verdict=fair]")).to_have_count(1)
    record = read_record(anna.page.request.get(f"/api/tables/{room}/record").text())
    assert "the server's secret and the contributions of" in (check_commitment(record, shown) or "")
    values = {known["value"] for ((_, known),) in kept}
    assert all(value in record.extra["Contributions"] for value in values)
    forged = json.dumps([[room, kept[1][0][1] | {"commitment": "f0" * 32}]])
    ben.page.evaluate("(text) => localStorage.setItem('cafe.shuffles', text)", forged)
    for player in (anna, ben):
        player.page.reload()
    expect(anna.page.get_by_text("The shuffle was fair")).to_be_visible()
    expect(ben.page.get_by_text("The shuffle cannot be trusted")).to_be_visible()
    expect(
        ben.page.get_by_text("The commitment is not the one that was shown before the first turn.")
    ).to_be_visible()


def test_it_works_where_the_browser_has_no_subtle_crypto(sit: Seat) -> None:
    """As in a local network over plain HTTP."""
    anna = sit(look="letters")
    anna.page.add_init_script("Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })")
    play_now(anna)
    assert anna.page.evaluate("() => crypto.subtle === undefined")
    ((room, known),) = anna.page.evaluate(KEPT)
    shown = anna.page.get_by_test_id("commitment").text_content()
    assert (room, known["commitment"], known["opened"]) == (room_of(anna.page), shown, True)
