"""Planning one's turn while somebody else thinks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.axe import serious_findings
from tests.browser.games import accept, open_room
from tests.browser.house import House
from tests.browser.player import Seat
from tests.rules.drawing import drawn

TWO_TABLES = """
.   RUm .   .  .
RUf RU  .   GB .
.   .   FR  .  .
.   ES  .   IT .
.   .   .   .  .
"""


def test_a_plan_is_kept_until_it_is_ones_turn(sit: Seat) -> None:
    anna, ben = sit(), sit(phone=True)
    accept(ben, open_room(anna))
    anna.press(anna.button("Begin the game"))
    for each in (anna, ben):
        each.wait_version(0)
    mover, waits = (anna, ben) if anna.look()["turn"] == "yours" else (ben, anna)
    expect(waits.page.get_by_test_id("line")).to_contain_text("Plan your turn while you wait")
    planned = False
    # In one deal of ten nobody in hand finds a chair; after another round café and hand are different ones.
    for _ in range(12):
        for index in range(len(waits.look()["hand"])):
            guest = waits.page.locator(f"[data-hand='{index}']")
            if (guest.get_attribute("data-guest") or "").startswith("JK"):
                continue
            waits.choose(index)
            name = re.escape((guest.get_attribute("aria-label") or "").split(",")[0])
            expect(waits.page.get_by_test_id("line")).to_contain_text(re.compile(f"chair.* for {name}"))
            lit = [cell for cell in waits.look()["chairs"] if cell != "bar"]
            if lit:
                waits.press(waits.page.locator(f"[data-offer='{lit[0]}']"))
                expect(waits.page.locator(".fresh").first).to_be_visible()
                planned = True
                break
        if planned:
            break
        for player in (mover, waits):
            player.wait()
            player.take_turn()
    assert planned
    expect(waits.page.get_by_label("Your hand").first).to_contain_text("Your plan")
    expect(waits.page.locator("button[data-key=s]")).to_be_disabled()
    assert serious_findings(waits.page) == []
    steps, version = waits.look()["steps"], waits.look()["version"]

    mover.wait()
    mover.to_bar()
    waits.wait_version(version + 1)
    waits.wait()
    assert waits.look()["steps"] == steps, "a guest at the bar takes nobody's chair: the plan stands"
    waits.press(waits.button("Take back"))
    expect(waits.page.locator(".fresh")).to_have_count(0)


@pytest.fixture
def slow_house(tmp_path: Path) -> Iterator[House]:
    """A server whose bots wait for a minute."""
    made = House(tmp_path, bot_pause_ms=60_000)
    yield made
    made.stop()


def test_a_plan_in_the_card_game_survives_what_others_draw(sit: Seat, slow_house: House) -> None:
    """Nobody in the bot's hand fits, so it draws; it does so when the server is back, a minute ahead."""
    anna = sit(phone=True, address=slow_house.address)
    anna.practise(drawn("card", TWO_TABLES, ["RUm CNf", "CUf"]))
    anna.draw()
    expect(anna.line()).to_contain_text("Plan your turn while you wait")
    anna.press(anna.guest("RUm"))
    anna.press(anna.page.locator("[data-offer='c2']"))
    expect(anna.page.locator(".fresh")).to_have_count(1)
    expect(anna.button("Draw a card")).to_have_count(0)
    expect(anna.page.locator("button[data-key=s]")).to_be_disabled()

    slow_house.kill()
    slow_house.seconds_ahead = 60
    slow_house.start()
    assert anna.wait()["steps"] == 1, "a card drawn changes nothing in the café: the plan stands"
    anna.send()
    expect(anna.page.locator("[data-cell='c2'] .fresh")).to_have_count(0)
