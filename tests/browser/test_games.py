"""Whole games through the page."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.player import Player, Seat


def test_board_against_bots(sit: Seat) -> None:
    anna = sit(look="letters")
    anna.page.goto("/")
    anna.press(anna.button("Play now"))
    anna.play_on()
    expect(anna.button("Play again")).to_be_visible()
    scores = anna.page.locator("[data-player] .score").all_inner_texts()
    anna.press(anna.page.get_by_role("link", name="Watch the replay"))
    expect(anna.page.get_by_role("heading", name="After turn 0 of")).to_be_visible()
    assert set(anna.page.locator("[data-player] .score").all_inner_texts()) == {"0"}
    anna.press(anna.button("One turn on"))
    expect(anna.page.get_by_role("heading", name="After turn 1 of")).to_be_visible()
    anna.press(anna.button("To the end"))
    expect(anna.page.locator("[data-player] .score")).to_have_text(scores)
    slider = anna.page.get_by_role("slider")
    half = int(slider.get_attribute("max") or 0) // 2
    slider.fill(str(half))
    expect(anna.page.get_by_role("heading", name=f"After turn {half} of")).to_be_visible()
    then = scores_by_player(anna)
    names = names_by_player(anna)
    anna.press(anna.button("Play on from here"))
    anna.page.wait_for_url("**/t/*")
    assert anna.wait()["turn"] == "yours"
    card = anna.page.locator("[data-player]").filter(has=anna.page.locator(".name", has_text="you"))
    own = card.get_attribute("data-player")
    assert scores_by_player(anna)[own] == then[own], "nobody but the player changes her score"
    assert set(then.values()) != {"0"}
    assert names_by_player(anna) == names, "the opponents stay"


def names_by_player(player: Player) -> list[str]:
    """The names on the screen, by player."""
    return [name.inner_text().split()[0] for name in player.page.locator("[data-player] .name").all()]


def scores_by_player(player: Player) -> dict[str | None, str]:
    """The scores on the screen."""
    cards = player.page.locator("[data-player]").all()
    return {card.get_attribute("data-player"): card.locator(".score").inner_text() for card in cards}


def test_card_against_bots(sit: Seat) -> None:
    anna = sit(look="letters")
    anna.page.goto("/")
    anna.press(anna.button("The card game"))
    anna.play_on()


def test_board_on_a_phone_by_touch(sit: Seat) -> None:
    anna = sit(phone=True, look="letters")
    anna.page.goto("/")
    anna.press(anna.button("Play now"))
    anna.play_on()


def test_board_by_keyboard_alone(sit: Seat) -> None:
    """Digits choose, Tab and arrows go from chair to chair, Enter seats, letters press the buttons."""
    anna = sit(look="letters")
    keys = anna.page.keyboard
    anna.page.goto("/")
    expect(anna.button("Play now")).to_be_enabled()
    while not anna.page.evaluate("document.activeElement.textContent === 'Play now'"):
        keys.press("Tab")
    keys.press("Enter")
    while (now := anna.wait())["turn"] != "over":
        while now["turn"] == "yours" and now["steps"] < 2 and _seat_by_keys(anna):
            now = anna.wait()
        version = anna.look()["version"]
        if anna.look()["send"]:
            keys.press("s")
        else:
            useful = [index for index, free in enumerate(anna.look()["hand"]) if free]
            for index in useful:
                keys.press(str(index + 1))
                if anna.page.locator("button[data-key=b]:enabled").count():
                    keys.press("b")
                    anna.wait()
                    keys.press("s")
                    break
        anna.wait_version(version + 1)
    anna.page.get_by_test_id("result").wait_for()


def _seat_by_keys(player: Player) -> bool:
    """Seat one guest by keys; whether one could sit."""
    steps = player.look()["steps"]
    for index, free in enumerate(player.look()["hand"]):
        if not free:
            continue
        player.page.keyboard.press(str(index + 1))
        cell = player.page.evaluate("document.activeElement?.dataset?.offer ?? null")
        if cell in (None, "bar"):
            continue
        player.page.keyboard.press("Enter")
        if player.page.locator("[data-nation]").count():
            player.page.keyboard.press("Enter")
        player.page.wait_for_function(
            "(steps) => Number(document.querySelector('.screen').dataset.steps) > steps", arg=steps
        )
        return True
    return False
