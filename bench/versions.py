"""Versions of the project that can be measured beside each other: the working tree, and any commit."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed
from pathlib import Path

ROOT = Path(__file__).parents[1]
PIN = re.compile(r"^([\w.-]+)==([^\s;]+)(?: \\)?$", re.MULTILINE)
"""A package and its version; one that only some versions of Python need does not count."""


@dataclass(frozen=True)
class Version:
    """A source tree and the Python that runs it."""

    name: str
    folder: Path
    python: str

    def environment(self, others: Mapping[str, str]) -> dict[str, str]:
        """Environment variables that make `import cafe` mean this tree, in child processes too."""
        return {**others, "PYTHONPATH": str(self.folder)}


def working_tree() -> Version:
    """What lies here, changes that are not committed included."""
    return Version(_described(), ROOT, sys.executable)


@contextmanager
def checked_out(revision: str) -> Iterator[Version]:
    """A commit in a temporary folder, with its own packages if it pins any that are not installed here."""
    commit = _git("rev-parse", "--verify", "--quiet", "--short", f"{revision}^{{commit}}").strip()
    if not commit:
        sys.exit(f"expected a commit to compare with, such as main or HEAD~3; got {revision!r}")
    with tempfile.TemporaryDirectory(prefix="cafe-bench-") as folder:
        tree = Path(folder)
        archive = subprocess.check_output(["git", "archive", commit], cwd=ROOT)
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(tree, filter="data")
        python = sys.executable
        if not _has_pins(tree / "requirements.txt"):
            subprocess.run(["tools/venv", ".venv", "requirements.txt"], cwd=tree, check=True)
            python = str(tree / ".venv/bin/python")
        yield Version(commit, tree, python)


def _has_pins(file: Path) -> bool:
    """Whether every package of a requirements file is installed here in the version that it names."""
    pins = PIN.findall(file.read_text(encoding="utf-8"))
    try:
        return all(installed(name) == pinned for name, pinned in pins)
    except PackageNotFoundError:
        return False


def _described() -> str:
    changed = " with uncommitted changes" if _git("status", "--porcelain", "--untracked-files=no") else ""
    return _git("rev-parse", "--short", "HEAD").strip() + changed


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True).stdout
