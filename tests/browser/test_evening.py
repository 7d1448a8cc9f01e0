"""The café lives: faces, the piano, sounds with their switch, and a vibration on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.games import play_now
from tests.browser.player import Seat

# Counts what is heard and felt; both still happen.
WATCH = """() => {
  window.heard = 0
  window.felt = 0
  const start = OscillatorNode.prototype.start
  OscillatorNode.prototype.start = function (at) {
    heard += 1
    return start.call(this, at)
  }
  const vibrate = navigator.vibrate.bind(navigator)
  navigator.vibrate = (times) => {
    felt += 1
    return vibrate(times)
  }
}"""


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_cafe_is_heard_until_it_is_switched_off(sit: Seat, phone: bool) -> None:
    anna = sit(phone=phone)
    anna.page.emulate_media(reduced_motion="no-preference")
    anna.page.add_init_script(f"({WATCH})()")
    play_now(anna)
    expect(anna.page.locator("[data-player] .disc.face img").first).to_be_visible()
    assert anna.page.evaluate("heard") == 0, "nothing has happened yet"
    assert anna.place_one(), "expected a chair for somebody in an empty café"
    anna.page.wait_for_function("() => heard > 0")
    assert anna.page.evaluate("felt") > 0

    switch = anna.button("Sound")
    expect(switch).to_have_attribute("aria-pressed", "true")
    anna.press(switch)
    expect(switch).to_have_attribute("aria-pressed", "false")
    if not phone:  # there the window stands where the turn is, and the piano may be outside
        anna.press(anna.page.get_by_role("button", name="at the piano"))
        expect(anna.page.get_by_text("♪").first).to_be_attached()
    heard = anna.page.evaluate("heard")
    anna.take_turn()
    anna.wait()
    assert anna.page.evaluate("heard") == heard, "expected silence"

    anna.press(switch)
    anna.page.wait_for_function("(before) => heard > before", arg=heard)
    anna.page.reload()
    anna.wait()
    expect(anna.button("Sound")).to_have_attribute("aria-pressed", "true")


def test_without_motion_nothing_moves_and_nothing_is_felt(sit: Seat) -> None:
    anna = sit(phone=True)
    anna.page.add_init_script(f"({WATCH})()")
    play_now(anna)
    anna.take_turn()
    anna.wait()
    moving = "() => document.getAnimations().filter(({ playState }) => playState === 'running').length"
    assert anna.page.evaluate(moving) == 0
    assert anna.page.evaluate("felt") == 0
