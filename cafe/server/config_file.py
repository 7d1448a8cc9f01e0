"""`--config FILE`: settings from a file, by the names of their variables. Flags and variables come first."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from cafe.server.settings import BadSetting, declared, nearest, variable

MOST_BYTES = 64_000


def read_config(path: Path) -> dict[str, str]:
    """The settings of a file by the names of their fields; BadSetting says which line is wrong."""
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(MOST_BYTES + 1)
    except (OSError, UnicodeError) as error:
        raise BadSetting(
            f"--config: expected a file of settings; {path} cannot be read: {_why(error)}"
        ) from None
    if len(text) > MOST_BYTES:
        raise BadSetting(f"--config: expected at most {MOST_BYTES} characters in {path}; there are more")
    fields = {variable(name): name for name in declared()}
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        name, equals, value = (part.strip() for part in line.partition("="))
        # What stands behind the name may be a password and is not repeated, even if the sign is missing.
        if not equals or name not in fields:
            name = name.split()[0] if name else ""
            raise BadSetting(
                f"{path}:{number}: expected the NAME=value of a setting; got {name!r}{nearest(name)}"
            )
        if fields[name] in found:
            raise BadSetting(f"{path}:{number}: expected every setting once; got {name} again")
        is_quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "'\""
        found[fields[name]] = value[1:-1] if is_quoted else value
    return found


def _why(error: OSError | UnicodeError) -> str:
    return error.strerror or "" if isinstance(error, OSError) else "this is not UTF-8 text"


def _use(context: typer.Context, path: Path | None) -> None:
    """Take the settings of the file wherever neither flag nor variable says otherwise."""
    if path is None:
        return
    try:
        context.default_map = read_config(path)
    except BadSetting as error:
        print(f"{context.command_path}: {error}", file=sys.stderr)
        raise typer.Exit(2) from None


Config = Annotated[
    Path | None,
    typer.Option(
        "--config", callback=_use, is_eager=True, help="a file of settings, a line each: CAFE_PORT=8989"
    ),
]
"""A parameter that a command need not look at: the file's values arrive as those of the others."""
