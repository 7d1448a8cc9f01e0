"""docs/architecture.md names only files and functions that exist, and leaves no package out."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
NAMED = re.compile(r"`((?:cafe|web)/[\w./]*)(?::(\w+))?`")


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


def test_every_package_of_the_server_is_on_the_map() -> None:
    packages = [
        f"cafe/server/{folder.parent.name}/" for folder in (ROOT / "cafe/server").glob("*/__init__.py")
    ]
    assert len(packages) > 4
    assert [package for package in packages if f"`{package}`" not in PAGE] == []
