"""A finished game looked through: by keyboard on a desktop, and on a phone by touch, through a link."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import expect

from tests.browser.axe import serious_findings
from tests.browser.player import Player, Seat

UNTIL_OVER = """async (room) => {
  const status = async () => (await (await fetch(`/api/tables/${room}`)).json()).status
  while ((await status()) !== 'over') await new Promise((next) => setTimeout(next, 300))
}"""
MOST_STOPS = 200
"""Stops of the Tab key on the way to a button, at most."""


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


def go_by_keys(player: Player, name: str) -> None:
    """Press a button or a link with the keyboard alone."""
    focused = "name => document.activeElement?.textContent?.trim() === name"
    for _ in range(MOST_STOPS):
        if player.page.evaluate(focused, name):
            break
        player.page.keyboard.press("Tab")
    assert player.page.evaluate(focused, name), f"expected Tab to come to {name}"
    player.page.keyboard.press("Enter")


def score_of(player: Player, number: int) -> int:
    text = player.page.locator(f"[data-player='{number}'] .score").inner_text()
    return int(text.replace("\u2212", "-"))


def test_a_game_is_reviewed_by_keyboard_and_shown_on_a_phone(sit: Seat) -> None:
    anna, ben = sit(), sit(phone=True)
    room = finished(anna)
    go_by_keys(anna, "Review")
    anna.page.wait_for_url("**/review/*")
    expect(anna.button("Review this game")).to_be_visible()
    go_by_keys(anna, "Review this game")
    review = anna.page.get_by_role("group", name="Review")
    expect(review).to_be_visible()
    expect(review.get_by_role("img", name="Chances of winning by turn")).to_be_visible()
    told = anna.page.request.get(f"/api/tables/{room}/review").json()["review"]

    turn = next(each for each in told["turns"] if each["better"])
    for number in range(1, turn["number"]):
        anna.page.keyboard.press("ArrowRight")
        expect(anna.page.get_by_role("heading", name=f"After turn {number} of")).to_be_visible()
    before = score_of(anna, turn["player"])
    anna.page.keyboard.press("ArrowRight")
    expect(review.get_by_role("heading", name=f"Turn {turn['number']}, ")).to_be_visible()
    expect(anna.page.locator(f"[data-player='{turn['player']}'] .score")).to_have_text(
        str(before + turn["points"]).replace("-", "\u2212")
    )
    go_by_keys(anna, "Show it on the board")
    expect(anna.page.locator(f"[data-player='{turn['player']}'] .score")).to_have_text(
        str(before + turn["best_points"]).replace("-", "\u2212")
    )
    go_by_keys(anna, "Show what was played")
    expect(anna.button("Show it on the board")).to_be_visible()
    go_by_keys(anna, "Luck and play")
    expect(review.get_by_role("row", name="Result")).to_have_count(2)
    assert serious_findings(anna.page) == []
    go_by_keys(anna, "Share the review")
    link = anna.page.get_by_label("Link to the review").input_value()

    ben.page.goto(link)
    group = ben.page.get_by_role("group", name="Review")
    expect(group).to_be_visible()
    ben.press(ben.button("To the end"))
    expect(ben.page.get_by_role("heading", name="After turn")).to_be_visible()
    for number in told["turning_points"][:1]:
        ben.press(group.get_by_role("button", name=f"Turn {number}, "))
        expect(group.get_by_role("heading", name=f"Turn {number}, ")).to_be_visible()
    assert serious_findings(ben.page) == []
    width = ben.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert width <= 0, "nothing is wider than the phone"
    cafe = ben.page.get_by_role("main").bounding_box()
    assert cafe is not None
    assert cafe["height"] > 200, "the café is still to be seen"
    anna.press(anna.button("Take the link back"))
    expect(anna.button("Share the review")).to_be_visible()
    ben.page.reload()
    expect(ben.page.get_by_role("alert")).to_contain_text("does not show a review")
