"""`--config FILE`: settings from a file, by the names of their variables, which take precedence over it."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import fields
from pathlib import Path
from typing import Annotated

import typer

from cafe.server.settings import BadSetting, Settings, declared, flag, nearest, variable

MOST_BYTES = 64_000
QUOTES = ("'", '"')


def read_config(path: Path) -> dict[str, str]:
    """The settings in a file by the names of their fields; a BadSetting error says which line is wrong."""
    try:
        with path.open(encoding="utf-8-sig") as file:  # Windows puts a mark before the first line
            text = file.read(MOST_BYTES + 1)
    except (OSError, UnicodeError) as error:
        raise BadSetting(
            f"--config: expected a file of settings; {path} cannot be read: {_why(error)}"
        ) from None
    if len(text) > MOST_BYTES:
        raise BadSetting(f"--config: expected at most {MOST_BYTES} characters in {path}; there are more")
    names = {variable(name): name for name in declared()}
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        name, equals, value = (part.strip() for part in line.partition("="))
        # What follows the name may be a password and is not repeated, even if the = is missing.
        if not equals or name not in names:
            name, *rest = name.split() or [""]
            if name == "export" and rest:
                raise BadSetting(f"{path}:{number}: expected NAME=value; got it after the word export")
            if name in names:
                raise BadSetting(f"{path}:{number}: expected {name}=value; there is no = after the name")
            raise BadSetting(
                f"{path}:{number}: expected the NAME=value of a setting; got {name!r}{nearest(name)}"
            )
        if names[name] in found:
            raise BadSetting(f"{path}:{number}: expected every setting once; got {name} again")
        try:
            found[names[name]] = _checked(names[name], _unquoted(value), path)
        except BadSetting as error:
            told = str(error).removeprefix(f"{flag(names[name])}: ")
            raise BadSetting(f"{path}:{number}: {name}: {told}") from None
    return found


def line_of(path: Path, name: str) -> int:
    """The number of the line that has a setting of a file which was read."""
    lines = path.read_text(encoding="utf-8-sig").splitlines()
    names = [line.partition("=")[0].strip() for line in lines]
    return 1 + names.index(variable(name))


def _unquoted(value: str) -> str:
    """The value without the quotes around it; what it is does not appear in the error: it may be secret."""
    if len(value) > 1 and value[0] == value[-1] and value[0] in QUOTES:
        return value[1:-1]
    if re.search(r"\s#", value):
        raise BadSetting(
            "expected a comment to have a line of its own; if the # belongs to the value, put that in quotes"
        )
    if value[:1] in QUOTES or value[-1:] in QUOTES:
        raise BadSetting("expected quotes on both sides of the value, or on neither; got one")
    return value


def _checked(name: str, value: str, path: Path) -> str:
    """The value as a flag would have it; a relative path is relative to the file's folder."""
    default = {field.name: field.default for field in fields(Settings)}[name]
    if isinstance(default, int):
        if not re.fullmatch(r"[+-]?[0-9]+", value):
            raise BadSetting(f"expected a whole number; got {value!r}")
        Settings(**{name: int(value)})  # type: ignore[arg-type]
    elif name == "redis_url":
        Settings(redis_url=value, database_url="postgresql://host/cafe")  # the two are compared later
    else:
        Settings(**{name: value})  # type: ignore[arg-type]
    if name == "database_url" and value:
        _check_database(value)
    if name == "data_directory" and value:
        return str(path.parent.absolute() / os.path.expanduser(value))
    if name == "database_url" and (file := re.fullmatch(r"sqlite:///([^/~].*)", value)):
        return f"sqlite:///{path.parent.absolute() / file[1]}"
    return value


def _check_database(url: str) -> None:
    from cafe.store.database import read_url  # only those who name a database load what reads its address
    from cafe.store.errors import DatabaseUrl

    try:
        read_url(url)
    except DatabaseUrl as error:
        raise BadSetting(str(error)) from None


def _why(error: OSError | UnicodeError) -> str:
    return error.strerror or "" if isinstance(error, OSError) else "this is not UTF-8 text"


def _use(context: typer.Context, path: Path | None) -> Path | None:
    """Use the settings in the file wherever neither a flag nor a variable says otherwise."""
    if path is None:
        return None
    try:
        context.default_map = read_config(path)
    except BadSetting as error:
        command = " ".join(context.command_path.split()[:2])
        print(f"{command}: {error}", file=sys.stderr)
        raise typer.Exit(2) from None
    return path


Config = Annotated[
    Path | None,
    typer.Option(
        "--config", callback=_use, is_eager=True, help="a file of settings, a line each: CAFE_PORT=8989"
    ),
]
"""A parameter that a command can ignore: the file's values arrive as those of the other parameters."""
