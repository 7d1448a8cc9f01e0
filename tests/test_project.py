"""The project's own promises: one version, a quick and plain rulebook import, every library named."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import cafe

ROOT = Path(__file__).parents[1]


def test_version_is_the_installed_one() -> None:
    assert metadata.version("cafe-international") == cafe.__version__


def test_command_prints_the_version() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from cafe.cli import main; main()", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"cafe {cafe.__version__}\n"


def test_rules_import_the_standard_library_only() -> None:
    for path in (ROOT / "cafe" / "rules").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            for name in names:
                inside = name == "cafe.rules" or name.startswith("cafe.rules.")
                assert inside or name.split(".")[0] in sys.stdlib_module_names, f"{path.name} imports {name}"


def test_nothing_is_imported_from_a_test_module() -> None:
    for path in (ROOT / "tests").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tests."):
                name = (node.module or "").rpartition(".")[2]
                assert name != "conftest", f"{path} imports from a conftest; a plain module can be shared"
                assert not name.startswith("test_"), (
                    f"{path} imports from {name}; a plain module can be shared"
                )


def test_third_party_names_every_pinned_library() -> None:
    listed = (ROOT / "THIRD_PARTY.md").read_text(encoding="utf-8")
    for file in ("requirements.txt", "requirements-lab.txt", "requirements-bench.txt"):
        pins = re.findall(r"^([\w.-]+)==", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
        assert pins
        assert [pin for pin in pins if f"| {pin} |" not in listed] == []
