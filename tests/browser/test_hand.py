"""The own hand: who of two equal guests sits, hints, and the card game by keyboard."""

from __future__ import annotations

import re
from random import Random

from playwright.sync_api import expect

from cafe.bots import BOTS, Budget
from cafe.rules.edition import edition
from cafe.rules.seating import legal_actions
from cafe.rules.setup import new_game
from cafe.rules.state import State
from cafe.rules.turns import apply
from cafe.rules.view import view
from tests.browser.player import Player, Seat
from tests.rules.drawing import drawn
from tests.rules.positions import card, india

PARTY = """
.  .   .   .   .
.  DE  .   GB  .
.  .   CN  .   .
.  ES  CNf IT  .
.  .   .   .   .
"""


def nearly_over(name: str, left: int) -> State:
    """A game of two quick bots with few guests left to draw, at player 0's turn."""
    state, rng, bot = new_game(edition(name), 2, 3), Random(3), BOTS["greedy"]()
    while len(state.bag) > left or state.player or state.taken:
        seen = view(state, state.player)
        state, _ = apply(state, bot.choose(seen, legal_actions(state), rng, Budget()).action)
    return state


def test_of_two_equal_guests_the_chosen_one_sits(sit: Seat) -> None:
    anna = sit()
    anna.practise(india("INf INf DEm"))
    ladies = anna.page.locator("[data-guest='INf']")
    first, second = (ladies.nth(place).locator(".name").inner_text() for place in (0, 1))
    assert first != second
    anna.press(ladies.nth(1))
    expect(ladies.nth(1)).to_have_attribute("aria-pressed", "true")
    anna.seat("l6")
    expect(ladies.nth(1)).to_be_disabled()
    expect(anna.chair("l6")).to_have_attribute("aria-label", re.compile(second))
    anna.send()
    anna.wait()
    expect(anna.chair("l6")).to_have_attribute("aria-label", re.compile(second))
    expect(anna.page.locator("[data-guest='INf']").first).to_contain_text(first)
    expect(anna.page.get_by_role("button", name=f"{second} takes a chair")).to_be_visible()


def test_a_hint_is_laid_out_and_says_why(sit: Seat) -> None:
    anna = sit()
    anna.practise(india("INf DEm CFf CNm"))
    anna.press(anna.button("Hint"))
    expect(anna.line()).to_have_text(
        re.compile(r"^A good turn with \w+.*: \+\d+ \w+.*\. After it, Vera could score ")
    )
    assert anna.look()["steps"] > 0
    anna.send()
    expect(
        anna.page.get_by_role("button", name=re.compile("takes a chair|goes to the bar")).first
    ).to_be_visible()


def test_card_by_keyboard_alone_to_its_end(sit: Seat) -> None:
    """Digits choose, Enter seats, letters draw, lay down and send."""
    anna = sit(look="letters")
    anna.practise(nearly_over("card", 12))
    while anna.wait()["turn"] != "over":
        version = anna.look()["version"]
        _turn_by_keys(anna)
        anna.wait_version(version + 1)
    anna.page.get_by_test_id("result").wait_for()


def _turn_by_keys(player: Player) -> None:
    while not player.look()["send"] and _seat_by_keys(player):
        pass
    if player.look()["send"]:
        player.page.keyboard.press("s")
    elif player.page.locator("button[data-key=l]").is_visible():
        _lay_down_by_keys(player)
    else:
        player.page.keyboard.press("d")


def _lay_down_by_keys(player: Player) -> None:
    player.page.keyboard.press("1")
    player.page.keyboard.press("l")
    expect(player.page.locator("button[data-key=s]")).to_be_enabled()
    player.page.keyboard.press("s")


def _seat_by_keys(player: Player) -> bool:
    """Seat the first guest who can sit; whether one could."""
    page, now = player.page, player.look()
    for index, useful in enumerate(now["hand"][:10]):
        if not useful:
            continue
        page.keyboard.press(str((index + 1) % 10))
        if page.evaluate("document.activeElement?.dataset?.offer ?? null") is not None:
            page.keyboard.press("Enter")
            page.locator(f".screen[data-steps='{now['steps'] + 1}'][data-ready=true]").wait_for()
            return True
    return False


def test_single_keys_can_be_switched_off(sit: Seat) -> None:
    anna = sit()
    anna.practise(card("CFm CNm"))
    anna.press(anna.button("Settings"))
    anna.press(anna.page.get_by_role("switch", name="Single-key shortcuts"))
    anna.press(anna.button("Close"))
    anna.page.keyboard.press("1")
    anna.page.keyboard.press("d")
    expect(anna.page.locator("[data-hand='0']")).to_have_attribute("aria-pressed", "false")
    assert anna.look()["version"] == 0
    anna.press(anna.button("Settings"))
    anna.press(anna.page.get_by_role("switch", name="Single-key shortcuts"))
    anna.press(anna.button("Close"))
    anna.page.keyboard.press("d")
    anna.wait_version(1)


def test_drawing_laying_down_and_closing_by_keyboard(sit: Seat) -> None:
    anna = sit()
    anna.practise(card("CFm CNm"))
    anna.page.keyboard.press("d")
    expect(anna.page.get_by_role("button", name=re.compile("^Draws ")).first).to_be_visible()

    anna.practise(card("CFm CFm CFm CFm CNm CNm CNm CNm CUm CUm CUm CUm"))
    _lay_down_by_keys(anna)
    expect(anna.page.get_by_role("button", name="Lays a card face down").first).to_be_visible()

    anna.practise(card("RUf"))
    anna.page.keyboard.press("1")
    anna.page.keyboard.press("Enter")
    expect(anna.button("Close the café")).to_be_visible()
    while not anna.page.evaluate("document.activeElement.textContent === 'Close the café'"):
        anna.page.keyboard.press("Tab")
    anna.page.keyboard.press("Enter")
    anna.page.get_by_test_id("result").wait_for()
    expect(anna.page.get_by_text("The café was closed.")).to_be_visible()


def test_card_laying_down_closing_and_a_party_by_touch(sit: Seat) -> None:
    anna = sit(phone=True)
    anna.practise(card("CFm CFm CFm CFm CNm CNm CNm CNm CUm CUm CUm CUm"))
    anna.press(anna.guest("CUm"))
    anna.press(anna.button("Lay face down"))
    anna.send()
    anna.wait()
    expect(anna.page.locator("[data-player='0']")).to_contain_text("1 face down")

    anna.practise(card("RUf"))
    anna.press(anna.guest("RUf"))
    anna.seat("a2")
    anna.press(anna.button("Close the café"))
    anna.page.get_by_test_id("result").wait_for()

    anna.practise(drawn("card+parties", PARTY, ["DEm DEm DEm DEm DEf", "CFf"]))
    anna.press(anna.page.get_by_role("button", name="Hold a gentlemen’s party at the table of Germany"))
    for cell in ("b1", "a2", "c2", "b3"):
        anna.press(anna.guest("DEm"))
        anna.seat(cell)
    anna.send()
    anna.press(anna.button("Log"))
    expect(anna.page.get_by_role("button", name="Party at the table of Germany +40")).to_be_visible()
