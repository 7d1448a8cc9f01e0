"""Several people in one room: by link, watching, on one screen, and through a crash of the server."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from typer.testing import CliRunner

from cafe.cli import app
from tests.browser.axe import serious_findings
from tests.browser.games import accept, open_room, open_talk, play_now, say
from tests.browser.house import House
from tests.browser.player import Player, Seat

STATE = """() => document.querySelector('.drawn') ? 'drawn'
  : document.querySelector('.curtain') ? 'curtain'
  : document.querySelector('.screen')?.dataset.turn ?? null"""


def block_and_report(anna: Player, ben: Player, house: House) -> None:
    """One blocks the other, hears nothing of him until that is over, and tells the host of the server."""
    words = anna.page.locator(".talk p")
    for player in (anna, ben):
        open_talk(player)
    say(ben, "first")
    expect(words).to_have_text([re.compile("first")])
    card = anna.page.get_by_role("button", name="Hand of")
    name = (card.get_attribute("aria-label") or "").removeprefix("Hand of ")
    anna.press(card)
    anna.press(anna.button(f"Block {name}"))
    expect(anna.button(f"Unblock {name}")).to_be_focused()
    expect(words).to_have_count(0)
    say(ben, "second")
    anna.press(anna.button(f"Report {name}"))
    expect(anna.page.get_by_label("What happened?")).to_be_focused()
    assert serious_findings(anna.page) == []
    anna.page.keyboard.type("He sings.")
    anna.press(anna.page.get_by_role("dialog").get_by_role("button", name="Send"))
    expect(anna.page.get_by_text("Thank you. Whoever runs this server will read it.")).to_be_visible()
    told = CliRunner().invoke(app, ["admin", "reports", "--data-directory", str(house.directory)])
    assert anna.page.url.rpartition("/")[2] in told.output
    assert told.output.endswith(": He sings.\n")
    anna.press(anna.button(f"Unblock {name}"))
    expect(anna.button(f"Block {name}")).to_be_visible()
    say(ben, "third")
    expect(words).to_have_text([re.compile("first"), re.compile("third")])
    anna.press(anna.button("Close"))
    ben.press(ben.button("Close"))


def mover_of(players: tuple[Player, ...]) -> Player | None:
    """Whose turn it is by their own page; none while a turn that ended by itself is told to the others."""
    return next((each for each in players if each.look()["turn"] == "yours"), None)


def test_two_browsers_and_a_spectator(sit: Seat, house: House) -> None:
    """A whole game: two people by the link, one of them on a phone, and somebody who watches."""
    anna, ben, carla = sit(look="letters"), sit(phone=True, look="letters"), sit(look="letters")
    link = open_room(anna)
    accept(ben, link)
    expect(ben.page.get_by_text("The host begins the game.")).to_be_visible()
    anna.press(anna.button("Begin the game"))
    anna.wait_version(0)
    carla.page.goto(link.partition("-")[0])
    expect(carla.page.get_by_text("You are watching this game.")).to_be_visible()
    block_and_report(anna, ben, house)
    players = (anna, ben)
    turns = 0
    while anna.look()["turn"] != "over":
        mover = mover_of(players)
        if mover is None:
            continue
        if turns < 4:
            mover.wait()
            mover.take_turn()
            version = mover.look()["version"]
        else:
            version = mover.rush()
        for other in (*players, carla):
            other.wait_version(version)
        turns += 1
    scores = [each.page.locator("[data-player] .score").all_text_contents() for each in (*players, carla)]
    assert scores[0] == scores[1] == scores[2]
    results = [each.page.locator(".end td").all_inner_texts() for each in (*players, carla)]
    assert results[0] == results[1] == results[2]
    assert turns >= 20
    expect(carla.button("Play again")).to_have_count(0)
    anna.press(anna.button("Play again"))
    expect(anna.page.get_by_role("heading", name="The table is set")).to_be_visible()


def test_who_comes_without_the_invitation_is_told_whom_to_ask(sit: Seat) -> None:
    anna, ben = sit(), sit(phone=True)
    link = open_room(anna)
    name = anna.page.get_by_label("Your name").input_value()
    ben.page.goto(link.partition("-")[0])
    asks = ben.page.get_by_text(f"Ask {name} for the invitation link.")
    expect(asks).to_contain_text("This is the address of the game, not the invitation")
    expect(ben.page.get_by_text("No seat is free for you")).to_have_count(0)


def test_what_happens_when_the_time_is_up_is_told_where_there_is_a_clock(sit: Seat) -> None:
    anna = sit(phone=True)
    anna.page.goto("/new/friends")
    hint = anna.page.get_by_text("When the time is up, a bot plays that turn.")
    anna.page.get_by_text("90 seconds a turn").click()
    expect(hint).to_be_visible()
    anna.page.get_by_text("No clock").click()
    expect(hint).to_have_count(0)


def test_who_never_chose_a_name_is_asked_before_sitting_down_with_friends(sit: Seat) -> None:
    anna, ben = sit(), sit(phone=True)
    play_now(ben)
    accept(ben, open_room(anna), "Benedetto")
    expect(anna.button("Send Benedetto away")).to_be_visible()
    ben.page.goto(open_room(anna))
    expect(ben.page.get_by_role("heading", name="The table is set")).to_be_visible()


def test_a_seat_is_kept_for_one_person_and_who_is_sent_away_stays_away(sit: Seat) -> None:
    anna, ben, carla = sit(), sit(phone=True), sit()
    link = open_room(anna)
    anna.press(anna.button("Reserve for somebody"))
    expect(anna.page.get_by_label("Who is it for?")).to_be_focused()
    anna.page.keyboard.type("Ben")
    anna.page.keyboard.press("Enter")
    expect(anna.page.get_by_text("Reserved for Ben")).to_be_visible()
    expect(anna.page.get_by_label("Invite friends")).to_have_count(0)
    assert serious_findings(anna.page) == []
    accept(carla, link)
    expect(carla.page.get_by_text("No seat is free for you.")).to_be_visible()
    accept(ben, anna.page.get_by_label("Link for Ben").input_value(), "Ben")
    expect(ben.page.get_by_text("The host begins the game.")).to_be_visible()
    anna.press(anna.page.get_by_role("button", name=re.compile("^Send .* away$")))
    expect(ben.page.get_by_text("No seat is free for you.")).to_be_visible()
    ben.page.goto(link)
    expect(ben.page.get_by_role("alert")).to_contain_text("This is not open to you.")
    carla.page.goto(link)
    expect(carla.page.get_by_text("The host begins the game.")).to_be_visible()
    carla.press(carla.button("Stand up"))
    anna.press(anna.button("Seat a bot"))
    anna.page.get_by_label("Bots play like").select_option("Lou")
    expect(anna.page.get_by_text("Lou is here for the company.")).to_be_visible()
    anna.press(anna.button("Begin the game"))
    anna.wait_version(0)
    table = anna.page.request.get(f"/api/tables/{anna.page.url.rpartition('/')[2]}").json()
    assert table["seats"][1]["bot"] == "easy"


def test_spectators_can_be_blocked_and_talk_can_be_muted(sit: Seat) -> None:
    anna, ben, carla, david = (sit() for _ in range(4))
    link = open_room(anna, "Card game")
    accept(ben, link)
    expect(ben.page.get_by_text("The host begins the game.")).to_be_visible()
    say(ben, "here I am")
    expect(anna.page.locator(".talk p")).to_have_text([re.compile("here I am")])
    assert serious_findings(anna.page) == []
    anna.press(anna.button("Begin the game"))
    anna.wait_version(0)
    for spectator in (carla, david):
        spectator.page.goto(link.partition("-")[0])
        open_talk(spectator)
    say(carla, "first")
    words = david.page.locator(".talk p", has_not_text="here I am")
    expect(words).to_have_text([re.compile("first")])
    expect(carla.page.locator(".talk p", has_text="first").get_by_role("button")).to_have_count(0)
    name = words.get_by_role("button").inner_text()
    david.press(words.get_by_role("button"))
    david.press(david.button(f"Block {name}"))
    expect(words).to_have_count(0)
    expect(david.button(f"Unblock {name}")).to_be_focused()
    assert serious_findings(david.page) == []
    say(carla, "second")
    david.press(david.button("Close"))
    david.page.reload()
    open_talk(david)
    say(david, "hello?")
    expect(words).to_have_text([re.compile("hello")])
    david.press(david.button("Settings"))
    david.press(david.button(f"Unblock {name}"))
    expect(david.button(f"Unblock {name}")).to_have_count(0)
    say(carla, "third")
    expect(words).to_have_text([re.compile("hello"), re.compile("third")])
    david.page.get_by_label("Table talk").click()
    expect(david.page.locator(".talk")).to_have_count(0)


def test_a_game_goes_on_after_the_server_was_killed(sit: Seat, own_house: House) -> None:
    """A whole game, in the middle of which the server dies with a turn half laid out."""
    anna = sit(look="letters")
    anna.page.goto(own_house.address)
    anna.press(anna.button("Play now"))
    for _ in range(2):
        anna.wait()
        anna.rush()
    anna.wait()
    version = anna.look()["version"]
    anna.place_one()
    own_house.kill()
    expect(anna.page.locator("[data-status=reconnecting], [data-status=gone]")).to_be_attached()
    own_house.start()
    expect(anna.page.locator("[data-status=open]")).to_be_attached()
    anna.wait()
    assert anna.look()["version"] == version
    assert anna.look()["steps"] == 1, "what was laid out stays"
    while anna.wait()["turn"] != "over":
        anna.rush()
    anna.page.get_by_test_id("result").wait_for()


@pytest.mark.parametrize("edition", ["Board game", "Card game"])
def test_a_whole_game_on_one_screen(sit: Seat, edition: str) -> None:
    """Hands are hidden in the card game alone: there a curtain falls between two people."""
    anna = sit(look="letters")
    anna.page.goto("/new/screen")
    anna.page.get_by_text(edition, exact=True).click()
    anna.press(anna.button("Begin"))
    lifts: list[str] = []
    anna.page.wait_for_function(STATE)
    while (now := anna.page.evaluate(STATE)) != "over":
        if now == "drawn":
            anna.press(anna.button("Got it"))
            continue
        if now == "curtain":
            assert anna.page.locator("[data-hand]").count() == 0, "no card may be seen behind the curtain"
            lift = anna.page.locator(".curtain .main")
            lifts.append(lift.inner_text())
            anna.press(lift)
        anna.wait_version(anna.rush())
    anna.page.get_by_test_id("result").wait_for()
    if edition == "Board game":
        assert lifts == []
    else:
        assert len(lifts) >= 10
        assert len(set(lifts)) == 2
    anna.page.goto("/")
    expect(anna.page.get_by_role("listitem").filter(has_text=edition)).to_contain_text("Won by")


def test_the_curtain_has_ways_out(sit: Seat) -> None:
    """Between two people on one screen: to the start page, and to where the game can be ended."""
    anna = sit(phone=True)
    anna.page.goto("/new/screen")
    anna.page.get_by_text("Card game", exact=True).click()
    anna.press(anna.button("Begin"))
    curtain = anna.page.get_by_role("dialog", name="Pass the device to")
    anna.press(curtain.get_by_role("button", name="Settings"))
    game = anna.page.url
    settings = anna.page.get_by_role("dialog", name="Settings")
    expect(settings.get_by_role("button", name="gives up")).to_be_visible()
    expect(anna.page.locator("[data-hand]")).to_have_count(0)
    anna.press(settings.get_by_role("button", name="Close"))
    anna.press(curtain.get_by_role("link", name="To the start"))
    expect(anna.button("Play now")).to_be_visible()
    anna.page.goto(game)
    expect(curtain).to_be_visible()
