"""One Chromium and one server for all browser tests of a process; the app is built when it changed."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.house import House
from tests.browser.player import Player, Seat

ROOT = Path(__file__).parents[2]
FLAGS = (
    "--no-sandbox --disable-gpu --disable-dev-shm-usage --disable-background-networking "
    "--disable-component-update --disable-sync --no-first-run"
).split()
LIMIT = 120_000
"""Milliseconds until something that does not come is missed, on a busy machine too."""
DESKTOP = (1280, 800)
PHONE = (390, 844)

expect.set_options(timeout=LIMIT)


def chromium() -> str | None:
    """Playwright's own browser (None), or the system's."""
    with sync_playwright() as play:
        if Path(play.chromium.executable_path).exists():
            return None
    return subprocess.run(
        [ROOT / "tools" / "chromium"], check=True, capture_output=True, text=True
    ).stdout.strip()


# Not for the whole session: Playwright keeps an event loop running, and asynchronous tests need their own.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    subprocess.run([ROOT / "tools" / "web"], check=True)
    path = chromium()
    with sync_playwright() as play:
        found = play.chromium.launch(executable_path=path, args=FLAGS)
        yield found
        found.close()


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    made = House(tmp_path_factory.mktemp("cafe"))
    yield made
    made.stop()


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """A server for one test alone, to be killed."""
    made = House(tmp_path)
    yield made
    made.stop()


@pytest.fixture
def sit(browser: Browser, house: House) -> Iterator[Seat]:
    """Open a browser of one's own, as `sit(phone=True)`; an error on the page fails the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_page(
        *,
        phone: bool = False,
        dark: bool = False,
        size: tuple[int, int] | None = None,
        look: str = "portraits",
        address: str | None = None,
    ) -> Player:
        width, height = size or (PHONE if phone else DESKTOP)
        context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=phone,
            is_mobile=phone,
            device_scale_factor=1,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            locale="en-GB",
            base_url=address or house.address,
        )
        liked = json.dumps(json.dumps({"look": look}))
        context.add_init_script(f"localStorage['cafe.settings'] ??= {liked}")
        context.set_default_timeout(LIMIT)
        contexts.append(context)
        page: Page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        return Player(page, touches=phone)

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []
