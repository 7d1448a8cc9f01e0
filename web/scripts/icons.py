"""Draw the icons of the installed app from web/public/icon.svg, beside it.

usage: .venv/bin/python web/scripts/icons.py      (from the top of the repository)
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import FLAGS, chromium  # noqa: E402

PUBLIC = ROOT / "web" / "public"
ICONS = {
    "icon-192.png": (192, None),
    "icon-512.png": (512, None),
    "icon-maskable.png": (512, 0.8),
    "apple-touch-icon.png": (180, 0.95),
}
"""Pixels, and how large the drawing stands on a ground without corners, for systems that cut their own shape."""
CORNERS, DRAWING = 'rx="15"', "<g "


def ground(svg: str, scale: float) -> str:
    """The icon with its colour to the edges and the drawing in the middle, that much smaller."""
    assert svg.count(CORNERS) == svg.count(DRAWING) == 1, svg
    return svg.replace(CORNERS, "").replace(
        DRAWING, f'<g transform="translate(32 32) scale({scale}) translate(-32 -32)" '
    )


def main() -> None:
    """All of them."""
    svg = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    path = chromium()
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=FLAGS)
        for name, (size, scale) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<style>body {{ margin: 0 }} svg {{ display: block; width: {size}px }}</style>"
                + (svg if scale is None else ground(svg, scale))
            )
            page.screenshot(path=PUBLIC / name, omit_background=True)
            print(f"web/public/{name}")
        browser.close()


if __name__ == "__main__":
    main()
