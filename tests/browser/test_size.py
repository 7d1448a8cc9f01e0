"""What a first visit loads."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
FIRST_LOAD = 120 * 1024


def test_first_load_is_small(browser: Browser) -> None:
    """What the start page and the board need before they can be used, portraits and fonts apart."""
    web = ROOT / "cafe" / "web"
    page = (web / "index.html").read_text(encoding="utf-8")
    names = set(re.findall(r"assets/[\w-]+\.(?:js|css)", page))
    names |= {f"assets/{path.name}" for path in (web / "assets").glob("TablePage-*")}
    for name in [each for each in names if "TablePage" in each and each.endswith(".js")]:
        names |= {
            f"assets/{each}"
            for each in re.findall(r'from"\./([\w-]+\.js)"', (web / name).read_text(encoding="utf-8"))
        }
    size = sum(len(gzip.compress((web / name).read_bytes(), 9)) for name in names)
    assert len(names) >= 4
    assert size < FIRST_LOAD, f"{size} bytes in {sorted(names)}"
