"""Other people's programs among the opponents: found, asked, shown as bots with their authors."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import httpx
from playwright.sync_api import expect

from tests.browser.axe import serious_findings
from tests.browser.games import open_room
from tests.browser.house import House
from tests.browser.player import Seat

EXAMPLE = Path(__file__).parents[2] / "examples" / "server_bot.py"


def test_a_visitor_plays_against_somebodys_program(sit: Seat, house: House) -> None:
    with httpx.Client(base_url=house.address) as client:
        token = client.post("/api/me", json={"name": "Rosalind", "token": True}).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        assert client.post("/api/bot", json={"author": "Ada"}).status_code == 200
    bot = subprocess.Popen([sys.executable, str(EXAMPLE), house.address, token])
    try:
        anna = sit()
        anna.page.goto("/lobby")
        entry = anna.page.get_by_role("listitem").filter(has_text="Rosalind")
        expect(entry).to_contain_text("bot by Ada")  # the list is asked for again until the program listens
        assert serious_findings(anna.page) == []
        anna.press(anna.button("Play against Rosalind"))
        seat = anna.page.get_by_role("list", name="Players").get_by_role("listitem").nth(1)
        expect(seat).to_contain_text("bot by Ada")
        expect(anna.button("Begin the game")).to_be_enabled()
        anna.press(anna.button("Begin the game"))
        anna.wait_version(0)
        expect(anna.page.get_by_text("bot by Ada")).to_be_visible()

        open_room(anna)
        anna.press(anna.button("Seat a bot"))
        anna.page.get_by_label("Bots play like").select_option("Rosalind · bot by Ada")
        expect(anna.button("Send Rosalind away")).to_be_visible()
        expect(anna.button("Begin the game")).to_be_enabled()
    finally:
        bot.kill()
        bot.wait()
