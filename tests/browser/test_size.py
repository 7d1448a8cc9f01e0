"""What a first visit loads."""

from __future__ import annotations

from playwright.sync_api import Browser, Response

from tests.browser.house import House
from tests.browser.player import Player

FIRST_LOAD = 120 * 1024


def test_first_load_is_small(browser: Browser, house: House) -> None:
    """Scripts and styles over the line until the board can be played, portraits and fonts apart."""
    context = browser.new_context(locale="en-GB", service_workers="block", base_url=house.address)
    anna = Player(context.new_page())
    loaded: list[Response] = []
    anna.page.on("response", lambda each: loaded.append(each))
    anna.page.goto("/")
    anna.press(anna.button("Play now"))
    anna.wait()
    sizes = {
        each.url: each.request.sizes()["responseBodySize"]
        for each in loaded
        if each.request.resource_type in ("script", "stylesheet")
    }
    pictures = [each for each in loaded if each.request.resource_type in ("image", "font")]
    assert len(sizes) >= 3
    assert sum(sizes.values()) < FIRST_LOAD, sizes
    assert all("immutable" in each.headers["cache-control"] for each in pictures if "/assets/" in each.url)
    print(f"first load: {sum(sizes.values())} bytes")
    context.close()
