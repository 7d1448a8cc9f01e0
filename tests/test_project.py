"""The project's own promises: one version, a quick and plain rulebook import, every library named."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from typer.testing import CliRunner

import cafe
from cafe.cli import app

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


@pytest.mark.parametrize("words", [(), ("serve",), ("admin",), ("admin", "bans")])
def test_a_short_flag_asks_for_help_too(words: tuple[str, ...]) -> None:
    done = CliRunner().invoke(app, [*words, "-h"])
    assert (done.exit_code, "Usage: " in done.stdout) == (0, True)


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


def plain(name: str) -> str:
    """The name of a library as an index writes it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def test_third_party_names_every_pinned_library() -> None:
    rows = re.findall(
        r"^\| ([\w.-]+) \|", (ROOT / "THIRD_PARTY.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    listed = {plain(name) for name in rows}
    for file in (
        "requirements.txt",
        "requirements-run.txt",
        "requirements-lab.txt",
    ):
        pins = re.findall(r"^([\w.-]+)==", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
        assert pins
        assert [pin for pin in pins if plain(pin) not in listed] == []


PIN = re.compile(r"[\w.-]+==[\w.]+( ; [^:]+?)?(\s+--hash=sha256:[0-9a-f]{64})+")


def test_every_pin_has_hashes_and_none_an_address() -> None:
    files = sorted(ROOT.glob("requirements*.txt"))
    assert len(files) >= 5
    for file in files:
        text = file.read_text(encoding="utf-8").replace("\\\n", " ")
        for line in text.splitlines():
            assert re.fullmatch(r"#.*|[\w.-]+==[\w.]+( ; [^:]+?)?(\s+--hash=sha256:[0-9a-f]{64})+", line), (
                line
            )
    for lock in (ROOT / "web" / "package-lock.json", ROOT / "bench" / "load" / "peer" / "package-lock.json"):
        packages = json.loads(lock.read_text(encoding="utf-8"))["packages"]
        assert [name for name, found in packages.items() if name and "integrity" not in found] == []
        assert [name for name, found in packages.items() if "resolved" in found] == []
