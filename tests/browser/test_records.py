"""Records from elsewhere: opened from a file or pasted, looked at turn by turn, played on from."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.axe import serious_findings
from tests.browser.games import play_now
from tests.browser.player import Player, Seat


def finished(player: Player, game: str) -> str:
    """A game that bots finish; its record."""
    play_now(player, game)
    player.press(player.button("Settings"))
    player.press(player.button("Give up"))
    player.press(player.button("Really give up? For you the game ends; a bot plays on"))
    player.page.get_by_test_id("result").wait_for()
    room = player.page.url.rpartition("/")[2]
    return player.page.request.get(f"/api/tables/{room}/record").text()


def test_a_record_is_opened_looked_at_and_played_on(sit: Seat, tmp_path: Path) -> None:
    anna, ben = sit(), sit(phone=True)
    record = finished(anna, "The card game")
    room = anna.page.url.rpartition("/")[2]
    ben.page.goto("/lobby")
    ben.press(ben.page.get_by_role("link", name="Open a record"))
    file = tmp_path / "game.cafe"
    file.write_text(record, encoding="utf-8")
    ben.page.get_by_label("Open a file").set_input_files(file)
    expect(ben.page.get_by_role("heading", name=re.compile("After turn 0 of"))).to_be_visible()
    assert serious_findings(ben.page) == []

    anna.page.goto(f"/replay/{room}")
    for each in (anna, ben):
        for _ in range(4):
            each.press(each.button("One turn on"))
        expect(each.page.get_by_role("heading", name=re.compile("After turn 4 of"))).to_be_visible()
    scores = [each.page.locator("[data-player] .score").all_inner_texts() for each in (anna, ben)]
    assert scores[0] == scores[1]
    assert ben.page.locator("[data-player] .hand", has_text="cards").count() == 0, "every hand lies open"
    ben.page.get_by_label("Seen by").select_option("0")
    expect(ben.page.locator("[data-player] .hand", has_text="card")).not_to_have_count(0)
    ben.press(ben.button("Play on from here"))
    ben.page.wait_for_url("**/t/*")
    ben.wait()


def test_a_record_that_goes_wrong_says_at_which_turn(sit: Seat) -> None:
    anna = sit()
    record = finished(anna, "Play now")
    anna.page.goto("/replay")
    text = anna.page.get_by_label("The record, in the notation")
    text.fill(re.sub(r"^5\. (\w) .*$", r"5. \1 DEm@a2 +999", record, count=1, flags=re.MULTILINE))
    anna.press(anna.button("Watch it"))
    expect(anna.page.get_by_role("alert")).to_contain_text("This record goes wrong at turn 5.")
    text.fill("hello")
    anna.press(anna.button("Watch it"))
    expect(anna.page.get_by_role("alert")).to_contain_text("cannot be read")
    text.fill(record)
    anna.press(anna.button("Watch it"))
    expect(anna.page.get_by_role("heading", name=re.compile("After turn 0 of"))).to_be_visible()
