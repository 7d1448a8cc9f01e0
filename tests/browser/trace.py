"""What the browser does while a guest is dragged over the board, from its own trace."""

from __future__ import annotations

import json
from dataclasses import dataclass

from playwright.sync_api import Browser

from tests.browser.player import Player

CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
MOVES = 60
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@dataclass(frozen=True)
class Drag:
    """Counts of one drag, and the milliseconds of script that each pointer move took."""

    moves: int
    layouts: int
    paints: list[str]
    script: list[float]


def drag_over_board(browser: Browser, player: Player) -> Drag:
    """Lift the first guest who may sit and move it over the whole board, lit chairs among it."""
    page, mouse = player.page, player.page.mouse
    index = next(number for number, free in enumerate(player.look()["hand"]) if free)
    tile = page.locator(f"[data-hand='{index}']").bounding_box()
    board = page.locator(".board").bounding_box()
    assert tile
    assert board
    mouse.move(tile["x"] + 20, tile["y"] + 20)
    mouse.down()
    mouse.move(tile["x"] - 40, tile["y"] - 40, steps=4)
    page.locator("[data-offer]").first.wait_for()
    mouse.move(board["x"] + 30, board["y"] + 30, steps=4)
    page.evaluate(TWO_FRAMES)
    browser.start_tracing(page=page, categories=CATEGORIES)
    for row in range(3):
        y = board["y"] + board["height"] * (row + 0.5) / 3
        side = 30 if row % 2 else board["width"] - 30
        mouse.move(board["x"] + side, y, steps=MOVES // 6)
        chair = page.locator("[data-offer]").nth(row % page.locator("[data-offer]").count()).bounding_box()
        assert chair
        mouse.move(chair["x"] + chair["width"] / 2, chair["y"] + chair["height"] / 2, steps=MOVES // 6)
    page.evaluate(TWO_FRAMES)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    mouse.up()
    dispatched = [
        each["dur"] / 1000
        for each in events
        if each["name"] == "EventDispatch" and each["args"]["data"]["type"] == "pointermove"
    ]
    return Drag(
        len(dispatched),
        sum(each["name"] == "Layout" for each in events),
        [str(each["args"].get("data")) for each in events if each["name"] == "Paint"],
        dispatched,
    )
