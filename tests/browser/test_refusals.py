"""Every refusal of the rulebook, live on the page: its position, the server's answer, its sentence."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import WebSocketRoute, expect

from cafe.rules.errors import Rule
from tests.browser.player import Player, Seat
from tests.rules.positions import POSITIONS, india

ENGLISH = (Path(__file__).parents[2] / "web" / "src" / "lib" / "text" / "en.ts").read_text(encoding="utf-8")
ON_CHAIRS = {Rule.CHAIR_TAKEN, Rule.SEAT_NATION, Rule.SEAT_MIX, Rule.SEAT_PARTNER, Rule.SEAT_ALONE}
"""What a chair says when it is asked. The page offers nothing that would be refused for another reason."""


def sentence(rule: Rule) -> re.Pattern[str]:
    """The page's words for a refusal, whatever its facts are."""
    forms = r"(?: \{\s*one: '.*',\s*other:)?"
    found = re.search(rf"'rule\.{re.escape(rule.value)}':{forms} '(.*)',", ENGLISH)
    assert found, rule
    return re.compile(re.sub(r"\\\{\w+\\\}", r"[^{}]+", re.escape(found[1])))


def test_every_rule_is_shown() -> None:
    assert set(POSITIONS) == set(Rule), "a rule without a position is shown by none of the tests below"


@pytest.mark.parametrize("rule", sorted(ON_CHAIRS))
def test_a_chair_says_why_not(sit: Seat, rule: Rule) -> None:
    anna = sit()
    position, move, _ = POSITIONS[rule][0]
    anna.practise(position())
    guest, cell = move.split("@")
    anna.press(anna.guest(guest))
    anna.press(anna.chair(cell))
    expect(anna.line()).to_have_text(sentence(rule))
    expect(anna.page.locator(".note")).to_have_text(sentence(rule))


def test_who_holds_a_chair_reads_what_is_there(sit: Seat) -> None:
    """Why not, or the points table by table; the finger's release then seats nobody."""
    anna = sit(phone=True)
    anna.practise(india("INf DEm CFf CNm"))
    anna.press(anna.guest("INf"))
    finger = {"pointerType": "touch", "isPrimary": True, "pointerId": 7}
    note = anna.page.locator(".note")
    for cell, words in (("a2", "tables here are for"), ("l6", "India")):
        anna.chair(cell).dispatch_event("pointerdown", finger)
        expect(note).to_contain_text(words)
        anna.chair(cell).dispatch_event("pointerup", finger)
        anna.chair(cell).dispatch_event("click")
        anna.chair(cell).dispatch_event("pointerleave", finger)
        expect(note).to_have_count(0)
    assert anna.look()["steps"] == 0


def test_a_late_page_says_that_the_game_is_over(sit: Seat) -> None:
    """One person's two pages: the first ends the game, the second has not heard of it and plays on."""
    first = sit()
    first.practise(india("INf", one_nation_tables=[5, 0]))
    second = Player(first.page.context.new_page())
    second.page.route_web_socket(re.compile("/socket$"), without_events)
    second.page.goto(first.page.url)
    second.wait()
    second.press(second.guest("INf"))
    first.press(first.guest("INf"))
    first.seat("l6")
    first.send()
    first.page.get_by_test_id("result").wait_for()
    second.press(second.chair("l6"))
    expect(second.line()).to_have_text(sentence(Rule.GAME_OVER))


def without_events(socket: WebSocketRoute) -> None:
    def tell(text: str | bytes) -> None:
        if json.loads(text).get("version", 0) == 0 and '"status":"over"' not in str(text):
            socket.send(text)

    socket.connect_to_server().on_message(tell)


@pytest.mark.parametrize("rule", sorted(set(Rule) - ON_CHAIRS - {Rule.GAME_OVER}))
def test_the_page_tells_what_the_server_refuses(sit: Seat, rule: Rule) -> None:
    """A step is exchanged for an illegal one on its way to the server; the answer is the server's."""
    anna = sit()
    position, move, _ = POSITIONS[rule][0]
    state, actions = position(), [form(move)]
    anna.page.route_web_socket(re.compile("/socket$"), lambda socket: exchange(socket, actions))
    anna.practise(state)
    do_anything(anna)
    expect(anna.line()).to_have_text(sentence(rule))


def form(move: str) -> dict[str, str]:
    """An action of the notation as a message; also one that no rulebook knows, such as a chair z9."""
    if re.fullmatch(r"\w+", move):
        return {"type": move}
    what, sign, where = re.split(r"([@*])", move)
    if what == "party":
        table, gender = where.split("=")
        return {"type": "party", "table": table, "gender": gender}
    guest, named, nation = what.partition("=")
    if where in ("bar", "down"):
        return {"type": "bar" if where == "bar" else "hide", "guest": guest}
    seat = {"type": "swap" if sign == "*" else "seat", "guest": guest, "chair": where}
    return seat | {"as": nation} if named else seat


def exchange(socket: WebSocketRoute, actions: list[dict[str, str]]) -> None:
    server = socket.connect_to_server()

    def tell(text: str | bytes) -> None:
        said = json.loads(text)
        if said["type"] in ("preview", "submit"):
            said["actions"] = actions
        server.send(json.dumps(said))

    socket.on_message(tell)


def do_anything(player: Player) -> None:
    """Whatever the screen offers first: a chair, the bar, a card."""
    for index, free in enumerate(player.look()["hand"]):
        if free and (cells := player.choose(index)):
            player.press(player.page.locator(f"[data-offer='{cells[0]}']"))
            nation = player.page.locator("[data-nation]")
            if nation.count():
                player.press(nation.first)
            return
    player.choose(0)
    player.press(player.page.locator(".actions button.main:enabled"))
