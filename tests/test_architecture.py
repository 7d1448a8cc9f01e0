"""docs/architecture.md names only files and functions that exist, and leaves no package out."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
NAMED = re.compile(r"`((?:cafe|web|tests|docs|tools)/[\w./-]*)(?::(\w+))?(?: check)?`")
CHANGES = (
    "a price at the bar",
    "an edition",
    "a language",
    "an HTTP endpoint",
    "a kind of clock",
    "a bot level",
    "a table setting",
    "an event kind",
)
"""What somebody new to the code is most likely to change."""


def test_every_file_and_function_on_the_map_exists() -> None:
    named = NAMED.findall(PAGE)
    assert len(named) > 40
    assert [path for path, _ in named if not (ROOT / path).exists()] == []
    missing = []
    for path, name in named:
        if name and not re.search(
            rf"^\s*(?:async )?(?:def|class) {name}\b", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE
        ):
            missing.append(f"{path}:{name}")
    assert missing == []


def test_every_package_is_on_the_map() -> None:
    packages = [
        f"{parent}/{folder.parent.name}/"
        for parent in ("cafe", "cafe/server")
        for folder in (ROOT / parent).glob("*/__init__.py")
    ]
    assert len(packages) > 15
    assert [package for package in packages if f"`{package}`" not in PAGE] == []


def test_the_map_says_where_to_change_what() -> None:
    table = PAGE[PAGE.index("\n## Where to change what\n") :]
    for change in CHANGES:
        row = re.search(rf"^\| {re.escape(change)}\b.*$", table, re.MULTILINE)
        assert row is not None, f"no row for {change}"
        _, edit, checked = row[0].strip("|").split(" | ")
        assert NAMED.search(edit), f"no file to edit for {change}"
        assert NAMED.search(checked), f"nothing checks {change}"
