"""What the browser does not do: paint the board while a guest is dragged, or shift what is read."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.player import Seat
from tests.browser.trace import drag_over_board

# The log is the exception: a new turn stands on top of the older ones. A pixel is not seen. What moves soon
# after a tap counts, too: over a slow line it moves later.
SHIFTS = """() => {
  window.shifts = []
  const far = ({ previousRect: from, currentRect: to }) => Math.hypot(to.x - from.x, to.y - from.y) >= 2
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries()) {
      const moved = sources.filter(({ node }) => !node?.closest?.('.log'))
      window.shifts.push(...moved.filter(far).map(({ node }) => node?.outerHTML ?? 'gone'))
    }
  }).observe({ type: 'layout-shift', buffered: true })
}"""


def test_dragging_lays_out_nothing_and_paints_no_board(sit: Seat, browser: Browser) -> None:
    anna = sit()
    anna.page.goto("/")
    anna.press(anna.button("Play now"))
    anna.wait()
    drag = drag_over_board(browser, anna)
    assert drag.moves >= 30
    assert drag.layouts == 0
    assert drag.paints == []


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_nothing_shifts(sit: Seat, phone: bool) -> None:
    anna = sit(phone=phone)
    anna.page.add_init_script(f"({SHIFTS})()")
    shifts = {}
    for path in ("/", "/new/friends", "/lobby", "/rules/board", "/learn/board"):
        anna.page.goto(path)
        anna.page.wait_for_load_state("networkidle")
        shifts[path] = anna.page.evaluate("shifts")
    anna.page.goto("/")
    anna.press(anna.button("Play now"))
    for _ in range(2):
        anna.wait()
        anna.take_turn()
    anna.wait()
    shifts["the game"] = anna.page.evaluate("shifts")
    assert {path: each for path, each in shifts.items() if each} == {}
