"""A finished game looked through: by keyboard on a desktop, and on a phone by touch, through a link."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.axe import serious_findings
from tests.browser.games import finished
from tests.browser.player import Player, Seat


def test_who_only_has_the_address_is_asked_first(sit: Seat) -> None:
    anna = sit(phone=True)
    room = finished(anna)
    anna.page.goto(f"/review/{room}")
    anna.press(anna.button("Review this game"))
    expect(anna.page.get_by_role("progressbar")).to_be_in_viewport()
    expect(anna.page.get_by_role("group", name="Review")).to_be_visible()


def score_of(player: Player, number: int) -> int:
    text = player.page.locator(f"[data-player='{number}'] .score").inner_text()
    return int(text.replace("\u2212", "-"))


def own_costly(told: dict[str, Any], player: int) -> list[int]:
    """The turns that cost a player most."""
    mine = [
        each
        for each in told["turns"]
        if each["player"] == player and each["label"] in ("mistake", "inaccuracy")
    ]
    return [each["number"] for each in sorted(mine, key=lambda each: -each["loss"])[:3]]


def test_a_game_is_reviewed_by_keyboard_and_shown_on_a_phone(sit: Seat) -> None:
    anna, ben = sit(), sit(phone=True)
    room = finished(anna)
    anna.go_by_keys("Review")
    anna.page.wait_for_url("**/review/*")
    expect(anna.page.get_by_role("progressbar")).to_be_visible()
    expect(anna.button("Review this game")).to_have_count(0)
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
    anna.go_by_keys("Show it on the board")
    expect(anna.page.locator(f"[data-player='{turn['player']}'] .score")).to_have_text(
        str(before + turn["best_points"]).replace("-", "\u2212")
    )
    anna.go_by_keys("Show what was played")
    expect(anna.button("Show it on the board")).to_be_visible()
    players = anna.page.request.get(f"/api/tables/{room}/replay").json()["players"]
    [person] = [player for player, each in enumerate(players) if not each.get("bot")]
    assert own_costly(told, person) == [
        int(each.removeprefix("Turn ").partition(",")[0])
        for each in review.get_by_role("group", name="What cost ").get_by_role("button").all_inner_texts()
    ]
    anna.go_by_keys("Luck and play")
    for row in review.locator("details tr").all():
        bar, value = row.locator("i"), row.locator("td").last.inner_text()
        left = float(bar.evaluate("(bar) => bar.style.left").removesuffix("%"))
        assert (left < 50) == value.startswith("\u2212"), "gains go to the right, losses to the left"
    expect(review.get_by_role("row", name="Result")).to_have_count(2)
    assert serious_findings(anna.page) == []
    anna.go_by_keys("Share the review")
    link = anna.page.get_by_label("Link to the review").input_value()

    ben.page.goto(link)
    group = ben.page.get_by_role("group", name="Review")
    expect(group).to_be_visible()
    ben.press(ben.button("To the end"))
    expect(ben.page.get_by_role("heading", name="After turn")).to_be_visible()
    for number in told["turning_points"][:1]:
        turned = group.get_by_role("group", name="Where the chances turned")
        point = turned.get_by_role("button", name=f"Turn {number}, ")
        box = point.bounding_box()
        assert box
        assert box["height"] >= 44, "as large as a fingertip"
        ben.press(point)
        expect(group.get_by_role("heading", name=f"Turn {number}, ")).to_be_in_viewport()
        if told["turns"][number - 1]["better"]:
            expect(ben.button("Show it on the board")).to_be_in_viewport(ratio=1)
    ben.press(group.get_by_text("Luck and play"))
    expect(group.get_by_text("In points ahead of the best opponent.")).to_be_in_viewport()
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
