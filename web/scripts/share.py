"""Draw the pictures that go with shared links, one a game, into web/public/share.

usage: .venv/bin/python web/scripts/share.py      (from the top of the repository)
"""

from __future__ import annotations

import base64
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import FLAGS, chromium  # noqa: E402
from tests.browser.house import House  # noqa: E402
from tests.browser.player import Player  # noqa: E402

TARGET = ROOT / "web" / "public" / "share"
GAMES = {"board": ("Play now", "The board game", 52), "card": ("The card game", "The card game", 7)}
"""The button that starts it, its name, and how many guests sit in the picture at least."""
PLACES = {"board": "left:548px;top:-34px;width:1180px", "card": "left:566px;top:-2px;width:634px"}
# The start page lends its fonts, colours and faces.
COMPOSE = """([room, game, place]) => {
  const faces = [...document.querySelectorAll('.faces img')].slice(0, 5).map((each) => each.src)
  const face = (src, at) => `<img src="${src}" style="width:92px;height:92px;margin-right:-14px;border:4px solid
    var(--page);border-radius:${at % 2 ? '24px' : '50%'};background:var(--panel)">`
  document.body.innerHTML = `<div style="position:fixed;inset:0;overflow:hidden;background:var(--page)">
    <img src="${room}" style="position:absolute;${place}">
    <div style="position:absolute;inset:0;background:linear-gradient(90deg, var(--page) 45%, transparent 53%)"></div>
    <div style="position:absolute;left:64px;top:96px;width:500px">
      <p style="margin:0 0 30px">${faces.map(face).join('')}</p>
      <p style="margin:0;font:650 74px/1.04 var(--serif);letter-spacing:-.02em;color:var(--accent)">Café<br>International</p>
      <p style="margin:26px 0 0;font:550 33px/1.3 var(--sans);color:var(--ink)">${game}</p>
      <p style="margin:6px 0 0;font:450 27px/1.35 var(--sans);color:var(--ink-2)">Guests of twelve nations look for a chair.</p>
    </div></div>`
}"""


def draw(browser: Browser, house: House, game: str) -> None:
    """One picture: the café of a game under way, and what it is called."""
    context = browser.new_context(
        viewport={"width": 1500, "height": 1000}, reduced_motion="reduce", locale="en-GB", base_url=house.address
    )
    player = Player(context.new_page())
    player.page.goto("/")
    button, words, guests = GAMES[game]
    player.press(player.button(button))
    while player.page.locator(".chair image[href*=guests]").count() < guests:
        if player.wait()["turn"] == "over":
            player.press(player.button("Play again"))
        else:
            player.take_turn()
    player.page.evaluate("document.fonts.ready")
    room = base64.b64encode(player.page.locator("svg.board").screenshot()).decode()
    player.page.set_viewport_size({"width": 1200, "height": 630})
    player.page.goto("/")
    player.page.locator(".faces img").first.wait_for(state="attached")
    player.page.evaluate(COMPOSE, [f"data:image/png;base64,{room}", words, PLACES[game]])
    player.page.wait_for_load_state("networkidle")
    TARGET.mkdir(parents=True, exist_ok=True)
    player.page.screenshot(path=TARGET / f"{game}.jpg", type="jpeg", quality=86)
    print(f"web/public/share/{game}.jpg")
    context.close()


def main() -> None:
    """Both."""
    subprocess.run([ROOT / "tools" / "web"], check=True)
    path = chromium()
    with tempfile.TemporaryDirectory() as directory, sync_playwright() as play:
        house = House(Path(directory))
        browser = play.chromium.launch(executable_path=path, args=FLAGS)
        for game in GAMES:
            draw(browser, house, game)
        browser.close()
        house.stop()


if __name__ == "__main__":
    main()
