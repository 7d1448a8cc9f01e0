"""The café of the day in the browser: one try by taps or by keys, and what is told on which day."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime

from playwright.sync_api import expect

from tests.browser.axe import serious_findings
from tests.browser.house import House
from tests.browser.player import Seat

DAY = 86400.0
NOON = datetime(2030, 1, 1, 12, tzinfo=UTC).timestamp()


def live_at(house: House, moment: float) -> None:
    """Let the server go on at another time."""
    house.stop()
    house.seconds_ahead = moment - time.time()
    house.start()


def test_the_cafe_of_the_day_from_one_day_to_the_next(sit: Seat, own_house: House) -> None:
    live_at(own_house, NOON)
    anna = sit(phone=True, address=own_house.address)
    anna.page.goto("/")
    card = anna.page.get_by_role("link", name="The café of the day")
    expect(card).to_contain_text("Open for 11 hours more")
    anna.press(card)
    expect(anna.page.get_by_text("1 January 2030")).to_be_visible()
    assert serious_findings(anna.page) == []
    anna.press(anna.button("Play today’s café: Card game"))
    anna.wait()
    expect(anna.button("Hint")).to_have_count(0)
    expect(anna.page.get_by_test_id("daily")).to_contain_text("1 Januarycounts · The café of the day")
    anna.page.reload()
    while anna.wait()["turn"] != "over":
        anna.wait_version(anna.rush())
    expect(anna.page.get_by_text("Others may still play this deal today.")).to_be_visible()
    expect(anna.page.get_by_role("link", name="Watch the replay")).to_have_count(0)
    stamps = anna.page.get_by_role("link", name=re.compile("New on your coffee card: "))
    expect(stamps).to_have_attribute("href", "/me")
    table = anna.page.url.rpartition("/")[2]
    anna.press(anna.page.get_by_role("link", name="The café of the day"))
    expect(anna.page.get_by_text("Place 1 of 1", exact=True)).to_be_visible()
    told = anna.page.get_by_test_id("share").inner_text().splitlines()
    assert told[0] == "The café of the day, 1 January 2030"
    margin = anna.page.get_by_test_id("margin").locator("b").inner_text()
    assert told[1:] == [f"Card game: {margin}, place 1 of 1", f"{own_house.address}/today"]
    assert serious_findings(anna.page) == []
    anna.press(anna.button("Copy the text to share"))
    expect(anna.button("Copied")).to_be_visible()
    anna.page.goto("/me")
    expect(anna.page.locator("[data-stamp=daily]")).to_contain_text("open in 11 hours, at midnight UTC")
    expect(anna.page.locator("main").get_by_role("link", name="Card game")).to_have_attribute(
        "href", "/today"
    )
    expect(anna.page.get_by_role("link", name=re.compile("Watch the game|Review"))).to_have_count(0)
    for path in ("replay", "review"):
        anna.page.goto(f"/{path}/{table}")
        expect(anna.page.get_by_role("alert")).to_contain_text("open in 11 hours, at midnight UTC")

    ben = sit(address=own_house.address)
    ben.page.goto("/")
    ben.page.get_by_role("link", name="The café of the day").wait_for()
    ben.go_by_keys("The café of the day")
    expect(ben.page.get_by_text("1 person has finished.")).to_be_visible()
    ben.go_by_keys("Play today’s café: Board game")
    ben.wait()
    ben.page.goto("/today")
    expect(ben.button("Play on: Board game")).to_be_enabled()
    ben.page.goto("/")
    line = ben.page.get_by_role("listitem").filter(has_text="The café of the day · Board game")
    expect(line).to_be_visible()

    live_at(own_house, NOON + DAY)
    for each in (anna, ben):
        each.page.goto("/today")
        expect(each.page.get_by_text("2 January 2030")).to_be_visible()
        expect(each.button("Play today’s café: Card game")).to_be_enabled()
        expect(each.page.get_by_role("heading", name="Yesterday")).to_be_visible()
        expect(each.button("Practise: Card game")).to_have_count(1 if each is anna else 0)
        each.page.get_by_label("Past days").select_option("2030-01-01")
        expect(each.button("Practise: Card game")).to_be_enabled()
    expect(anna.page.get_by_text("1 day in a row")).to_be_visible()
    expect(anna.page.get_by_test_id("margin").locator("b")).to_have_text(margin)
    anna.page.goto(f"/t/{table}")  # the device's clock is years behind
    expect(anna.page.get_by_role("link", name="Watch the replay")).to_be_visible()
    expect(ben.page.get_by_text("did not finish in time")).to_be_visible()
    ben.press(ben.page.get_by_text("Is the deal the same for everybody?").last)
    expect(ben.page.get_by_text(re.compile("^[0-9a-f]{64}$")).last).to_be_visible()
    assert serious_findings(ben.page, colours=True) == []
    ben.go_by_keys("Practise: Card game")
    ben.wait()
    expect(ben.button("Hint")).to_be_enabled()
