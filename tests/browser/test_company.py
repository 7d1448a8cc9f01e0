"""Friends notice one another: names, talk, proposals, a rematch, who is away; and games that wait for one."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, expect

from cafe.rules.edition import edition
from cafe.rules.guests import JOKERS
from cafe.rules.setup import new_game
from tests.browser.axe import serious_findings
from tests.browser.games import accept, open_room, open_talk, play_now, say
from tests.browser.player import Player, Seat

FREE = """(target, others) => {
  const box = target.getBoundingClientRect()
  return [...document.querySelectorAll(others)].every((each) => {
    const other = each.getBoundingClientRect()
    const isBeside = box.right <= other.left || box.left >= other.right
    return isBeside || box.bottom <= other.top || box.top >= other.bottom
  })
}"""
HEADERS = {"content-type": "application/json"}
CLOCK = {"kind": "total", "seconds": 120, "increment": 60}
"""The others wait twelve seconds for somebody who is away."""


def toast(player: Player, words: str) -> Locator:
    """News that the page shows."""
    return player.page.locator(".toast", has_text=words)


def lies_free(target: Locator, others: str) -> bool:
    """Whether it lies over none of the others that are on the screen."""
    free: bool = target.evaluate(FREE, others)
    return free


def propose_the_end(player: Player) -> None:
    """In the settings, which are closed again."""
    player.press(player.button("Settings"))
    sheet = player.page.get_by_role("dialog")
    expect(sheet.get_by_text("End the game as it stands", exact=True)).to_be_visible()
    player.press(sheet.get_by_role("button", name="Propose it to everybody"))
    expect(sheet).to_contain_text("Waiting for")
    player.press(sheet.get_by_role("button", name="Close"))


def test_friends_notice_names_talk_a_proposed_end_and_a_rematch(sit: Seat) -> None:
    anna, ben = sit(look="letters"), sit(phone=True, look="letters")
    link = open_room(anna)
    expect(anna.page.get_by_text("Only this computer can open this link.")).to_be_visible()
    expect(anna.page.get_by_label("The link as a QR code")).to_have_count(0)
    ben.page.goto(link)
    host = anna.page.get_by_label("Your name").input_value()
    expect(ben.page.get_by_text(f"Play with {host} · Board game")).to_be_visible()
    accept(ben, link, "Ben")
    expect(anna.page.get_by_role("listitem").filter(has_text="Ben")).to_be_visible()
    name = ben.page.get_by_label("Your name")
    name.fill("Benno")
    name.blur()
    expect(anna.page.get_by_role("listitem").filter(has_text="Benno")).to_be_visible()
    anna.press(anna.button("Begin the game"))
    for player in (anna, ben):
        player.wait_version(0)

    open_talk(anna)
    say(anna, "hello over there")
    expect(toast(ben, "hello over there")).to_be_visible()
    expect(ben.page.get_by_role("img", name="1 new message")).to_be_visible()
    assert serious_findings(ben.page) == []
    ben.press(toast(ben, "hello over there").get_by_role("button", name="Answer"))
    say(ben, "hello yourself")
    expect(ben.page.get_by_role("img", name="1 new message")).to_have_count(0)
    expect(anna.page.locator(".talk p", has_text="hello yourself")).to_be_visible()
    expect(toast(anna, "hello yourself")).to_have_count(0)  # it is on her screen
    anna.press(anna.button("Log"))
    say(ben, "are you there?")
    expect(toast(anna, "are you there?")).to_be_visible()
    anna.press(anna.page.get_by_role("button", name="Talk 1 new message"))
    expect(toast(anna, "are you there?")).to_have_count(0)
    ben.press(ben.button("Close"))

    propose_the_end(ben)
    expect(toast(ben, "You propose to end the game. Waiting for")).to_be_visible()
    assert lies_free(toast(ben, "You propose to end the game."), "[data-player], [data-cell], .top, .turn h2")
    ben.press(ben.button("Take back"))
    expect(toast(ben, "You propose to end the game.")).to_have_count(0)
    propose_the_end(ben)
    anna.press(toast(anna, "Benno would like to end the game").get_by_role("button", name="No", exact=True))
    expect(toast(ben, "would rather play on")).to_be_visible()
    for player in (anna, ben):
        expect(player.page.locator(".toast", has_text="end the game")).to_have_count(0)
    propose_the_end(ben)
    anna.page.reload()
    question = toast(anna, "Benno would like to end the game")
    expect(question).to_contain_text("Guests left in hand cost points")
    anna.press(anna.button("Settings"))
    expect(anna.page.get_by_text("Your system asks for reduced motion")).to_be_visible()
    expect(anna.page.get_by_text("Already agreed: Benno. If you agree too, the game ends")).to_be_visible()
    anna.press(anna.page.get_by_role("dialog").get_by_role("button", name="Agree"))
    for player in (anna, ben):
        player.page.get_by_test_id("result").wait_for()
        expect(player.page.get_by_role("dialog")).to_have_count(0)
        expect(player.page.locator(".toast", has_text="end the game")).to_have_count(0)
        expect(player.page).to_have_title("The result · Café International")
    open_talk(anna)
    say(anna, "good game")
    expect(toast(ben, "good game")).to_be_visible()
    anna.press(anna.button("Play again"))
    ben.press(toast(ben, "A new game with the same players is ready.").get_by_role("button", name="Join in"))
    for player in (anna, ben):
        expect(player.page.get_by_role("heading", name="The table is set")).to_be_visible()
    ben.page.goto("/")
    mine = ben.page.get_by_role("listitem").filter(has_text="Board game")
    expect(mine.filter(has_text=re.compile("won|win|Won by"))).to_be_visible()
    expect(mine.filter(has_text="this minute").first).to_contain_text("Benno")


def test_who_is_away_is_replaced_by_agreement_and_returns(sit: Seat) -> None:
    """Of three, one on a phone; the one to begin closes the page."""
    anna, ben, carla = sit(look="letters"), sit(look="letters"), sit(phone=True, look="letters")
    anna.page.request.post("/api/me", data=json.dumps({"name": "Anna"}), headers=HEADERS)
    asked = {
        "edition": "board",
        "seats": [{"kind": "me"}, {"kind": "friend"}, {"kind": "friend"}],
        "starter": 1,
        "clock": CLOCK,
    }
    made = anna.page.request.post("/api/tables", data=json.dumps(asked), headers=HEADERS).json()
    link = f"/t/{made['id']}-{made['invite']}"
    anna.page.goto(link)
    accept(ben, link, "Ben")
    expect(ben.page.get_by_text("Waiting for 1 more.")).to_be_visible()
    accept(carla, link, "Carla")
    anna.press(anna.button("Begin the game"))
    for player in (anna, ben, carla):
        player.wait_version(0)
    ben.page.close()
    for player in (anna, carla):
        expect(player.page.get_by_test_id("absent")).to_contain_text("Ben is away.")
        expect(toast(player, "Ben is away.")).to_be_visible()
    carla.press(carla.button("Let a bot play"))
    expect(carla.page.get_by_test_id("absent")).to_contain_text("The others have to agree too.")
    expect(toast(anna, "Carla would like a bot to play")).to_be_visible()
    assert serious_findings(carla.page) == []
    anna.press(anna.button("Let a bot play"))
    expect(toast(carla, "A bot now plays for Ben.")).to_be_visible()
    for player in (anna, carla):
        player.wait_version(1)
        expect(player.page.get_by_test_id("absent")).to_have_count(0)
    back = ben.page.context.new_page()
    back.goto(f"/t/{made['id']}")
    expect(back.locator("[data-turn]")).to_be_visible()
    expect(toast(carla, "Ben is playing again.")).to_be_visible()
    expect(back.get_by_text("a bot plays for you")).to_have_count(0)
    told = re.compile(r"While you were away, a bot played \d+ turns? for you")
    expect(back.locator(".toast", has_text=told)).to_be_visible()
    expect(back.get_by_label("What happened").get_by_text("a bot played").first).to_be_visible()


def test_who_is_offline_is_told_at_once_and_loses_nothing(sit: Seat) -> None:
    anna = sit(phone=True)
    play_now(anna)
    assert anna.place_one()
    anna.page.context.set_offline(True)
    expect(anna.page.get_by_text("You are offline. What you have placed is kept.")).to_be_visible()
    anna.page.context.set_offline(False)
    expect(anna.page.get_by_text("You are offline.")).to_have_count(0)
    expect(anna.page.locator("[data-status=open]")).to_be_attached()
    assert anna.look()["steps"] == 1


def test_games_that_wait_for_one_come_first(sit: Seat) -> None:
    anna = sit()
    play_now(anna)
    bots = anna.page.locator("[data-player] .name").all_inner_texts()
    anna.page.goto("/")
    line = anna.page.get_by_role("listitem").filter(has_text="Your turn")
    expect(line).to_contain_text(bots[1].split()[0])
    expect(line).to_contain_text("this minute")
    games, hero = line.bounding_box(), anna.button("Play now").bounding_box()
    assert games
    assert hero
    assert games["y"] < hero["y"]


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_end_is_in_sight(sit: Seat, phone: bool) -> None:
    """What ends the game, what the bar costs each, and a word when the last rounds begin."""
    anna = sit(phone=phone)
    state = new_game(edition("board"), 2, seed=7)
    guests = [guest for guest in state.bag if guest < JOKERS]
    jokers = [guest for guest in state.bag if guest >= JOKERS]
    anna.practise(state.but(bar=bytes(guests[:13]), bag=bytes(guests[13:] + jokers), scores=(90, 80)))
    ends = anna.button("How the game ends")
    expect(ends).to_contain_text("−18")
    anna.press(ends)
    expect(anna.page.get_by_text("free places at the bar")).to_be_visible()
    expect(anna.page.get_by_text("An empty hand ends it, too")).to_be_visible()
    expect(anna.page.get_by_text("Whoever cannot pay the bar is out")).to_have_count(1)
    expect(anna.page.get_by_text("Guests left in your hand cost points")).to_have_count(1)
    costs = [anna.page.locator(f"[data-player-bar='{player}'] td").first for player in (0, 1)]
    expect(costs[0]).to_have_text("−18")
    expect(costs[1]).to_have_text("−20")
    assert serious_findings(anna.page) == []
    anna.press(anna.button("Close"))
    anna.to_bar()
    begins = toast(anna, "The last rounds begin.")
    expect(begins).to_be_visible()
    assert lies_free(begins, "[data-player] .score, [data-cell], [data-hand], .top button")
    anna.press(begins.get_by_role("button", name="Show"))
    expect(anna.page.get_by_text("possible within").first).to_be_visible()
