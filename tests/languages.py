"""The languages of the browser game, found by their files."""

from __future__ import annotations

from pathlib import Path

TEXTS = Path(__file__).parents[1] / "web" / "src" / "lib" / "text"
LANGUAGES = sorted(path.stem for path in TEXTS.glob("??.ts"))
