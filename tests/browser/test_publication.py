"""Finished public games are listed, and published without names, unless somebody says no; hosts are told."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.axe import serious_findings
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
    told = anna.page.get_by_text("Finished public games are listed here with the players’ names")
    switch = anna.page.get_by_role("switch", name="Open to everybody")
    expect(switch).not_to_be_checked()
    expect(told).to_have_count(0)
    anna.press(switch)
    expect(told).to_be_visible()


def test_a_finished_public_game_is_found_and_watched_until_somebody_keeps_it_out(sit: Seat) -> None:
    anna, ben = sit(), sit(phone=True)
    asking = anna.page.request
    asking.post("/api/me", data={"name": "Annabella"})
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "easy"}]
    opened = asking.post("/api/tables", data={"edition": "card", "seats": seats, "public": True})
    table = opened.json()["id"]
    asking.post(f"/api/tables/{table}/start", data={})
    anna.page.goto(f"/t/{table}")
    anna.wait()
    anna.press(anna.button("Settings"))
    anna.press(anna.button("Give up"))
    anna.press(anna.button("Really give up? For you the game ends; a bot plays on"))
    anna.page.get_by_test_id("result").wait_for()

    ben.page.goto("/lobby")
    ben.press(ben.page.get_by_role("link", name="Find a game"))
    name, who = ben.page.get_by_label("Name of a player"), ben.page.get_by_label("Who played")
    found = ben.page.locator("main li a", has_text="Card game")
    name.fill("Annabella")
    name.press("Enter")
    expect(found).to_have_count(1)
    expect(ben.page.get_by_role("link", name="Review", exact=True)).to_have_count(1)
    who.select_option("People only")
    expect(ben.page.get_by_text("No games found.")).to_be_visible()
    who.select_option("People and bots")
    expect(found).to_have_count(1)
    assert serious_findings(ben.page) == []
    ben.press(found)
    expect(ben.page.get_by_role("heading", name=re.compile("After turn 0 of"))).to_be_visible()
    ben.page.go_back()
    expect(name).to_have_value("Annabella")
    expect(found).to_have_count(1)

    asking.patch("/api/me", data={"exported": False})
    ben.page.reload()
    expect(ben.page.get_by_text("No games found.")).to_be_visible()
