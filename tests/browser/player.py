"""Somebody who plays through the page: looks, chooses a guest, taps a lit chair, sends."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Locator, Page

from cafe.protocol.convert import state_form
from cafe.rules.state import State

RUSH = (Path(__file__).parent / "rush.js").read_text(encoding="utf-8").partition("\n")[2]
LOOK = """() => {
  const screen = document.querySelector('.screen')
  const all = (selector) => [...document.querySelectorAll(selector)]
  const isInReach = (each) => {
    const box = each.getBoundingClientRect(), frame = each.closest('.frame').getBoundingClientRect()
    const wide = box.left >= frame.left && box.right <= frame.right
    const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    return wide && box.top >= frame.top && box.bottom <= frame.bottom && each.contains(hit)
  }
  return {
    turn: screen?.dataset.turn ?? null,
    ready: screen?.dataset.ready === 'true',
    steps: Number(screen?.dataset.steps ?? 0),
    version: Number(screen?.dataset.version ?? -1),
    hand: all('[data-hand]').map((each) => !each.disabled && each.dataset.useful === 'true'),
    chairs: all('[data-offer]').filter(isInReach).map((each) => each.dataset.offer),
    send: all('button[data-key=s]:enabled').length > 0,
    buttons: all('.actions button:enabled').map((each) => each.textContent.trim()),
  }
}"""
MOVABLE = """() => {
  const screen = document.querySelector('.screen')
  return screen && (screen.dataset.turn === 'over' || screen.dataset.ready === 'true')
}"""
AT_VERSION = """(version) => document.querySelector('.drawn, .curtain') ||
  Number(document.querySelector('.screen')?.dataset.version) >= version"""
AT_VERSION_OR_LAID_OUT = (
    f"(version) => ({AT_VERSION})(version) || document.querySelector('button[data-key=s]:enabled')"
)
FOCUSED = """(name) => {
  const focused = document.activeElement
  return focused.matches('a, button, summary') && (focused.ariaLabel ?? focused.innerText).includes(name)
}"""
MOST_TABS = 200
STEPPED = "(steps) => Number(document.querySelector('.screen').dataset.steps) > steps"
STEPPED_OR_ASKED = f"(steps) => document.querySelector('[data-nation]') || ({STEPPED})(steps)"


class Player:
    """A page and the ways to use it."""

    def __init__(self, page: Page, *, touches: bool = False) -> None:
        self.page = page
        self._touches = touches

    def press(self, target: Locator) -> None:
        """Click, or tap on a touch screen."""
        if self._touches:
            target.tap()
        else:
            target.click()

    def go_by_keys(self, name: str) -> None:
        """Tab to the link, button or fold of this name and press it."""
        for _ in range(MOST_TABS):
            if self.page.evaluate(FOCUSED, name):
                return self.page.keyboard.press("Enter")
            self.page.keyboard.press("Tab")
        raise AssertionError(f"expected {name!r} within {MOST_TABS} steps")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def practise(self, state: State) -> None:
        """Sit down at a position, as its player 0; bots play the others."""
        headers = {"content-type": "application/json"}
        self.page.request.post("/api/me", data=json.dumps({"name": "Anna"}), headers=headers)
        asked = msgspec.json.encode({"players": [0], "bot": "greedy", "state": state_form(state)})
        answer = self.page.request.post("/api/practice", data=asked, headers=headers)
        assert answer.ok, answer.text()
        self.page.goto(f"/t/{answer.json()['id']}")
        self.wait()

    def guest(self, name: str) -> Locator:
        """A guest of the hand, as `DEm`."""
        return self.page.locator(f"[data-guest='{name}']:enabled").first

    def chair(self, cell: str) -> Locator:
        return self.page.locator(f"[data-cell='{cell}']").first

    def line(self) -> Locator:
        """The sentence that says what to do, or why not."""
        return self.page.get_by_test_id("line")

    def look(self) -> dict[str, Any]:
        """What the screen offers."""
        found: dict[str, Any] = self.page.evaluate(LOOK)
        return found

    def wait(self) -> dict[str, Any]:
        """Wait until this player can do something, or the game is over."""
        self.page.wait_for_function(MOVABLE)
        return self.look()

    def wait_version(self, version: int) -> None:
        """Wait until the screen shows this version or a later one."""
        self.page.wait_for_function(AT_VERSION, arg=version)

    def choose(self, index: int) -> list[str]:
        """Choose a guest of the hand; the places that light up."""
        tile = self.page.locator(f"[data-hand='{index}']")
        if tile.get_attribute("aria-pressed") != "true":
            self.press(tile)
        return [cell for cell in self.look()["chairs"] if cell]

    def seat(self, cell: str) -> None:
        """Tap a lit place; a joker stands for the first nation offered."""
        before = self.look()["steps"]
        self.press(self.page.locator(f"[data-offer='{cell}']").first)
        nation = self.page.locator("[data-nation]").first
        self.page.wait_for_function(STEPPED_OR_ASKED, arg=before)
        if nation.is_visible():
            self.press(nation)
            self.page.wait_for_function(STEPPED, arg=before)
        self.wait()

    def place_one(self) -> bool:
        """Seat the first guest who can sit down, if there is one; the bar does not count."""
        for index, free in enumerate(self.look()["hand"]):
            if not free:
                continue
            chairs = [cell for cell in self.choose(index) if cell != "bar"]
            if chairs:
                self.seat(chairs[0])
                return True
        return False

    def send(self) -> None:
        version = self.look()["version"]
        self.press(self.page.locator("button[data-key=s]"))
        self.wait_version(version + 1)

    def click_and_go_on(self, target: Locator) -> None:
        version = self.look()["version"]
        self.press(target)
        self.wait_version(version + 1)

    def draw(self) -> None:
        """Draw a card; where something else could be done, it is sent like any turn."""
        version = self.look()["version"]
        self.press(self.button("Draw a card"))
        self.page.wait_for_function(AT_VERSION_OR_LAID_OUT, arg=version + 1)
        send = self.page.locator("button[data-key=s]:enabled")
        if self.look()["version"] == version and send.count():
            self.press(send)
        self.wait_version(version + 1)

    def take_turn(self) -> None:
        """One whole turn by tapping: guests to chairs, else a card, else the bar."""
        guests = 0
        while guests < 3 and self.place_one():
            guests += 1
            now = self.look()
            if now["send"] and (guests >= 2 or now["version"] % 2):
                break
        now = self.look()
        if now["send"]:
            return self.send()
        if "Draw a card" in now["buttons"]:
            return self.draw()
        for name in ("Close the café", "End turn", "Pass"):
            if name in now["buttons"]:
                return self.click_and_go_on(self.button(name))
        if self.page.get_by_role("button", name="Lay face down").is_visible():
            self.choose(0)
            self.press(self.button("Lay face down"))
            self.wait()
            return self.send()
        return self.to_bar()

    def rush(self) -> int:
        """One whole turn by clicks from inside the page; the version that it makes."""
        version: int = self.page.evaluate(RUSH)
        return version

    def to_bar(self) -> None:
        """Send the first guest to the bar who may go there."""
        for index, free in enumerate(self.look()["hand"]):
            if not free:
                continue
            self.choose(index)
            bar = self.page.locator("button[data-key=b]:enabled")
            if bar.count():
                self.press(bar)
                self.wait()
                return self.send()
        raise AssertionError(f"expected something to do; the screen offers {self.look()}")

    def play_on(self) -> None:
        """Play until the game is over."""
        while self.wait()["turn"] != "over":
            self.take_turn()
        self.page.get_by_test_id("result").wait_for()


Seat = Callable[..., Player]
"""Opens a browser of one's own: the fixture `sit`."""
