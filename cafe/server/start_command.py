"""The command that starts this server again, as it is installed here."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

from cafe.server.settings import declared, flag, variable

LEFT_OUT = ("host", "port")
"""Settings that whoever reads the command is going to add."""


def start_command() -> str:
    """The host's own command, with the variables as flags; the address to listen on is to be added.

    A database or Redis whose address contains a password is left out: that stays in the host's variables.
    """
    given = _flags(sys.argv[2:])
    names = {flag(name): variable(name) for name in declared() if name not in LEFT_OUT}
    given += [
        (option, os.environ[name])
        for option, name in names.items()
        if os.environ.get(name) and option not in dict(given)
    ]
    kept = [pair for pair in given if pair[0] in (*names, "--config") and not _has_password(pair[1])]
    return shlex.join([*_program(), "serve", *(word for pair in kept for word in pair)])


def _flags(words: Sequence[str]) -> list[tuple[str, str]]:
    """The flags that take a value, each with it."""
    found, rest = [], iter(words)
    for word in rest:
        name, equals, value = word.partition("=")
        if name != "--open":
            found.append((name, value if equals else next(rest, "")))
    return found


def _has_password(value: str) -> bool:
    try:
        parts = urlsplit(value)
    except ValueError:
        return True
    return parts.password is not None or "password" in parts.query


def _program() -> list[str]:
    """As short as this installation allows: by name if the shell finds it, otherwise by path."""
    started = Path(sys.argv[0])
    if started.name == "__main__.py":
        return [_seen_from_here(Path(sys.executable)), "-m", "cafe"]
    found = shutil.which(started.name)
    if found is not None and started.exists() and Path(found).samefile(started):
        return [started.name]
    return [_seen_from_here(started)]


def _seen_from_here(path: Path) -> str:
    # Not resolved: the Python of a virtual environment is a link to one without this package.
    path = path.absolute()
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)
