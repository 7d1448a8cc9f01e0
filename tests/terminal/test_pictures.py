"""The pictures of the terminal in docs/screens."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

SCREENS = Path(__file__).parents[2] / "docs" / "screens"


@pytest.mark.parametrize("name", ["terminal", "terminal-card"])
def test_pictures_ask_nobody_for_anything(name: str) -> None:
    text = (SCREENS / f"{name}.svg").read_text(encoding="utf-8")
    assert ElementTree.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
    assert set(re.findall(r"https?://[^\"\s]+", text)) == {"http://www.w3.org/2000/svg"}
    assert "@font-face" not in text
    assert "@import" not in text
