"""Ways into a game from the first page."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Request, expect

from tests.browser.player import Player

UNTIL_OVER = """async (room) => {
  const status = async () => (await (await fetch(`/api/tables/${room}`)).json()).status
  while ((await status()) !== 'over') await new Promise((next) => setTimeout(next, 300))
}"""


def play_now(player: Player, name: str = "Play now") -> None:
    """Begin a game from the first page, with the button of this name."""
    player.page.goto("/")
    player.press(player.button(name))
    player.wait()


def told_stamps(player: Player) -> list[str]:
    """The stamps that the page reports, as it goes on."""
    stamps: list[str] = []

    def note(request: Request) -> None:
        if request.url.endswith("/api/me/stamps"):
            stamps.append(json.loads(request.post_data or "{}")["stamp"])

    player.page.on("request", note)
    return stamps


def accept(player: Player, link: str, name: str | None = None) -> None:
    """Follow an invitation for the first time: say a name, or take the one suggested, and sit down."""
    player.page.goto(link)
    field = player.page.get_by_label("Your name")
    expect(field).to_have_value(re.compile("."))
    if name is not None:
        field.fill(name)
    player.press(player.button("Sit down"))


def open_room(player: Player, edition: str = "Board game") -> str:
    """Open a room for two friends; the link to it."""
    player.page.goto("/")
    player.press(player.page.get_by_role("link", name="With friends"))
    player.page.get_by_text(edition, exact=True).click()
    player.press(player.button("Create the game"))
    return player.page.get_by_label("Invite friends").input_value()


def open_talk(player: Player) -> None:
    """Turn to what is said during a game."""
    player.press(player.page.get_by_role("button", name="Talk").first)
    expect(player.page.get_by_label("Say something")).to_be_visible()


def say(player: Player, words: str) -> None:
    """Say something where people talk, and see it said."""
    player.page.get_by_label("Say something").fill(words)
    player.press(player.button("Send"))
    expect(player.page.locator(".talk p", has_text=words)).to_be_visible()


def finished(player: Player) -> str:
    """A board game that bots play to its end; its room."""

    def post(path: str, body: dict[str, Any]) -> Any:
        headers = {"content-type": "application/json"}
        answer = player.page.request.post(path, data=json.dumps(body), headers=headers)
        assert answer.ok, answer.text()
        return answer.json()

    post("/api/me", {"name": "Anna"})
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
    room = str(post("/api/tables", {"edition": "board", "seats": seats})["id"])
    post(f"/api/tables/{room}/start", {})
    post(f"/api/tables/{room}/leave", {})
    player.page.goto("/")
    player.page.evaluate(UNTIL_OVER, room)
    player.page.goto(f"/t/{room}")  # before the end this would take the seat back
    player.page.get_by_test_id("result").wait_for()
    return room
