"""A page of one's own: what a game leaves there, what others see of it, and the way back by a code."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.browser.axe import serious_findings
from tests.browser.games import play_now
from tests.browser.player import Player, Seat
from tests.languages import LANGUAGES
from tests.rules.positions import india

WIDE = """() => [...document.querySelectorAll('[data-stamp] :is(b, span)')].filter((each) => {
    const words = document.createRange()
    words.selectNodeContents(each)
    return words.getBoundingClientRect().right > each.closest('li').getBoundingClientRect().right + 1
}).map((each) => each.textContent)"""


def heading(player: Player) -> str:
    """Whose page this is, once it is there."""
    player.page.locator("[data-stamp]").first.wait_for()
    return player.page.get_by_role("heading", level=1).inner_text()


def test_the_words_of_stamps_stay_beside_their_pictures(sit: Seat) -> None:
    anna = sit(size=(1280, 800))
    anna.practise(india("INf"))
    for language in LANGUAGES:
        liked = json.dumps({"language": language})
        anna.page.evaluate("liked => localStorage.setItem('cafe.settings', liked)", liked)
        anna.page.goto("/me")
        expect(anna.page.locator("html")).to_have_attribute("lang", language)
        anna.page.locator("[data-stamp]").first.wait_for()
        assert anna.page.evaluate(WIDE) == []


def test_a_page_of_ones_own(sit: Seat) -> None:
    anna = sit(phone=True)
    play_now(anna, "The card game")
    while anna.wait()["turn"] != "over":
        anna.wait_version(anna.rush())
    anna.page.goto("/")
    anna.press(anna.page.get_by_role("link", name="Your page"))
    name = heading(anna)
    won = anna.page.get_by_test_id("wins").inner_text() == "Won: 1 of 1"
    results = anna.page.get_by_role("combobox", name="Result")
    game = anna.page.locator("main a[href*='/replay/']").last
    expect(game).to_contain_text("Won ·" if won else "Place ")
    results.select_option("false" if won else "true")
    expect(anna.page.get_by_text("No games found.")).to_be_visible()
    results.select_option("")
    expect(game).to_contain_text("Card game")
    assert serious_findings(anna.page, colours=True) == []

    expect(anna.page.locator("[data-stamp=replay].earned")).to_have_count(0)
    anna.press(game)
    with anna.page.expect_response("**/api/me/stamps"):
        anna.press(anna.button("To the end"))
    anna.page.goto("/me")
    expect(anna.page.locator("[data-stamp=replay].earned")).to_contain_text("Stamped on")
    stamps = anna.page.get_by_test_id("stamps").inner_text()
    with anna.page.expect_response("**/api/me"):
        anna.page.get_by_label("Also my results").check()
    link = anna.page.get_by_label("The address of your page").input_value()
    anna.press(anna.button("Make a code"))
    code = anna.page.get_by_test_id("code").inner_text()
    assert serious_findings(anna.page) == []

    ben = sit(dark=True)
    ben.page.goto(link)
    assert heading(ben) == name
    expect(ben.page.get_by_test_id("stamps")).to_have_text(stamps)
    expect(ben.page.get_by_test_id("wins")).to_be_visible()
    assert serious_findings(ben.page, colours=True) == []
    ben.page.goto("/me")
    keys, field = ben.page.keyboard, ben.page.get_by_role("textbox", name="Recovery code")
    field.focus()
    keys.type(code[1] + code[0] + code[2:] if code[0] != code[1] else code + "A")
    keys.press("Enter")
    expect(ben.page.get_by_role("alert")).to_contain_text("There is a typo in this code.")
    assert serious_findings(ben.page, colours=True) == []
    field.fill("")
    keys.type(code.lower().replace("-", " "))
    keys.press("Enter")
    assert heading(ben) == name
    expect(ben.page.get_by_test_id("stamps")).to_have_text(stamps)
    assert serious_findings(ben.page, colours=True) == []

    with anna.page.expect_response("**/api/me"):
        anna.page.get_by_label("Nothing", exact=True).check()
    eve = sit()
    eve.page.goto(link)
    expect(eve.page.get_by_role("alert")).to_contain_text("There is no page here")
