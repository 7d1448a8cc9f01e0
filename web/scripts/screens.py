"""Take pictures of the main screens into docs/screens: phone, tablet, desktop; light and dark; each look.

usage: .venv/bin/python web/scripts/screens.py      (from the top of the repository)
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from cafe.bots import BOTS, Budget  # noqa: E402
from cafe.rules.edition import edition  # noqa: E402
from cafe.rules.seating import legal_actions  # noqa: E402
from cafe.rules.setup import new_game  # noqa: E402
from cafe.rules.state import State  # noqa: E402
from cafe.rules.turns import apply  # noqa: E402
from cafe.rules.view import view  # noqa: E402
from tests.browser.conftest import FLAGS, chromium  # noqa: E402
from tests.browser.house import House  # noqa: E402
from tests.browser.player import Player  # noqa: E402

TARGET = ROOT / "docs" / "screens"
SIZES = {"desktop": (1440, 900), "tablet": (1024, 768), "phone": (390, 844)}


def under_way(name: str, players: int, seed: int, steps: int) -> State:
    """A game that quick bots have played for some steps: the pictures change only when the page does."""
    state = new_game(edition(name), players, seed)
    rng, bot = Random(seed), BOTS["greedy"]()
    done = 0
    while done < steps or state.player or state.taken:
        state, _ = apply(state, bot.choose(view(state, state.player), legal_actions(state), rng, Budget()).action)
        done += 1
    return state


GAMES = {"board": under_way("board", 3, 7, 44), "card": under_way("card", 3, 11, 30)}


def picture(browser: Browser, house: House, name: str, size: str, path: str, *, dark: bool = False, look: str = "portraits") -> None:
    """One screen: a page, or (path `board` or `card`) a game under way with a guest chosen."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light", reduced_motion="reduce",
        locale="en-GB", base_url=house.address, has_touch=size == "phone", is_mobile=size == "phone",
    )
    context.add_init_script(f"localStorage.setItem('cafe.settings', {json.dumps(json.dumps({'look': look, 'language': 'en'}))})")
    page = context.new_page()
    player = Player(page, touches=size == "phone")
    if path in GAMES:
        player.practise(GAMES[path])
        useful = [index for index, free in enumerate(player.look()["hand"]) if free]
        best = max(useful, key=lambda index: len(player.choose(index)), default=0)
        player.choose(best)
    else:
        page.goto(path)
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    TARGET.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=TARGET / f"{name}.png")
    context.close()
    print(f"docs/screens/{name}.png")


def main() -> None:
    """All of them."""
    subprocess.run([ROOT / "tools" / "web"], check=True)
    path = chromium()
    with tempfile.TemporaryDirectory() as directory, sync_playwright() as play:
        house = House(Path(directory))
        browser = play.chromium.launch(executable_path=path, args=FLAGS)
        for size in SIZES:
            picture(browser, house, f"web-board-{size}", size, "board")
            picture(browser, house, f"web-board-{size}-dark", size, "board", dark=True)
        picture(browser, house, "web-card-desktop", "desktop", "card")
        picture(browser, house, "web-card-phone", "phone", "card")
        picture(browser, house, "web-flags", "desktop", "board", look="flags")
        picture(browser, house, "web-letters", "desktop", "board", look="letters")
        picture(browser, house, "web-start-desktop", "desktop", "/")
        picture(browser, house, "web-start-phone", "phone", "/")
        picture(browser, house, "web-learn-phone", "phone", "/learn/board")
        browser.close()
        house.stop()


if __name__ == "__main__":
    main()
