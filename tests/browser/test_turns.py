"""What a turn can be, each from a position made for it, and being called when it is one's own."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.player import Player, Seat
from tests.rules.drawing import drawn
from tests.rules.positions import JOKER, card, india

CALLED = """() => {
  window.called = []
  window.Notification = class extends EventTarget {
    constructor(words) { super(); window.called.push(words) }
    close() {}
    static permission = 'granted'
    static requestPermission = () => Promise.resolve('granted')
  }
  ServiceWorkerRegistration.prototype.showNotification = async (words) => void window.called.push(words)
  const { start } = OscillatorNode.prototype
  OscillatorNode.prototype.start = function (...at) {
    window.called.push('tone')
    return start.apply(this, at)
  }
  Object.defineProperty(document, 'hidden', { get: () => true })
}"""


def seat(player: Player, guest: str, cell: str) -> None:
    player.press(player.guest(guest))
    player.seat(cell)


def test_a_party_pays_at_once(sit: Seat) -> None:
    anna = sit()
    anna.practise(india("INm INm INm DEm", rules="board+parties"))
    anna.press(anna.page.get_by_role("button", name="Hold a gentlemen’s party at the table of India").first)
    said = "Gentlemen’s party at the table of India: fill its chairs with gentlemen."
    expect(anna.line()).to_have_text(said)
    for _ in range(3):
        assert not anna.look()["send"], "a party must be complete"
        anna.press(anna.guest("INm"))
        anna.seat(anna.look()["chairs"][0])
    expect(anna.page.get_by_test_id("total")).to_have_text(re.compile(r"\+4\d"))
    anna.send()
    expect(anna.page.get_by_role("button", name="Party at the table of India +40")).to_be_visible()
    expect(anna.page.get_by_test_id("spoken")).to_contain_text("Party at the table of India")


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("board", "You cannot pay this: your points go to 0 and you are out of the game."),
        ("board-classic", "You cannot pay this: the guest leaves the game instead."),
    ],
)
def test_the_bar_warns_who_cannot_pay(sit: Seat, rules: str, words: str) -> None:
    anna = sit()
    bar = "TRm TRf TRm TRf RUm RUf RUm"
    anna.practise(drawn(rules, ".", ["DEm ITm INf", "CNf CNm FRf", "FRm"], bar=bar, scores=[5, 9, 9]))
    anna.press(anna.guest("INf"))
    expect(anna.page.locator("button[data-key=b]")).to_have_text(re.compile("To the bar.*−6"))
    anna.press(anna.page.locator("button[data-key=b]"))
    anna.wait()
    expect(anna.line()).to_have_text(words)
    anna.send()
    own = anna.page.locator("[data-player='0']")
    if rules == "board":
        expect(own).to_have_class(re.compile("out"))
        expect(own.locator(".score")).to_have_text("0")
    else:
        anna.wait()
        expect(own.locator(".score")).to_have_text("5")


def test_a_joker_is_swapped_into_the_hand(sit: Seat) -> None:
    anna = sit()
    anna.practise(india("INm DEf", JOKER))
    anna.press(anna.guest("INm"))
    anna.press(anna.page.get_by_role("button", name="Chair n6: take the joker’s place"))
    anna.wait()
    anna.send()
    anna.wait()
    assert anna.page.locator("[data-guest='JKm']").count() == 1
    expect(anna.chair("n6")).to_have_attribute("aria-label", re.compile("India"))


def test_a_joker_says_what_it_stands_for(sit: Seat) -> None:
    anna = sit()
    anna.practise(india("JKf DEm"))
    anna.press(anna.chair("a4"))
    expect(anna.line()).to_have_text("Choose a guest first.")
    anna.press(anna.guest("JKf"))
    expect(anna.line()).to_contain_text("A joker fits any nation.")
    anna.press(anna.chair("m5"))
    choice = anna.page.get_by_role("group", name="The joker stands for")
    expect(choice.get_by_role("button")).to_have_count(2)
    anna.press(choice.get_by_role("button", name=re.compile("^India")))
    anna.wait()
    expect(anna.page.get_by_test_id("total")).to_have_text("+4")


def test_a_partner_is_owed(sit: Seat) -> None:
    anna = sit()
    anna.practise(india("DEm DEf INf"))
    seat(anna, "DEm", "a4")
    expect(anna.line()).to_have_class(re.compile("owed"))
    assert not anna.look()["send"]
    assert anna.look()["hand"].count(True) == 1
    seat(anna, "DEf", "b5")
    assert anna.look()["send"]


def test_giving_up_is_asked_twice_and_a_bot_goes_on(sit: Seat) -> None:
    anna = sit()
    anna.page.goto("/")
    anna.press(anna.button("Play now"))
    anna.wait()
    anna.press(anna.button("Settings"))
    anna.press(anna.button("Give up"))
    anna.press(anna.button("Really give up? For you the game ends; a bot plays on"))
    expect(anna.page.get_by_text("You gave up: for you the game is over.")).to_be_visible()
    expect(anna.button("Play again")).to_be_visible()
    expect(anna.page.get_by_role("link", name="To the start")).to_be_visible()
    expect(anna.button("Take my seat back")).to_have_count(0)
    anna.page.get_by_test_id("result").wait_for()
    last = anna.page.locator(".end tbody tr").last
    own = anna.page.locator("[data-player] .name").filter(has_text="you").inner_text()
    expect(last).to_contain_text(own.split()[0])
    expect(last).to_contain_text("gave up")


def test_who_is_elsewhere_is_called(sit: Seat) -> None:
    """A notification, a tone and the title, where they are wanted and it is one's turn again."""
    anna = sit()
    anna.page.add_init_script(f"({CALLED})()")
    anna.practise(india("INf DEm CFf CNm"))
    expect(anna.page).to_have_title(re.compile("^● Your turn"))
    anna.press(anna.button("Settings"))
    anna.page.get_by_text("Louder", exact=True).click()
    anna.page.wait_for_function("() => called.includes('tone')")  # a volume is heard when it is chosen
    anna.press(anna.page.get_by_role("switch", name="Notifications"))
    anna.press(anna.button("Close"))
    anna.page.evaluate("called.splice(0)")
    seat(anna, "INf", "l6")
    anna.send()
    anna.wait()
    anna.page.wait_for_function("() => called.includes('Your turn') && called.includes('tone')")


@pytest.mark.parametrize("game", ["board", "card"])
def test_without_the_servers_offers_nothing_can_be_clicked(sit: Seat, game: str) -> None:
    """The page contains no rule: only what the server calls legal can be done."""
    anna = sit()
    anna.page.route_web_socket(re.compile("/socket$"), without_offers)
    board = india("INf JKm DEm DEf", JOKER, rules="board+parties")
    anna.practise(board if game == "board" else card("RUf RUm ITf"))
    hand = anna.page.locator("[data-hand]")
    for index in range(hand.count()):
        anna.press(hand.nth(index))
        # The piano may always be asked for a tune: that is no move.
        assert anna.page.locator("main [role=button]:not(.ask), [data-offer], [data-nation]").count() == 0
        assert anna.page.locator(".actions button.main:enabled, button[data-key=b]:enabled").count() == 0
    assert anna.page.locator("[data-useful=true]").count() == 0
    assert anna.page.locator(".actions button:enabled").all_inner_texts() in (["Hint"], ["Hint", "Log"])
    anna.press(anna.button("Hint"))
    expect(anna.page.locator(".fresh")).to_have_count(0)


def without_offers(socket: WebSocketRoute) -> None:
    def tell(text: str | bytes) -> None:
        message = json.loads(text)
        if "legal" in message:
            message["legal"] = []
        socket.send(json.dumps(message))

    socket.connect_to_server().on_message(tell)
