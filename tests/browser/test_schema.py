"""The page's types are those of the server."""

from __future__ import annotations

import importlib.util
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"


def test_types_are_fresh() -> None:
    spec = importlib.util.spec_from_file_location("schema", WEB / "scripts" / "schema.py")
    assert spec is not None
    assert spec.loader is not None
    schema = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(schema)
    written = (WEB / "src" / "lib" / "protocol" / "schema.ts").read_text(encoding="utf-8")
    assert written == schema.typescript(), "run: .venv/bin/python web/scripts/schema.py"
