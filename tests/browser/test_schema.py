"""The page's types are those of the server."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
GUESTBOOK = """
from cafe.protocol.forms import Form


class GuestbookForm(Form, frozen=True):
    line: str
"""


def test_types_are_fresh() -> None:
    spec = importlib.util.spec_from_file_location("schema", WEB / "scripts" / "schema.py")
    assert spec is not None
    assert spec.loader is not None
    schema = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(schema)
    written = (WEB / "src" / "lib" / "protocol" / "schema.ts").read_text(encoding="utf-8")
    assert written == schema.typescript(), "run: .venv/bin/python web/scripts/schema.py"


def test_the_types_are_those_of_the_scripts_own_tree_and_of_every_module(tmp_path: Path) -> None:
    script, target = (tmp_path / "web" / name for name in ("scripts/schema.py", "src/lib/protocol/schema.ts"))
    for path in (script, target):
        path.parent.mkdir(parents=True)
    shutil.copy(WEB / "scripts" / "schema.py", script)
    for package in ("protocol", "rules"):
        shutil.copytree(ROOT / "cafe" / package, tmp_path / "cafe" / package)
    shutil.copy(ROOT / "cafe" / "__init__.py", tmp_path / "cafe")
    (tmp_path / "cafe" / "protocol" / "guestbook.py").write_text(GUESTBOOK, encoding="utf-8")
    subprocess.run([sys.executable, script], cwd=ROOT, check=True, capture_output=True)
    assert "export interface Guestbook {\n  line: string\n}" in target.read_text(encoding="utf-8")
