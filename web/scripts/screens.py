"""Take pictures of the main screens into docs/screens: phone, tablet, desktop; light and dark; each look.

usage: .venv/bin/python web/scripts/screens.py [--into FOLDER] [NAME ...]     (from the top of the repository)
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, expect, sync_playwright

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
SIZES = {"desktop": (1440, 900), "tablet": (1024, 768), "upright": (820, 1180), "phone": (390, 844)}


@dataclass(frozen=True)
class Picture:
    """One screen: a page (`/...`), a game under way with a guest chosen, or a board game that is `over`."""

    name: str
    size: str
    shows: str
    dark: bool = False
    look: str = "portraits"


PICTURES = (
    *(Picture(f"web-board-{size}", size, "board") for size in SIZES),
    *(Picture(f"web-board-{size}-dark", size, "board", dark=True) for size in ("desktop", "tablet", "phone")),
    *(Picture(f"web-card-{size}", size, "card") for size in ("desktop", "tablet", "phone")),
    Picture("web-card-phone-dark", "phone", "card", dark=True),
    *(Picture(f"web-{look}", "desktop", "board", look=look) for look in ("flags", "letters")),
    *(Picture(f"web-{look}-phone", "phone", "board", look=look) for look in ("flags", "letters")),
    Picture("web-start-desktop", "desktop", "/"),
    Picture("web-start-phone", "phone", "/"),
    Picture("web-learn-phone", "phone", "/learn/board"),
    Picture("web-end-desktop", "desktop", "over"),
    Picture("web-end-phone", "phone", "over"),
)


def under_way(name: str, players: int, seed: int, steps: int) -> State:
    """A game that quick bots have played for some steps, at the turn of player 0."""
    state = new_game(edition(name), players, seed)
    rng, bot = Random(seed), BOTS["greedy"]()
    done = 0
    while done < steps or state.player or state.taken:
        state, _ = apply(state, bot.choose(view(state, state.player), legal_actions(state), rng, Budget()).action)
        done += 1
    return state


GAMES = {
    "board": under_way("board", 4, 7, 34),
    "card": under_way("card", 3, 11, 24),
}
PLAYED = 3
"""Turns of one's own before the picture, so that the log tells of them and of the others'."""


def finish(player: Player) -> None:
    """Play a whole game against bots."""
    player.page.goto("/")
    player.press(player.button("Play now"))
    while player.wait()["turn"] != "over":
        player.rush()
    player.page.get_by_test_id("result").wait_for()


def play(player: Player, shows: str) -> None:
    """Sit down at a game, play some turns of it as the hints say, and choose who has most chairs."""
    player.practise(GAMES[shows])
    for turn in count():
        useful = [index for index, free in enumerate(player.look()["hand"]) if free]
        chairs = {index: len(player.choose(index)) for index in useful}
        if turn >= PLAYED and max(chairs.values(), default=0) > 1:
            player.choose(max(useful, key=lambda index: chairs[index]))
            return
        player.press(player.button("Hint"))
        expect(player.line()).to_contain_text("A good turn")
        if player.wait()["steps"]:
            player.send()
        else:
            player.click_and_go_on(player.page.locator(".actions button.main:enabled"))
        player.wait()


def take(browser: Browser, house: House, target: Path, picture: Picture) -> None:
    """One picture."""
    width, height = SIZES[picture.size]
    touches = picture.size != "desktop"
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme="dark" if picture.dark else "light", reduced_motion="reduce",
        locale="en-GB", base_url=house.address, has_touch=touches, is_mobile=touches,
    )
    liked = json.dumps({"look": picture.look, "language": "en"})
    context.add_init_script(f"localStorage.setItem('cafe.settings', {json.dumps(liked)})")
    page = context.new_page()
    player = Player(page, touches=touches)
    if picture.shows in GAMES:
        play(player, picture.shows)
    elif picture.shows == "over":
        finish(player)
    else:
        page.goto(picture.shows)
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    while page.locator(".toast .away").count():
        player.press(page.locator(".toast .away").first)
    page.screenshot(path=target / f"{picture.name}.png")
    context.close()
    print(target / f"{picture.name}.png")


def main() -> None:
    """All of them, or those whose names are given."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=TARGET)
    parser.add_argument("names", nargs="*")
    asked = parser.parse_args()
    asked.into.mkdir(parents=True, exist_ok=True)
    subprocess.run([ROOT / "tools" / "web"], check=True)
    path = chromium()
    with tempfile.TemporaryDirectory() as directory, sync_playwright() as playwright:
        house = House(Path(directory))
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        for picture in PICTURES:
            if not asked.names or picture.name in asked.names:
                take(browser, house, asked.into, picture)
        browser.close()
        house.stop()


if __name__ == "__main__":
    main()
