"""What a first visit loads."""

from __future__ import annotations

import gzip
import re

from playwright.sync_api import Browser

from tests.browser.conftest import ROOT

FIRST_LOAD = 120 * 1024
ASSETS = ROOT / "cafe" / "web" / "assets"


def loaded(name: str, seen: set[str]) -> set[str]:
    """A script and every script that it cannot start without."""
    if name not in seen:
        seen.add(name)
        text = (ASSETS / name).read_text(encoding="utf-8")
        for other in re.findall(r'(?:from|import)"\./([\w.-]+\.js)"', text):
            loaded(other, seen)
    return seen


def test_first_load_is_small(browser: Browser) -> None:
    """Scripts and styles before the board can be played, portraits and fonts apart."""
    page = (ASSETS.parent / "index.html").read_text(encoding="utf-8")
    names: set[str] = set()
    for script in re.findall(r"assets/([\w.-]+\.js)", page):
        loaded(script, names)
    for path in ASSETS.glob("TablePage-*.js"):
        loaded(path.name, names)
    parts = {name.rpartition("-")[0] for name in names}
    styles = {path.name for path in ASSETS.glob("*.css") if path.name.rpartition("-")[0] in parts}
    styles |= set(re.findall(r"assets/([\w.-]+\.css)", page))
    size = sum(len(gzip.compress((ASSETS / name).read_bytes(), 9)) for name in names | styles)
    assert len(names) >= 3
    assert size < FIRST_LOAD, f"{size} bytes in {sorted(names | styles)}"
    print(f"first load: {size} bytes")
