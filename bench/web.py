"""The browser app on a slow phone and over a very slow line; the work of a bot's turn and of a drag.

A cold visit with the processor slowed down four times and a slow 4G line (1.6 Mbit/s down, 0.75 up, 150 ms
there and back), as Lighthouse does it: what is painted when, when the first button works, what blocks,
how many bytes come, what shifts; then the way from the first tap to a board that can be played. Over a line
as in a train in the mountains (400 kbit/s, 400 ms): how long until somebody in a hurry can play. And the
longest task of the main thread while bots play with everything that moves, from the browser's own trace.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from bench.report import heading, spread
from tests.browser.conftest import FLAGS, ROOT, chromium
from tests.browser.house import House
from tests.browser.player import Player
from tests.browser.trace import drag_over_board

VISITS = 5
SLOW_4G = {"latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
MOUNTAINS = {"latency": 400, "downloadThroughput": 400_000 / 8, "uploadThroughput": 400_000 / 8}
SLOWER = 4
BOT_TURNS = 8
TASKS = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
WATCH = """() => {
  window.seen = { shift: 0, blocked: 0, largest: 0 }
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch('layout-shift', (each) => { if (!each.hadRecentInput) seen.shift += each.value })
  watch('longtask', (each) => { seen.blocked += Math.max(0, each.duration - 50) })
  watch('largest-contentful-paint', (each) => { seen.largest = each.startTime })
}"""
FIRST = "performance.getEntriesByName('first-contentful-paint')[0].startTime"


def main() -> None:
    """Print the figures of some cold visits and of one drag."""
    subprocess.run([ROOT / "tools" / "web"], check=True)
    path = chromium()
    with tempfile.TemporaryDirectory() as directory, sync_playwright() as play:
        house = House(Path(directory))
        browser = play.chromium.launch(executable_path=path, args=FLAGS)
        heading("the browser app", "playwright")
        print(
            f"browser  Chromium {browser.version}, processor {SLOWER} x slower, slow 4G, {VISITS} cold visits"
        )
        figures: dict[str, list[float]] = defaultdict(list)
        for _ in range(VISITS):
            for name, value in visit(browser, house).items():
                figures[name].append(value)
        for name, values in figures.items():
            print(f"{name:<38}{told(name, values)}")
        hurries = [hurry(browser, house) for _ in range(VISITS)]
        print(f"{'400 kbit/s, 400 ms: playable after, ms':<38}{spread(hurries, '', 0)}")
        bot_turns(browser, house)
        drag(browser, house)
        browser.close()
        house.stop()


def told(name: str, values: Sequence[float]) -> str:
    return spread(values, "", 3 if name.startswith("layout") else 0)


def phone(browser: Browser, house: House) -> BrowserContext:
    """A phone that has never been here."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844},
        is_mobile=True,
        has_touch=True,
        locale="en-GB",
        base_url=house.address,
        service_workers="block",
    )
    context.set_default_timeout(120_000)
    return context


def visit(browser: Browser, house: House) -> dict[str, float]:
    """One visit with nothing cached, on a phone."""
    context = phone(browser, house)
    context.add_init_script(f"({WATCH})()")
    page = context.new_page()
    loaded = slow_down(page)
    page.goto("/")
    page.locator("button.main.big:enabled").wait_for()
    figures = {
        "first contentful paint, ms": page.evaluate(FIRST),
        "first button works, ms": page.evaluate("performance.now()"),
    }
    page.wait_for_load_state("networkidle")
    figures["largest contentful paint, ms"] = page.evaluate("seen.largest")
    figures["blocked by long tasks, ms"] = page.evaluate("seen.blocked")
    figures |= {f"start page, {kind}, KB": size / 1024 for kind, size in sorted(loaded.items())}
    before = page.evaluate("performance.now()")
    page.locator("button.main.big").tap()
    page.locator(".screen[data-ready=true]").wait_for()
    figures["from the tap to a playable board, ms"] = page.evaluate("performance.now()") - before
    page.wait_for_load_state("networkidle")
    figures |= {f"with the board, {kind}, KB": size / 1024 for kind, size in sorted(loaded.items())}
    figures["layout shift"] = page.evaluate("seen.shift")
    context.close()
    return figures


def slow_down(page: Page) -> dict[str, float]:
    """Slow the page down; the bytes that come over the line, by kind, as they come."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {"offline": False, **SLOW_4G})
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    kinds: dict[str, str] = {}
    loaded: dict[str, float] = defaultdict(float)
    told = {"Script": "JS and CSS", "Stylesheet": "JS and CSS", "Font": "fonts", "Image": "pictures"}
    session.on("Network.responseReceived", lambda each: kinds.update({each["requestId"]: each["type"]}))

    def finished(each: dict[str, object]) -> None:
        kind = told.get(kinds.get(str(each["requestId"]), ""), "the rest")
        loaded[kind] += float(str(each["encodedDataLength"]))

    session.on("Network.loadingFinished", finished)
    return loaded


def hurry(browser: Browser, house: House) -> float:
    """Milliseconds until the board can be played, for who taps as soon as there is a button."""
    context = phone(browser, house)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {"offline": False, **MOUNTAINS})
    page.goto("/", wait_until="commit")
    page.locator("button.main.big:enabled").tap()
    page.locator(".screen[data-ready=true]").wait_for()
    found: float = page.evaluate("performance.now()")
    context.close()
    return found


def bot_turns(browser: Browser, house: House) -> None:
    """The longest task of the main thread from sending a turn until all bots have shown theirs."""
    context = phone(browser, house)
    player = Player(context.new_page(), touches=True)
    player.page.goto("/")
    player.press(player.button("Play now"))
    player.wait()
    context.new_cdp_session(player.page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    longest: list[float] = []
    while len(longest) < BOT_TURNS and player.wait()["turn"] == "yours":
        browser.start_tracing(page=player.page, categories=TASKS)
        version = player.rush()
        player.page.evaluate("console.timeStamp('sent')")
        player.wait_version(version)
        player.wait()
        longest.append(longest_task(json.loads(browser.stop_tracing())["traceEvents"]))
    print(f"{'longest task while bots play, ms':<38}{spread(longest, '', 0)}")
    context.close()


def longest_task(events: list[dict[str, Any]]) -> float:
    """Milliseconds of the processor that the longest task of the main thread took after the turn was sent."""
    sent = next(each["ts"] for each in events if each["name"] == "TimeStamp")
    mains = {
        (each["pid"], each["tid"])
        for each in events
        if each["name"] == "thread_name" and each["args"]["name"] == "CrRendererMain"
    }
    return max(
        float(each["tdur"]) / 1000
        for each in events
        if each["name"] == "RunTask"
        and (each["pid"], each["tid"]) in mains
        and "tdur" in each
        and each["ts"] > sent
    )


def drag(browser: Browser, house: House) -> None:
    """What one drag over the whole board costs."""
    context = browser.new_context(
        viewport={"width": 1440, "height": 900}, locale="en-GB", base_url=house.address
    )
    player = Player(context.new_page())
    player.page.goto("/")
    player.press(player.button("Play now"))
    player.wait()
    found = drag_over_board(browser, player)
    print(f"dragging a guest: {found.moves} moves, {found.layouts} layouts, {len(found.paints)} paints")
    print(f"{'script for a pointer move':<38}{spread(found.script, 'ms', 3)}")
    context.close()
