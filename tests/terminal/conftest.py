"""Starting the real program in a pseudo-terminal, or with pipes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.terminal.terminal import Run, Start, Terminal


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start `cafe` in a pseudo-terminal with a home of its own."""
    with ExitStack() as stack:

        def started(*arguments: str, **options: object) -> Terminal:
            return stack.enter_context(Terminal(*arguments, home=tmp_path, **options))  # type: ignore[arg-type]

        yield started


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run `cafe` with pipes instead of a terminal."""

    def runs(*arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "cafe", *arguments],
            input=typed,
            capture_output=True,
            encoding="utf-8",
            env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), "LANG": "C.UTF-8", **environment},
            check=False,
            timeout=60,
        )

    return runs
