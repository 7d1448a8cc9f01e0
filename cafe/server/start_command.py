"""The command that starts this server again, as it is installed here."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

from cafe.server.settings import Settings


def start_command(settings: Settings) -> str:
    """With the data that it has now; where it listens is left to be added."""
    words = [*_program(), "serve"]
    if settings.data_directory:
        words += ["--data-directory", settings.data_directory]
    return shlex.join(words)


def _program() -> list[str]:
    """As short as this installation allows: by name if the shell finds it, else where it lies."""
    started = Path(sys.argv[0])
    if started.name == "__main__.py":
        return [_seen_from_here(Path(sys.executable)), "-m", "cafe"]
    found = shutil.which(started.name)
    if found is not None and started.exists() and Path(found).samefile(started):
        return [started.name]
    return [_seen_from_here(started)]


def _seen_from_here(path: Path) -> str:
    # Not resolved: the Python of a virtual environment is a link to one that does not know the café.
    path = path.absolute()
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)
