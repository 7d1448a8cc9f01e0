"""`cafe serve`: the settings as flags and variables. Imports the server only when it runs."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from dataclasses import fields
from inspect import Parameter, Signature
from typing import Any

import typer

from cafe.server.config_file import Config
from cafe.server.settings import BadSetting, Declared, Settings, check_variables, declared, flag, variable


def _serve(open_browser: bool, **settings: Any) -> None:
    """Serve the games, the tables and the browser app until Ctrl-C."""
    from cafe.server.open_browser import is_served, open_page
    from cafe.server.run import serve as run

    try:
        check_variables(os.environ)
        chosen = Settings(**settings)
    except BadSetting as error:
        print(f"cafe serve: {error}", file=sys.stderr)
        raise typer.Exit(2) from None
    if open_browser and is_served(chosen.address):
        open_page(chosen.address)
        return
    raise typer.Exit(run(chosen, open_page if open_browser else None))


def _plain(words: str) -> str:
    """The documentation's words without links and markup: brackets would be markup in the terminal."""
    return re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", words).replace("`", "")


def _meaning(told: Declared) -> str:
    return f"{told.meaning} (without it: {told.unset})" if told.unset else told.meaning


def _with_a_flag_for_each_setting(command: Callable[..., None]) -> Callable[..., None]:
    """The command with a parameter for each setting, for typer to read."""
    parameters = [
        Parameter(
            field.name,
            Parameter.KEYWORD_ONLY,
            annotation=type(field.default),
            default=typer.Option(
                field.default,
                flag(field.name),
                envvar=variable(field.name),
                help=_plain(_meaning(declared()[field.name])),
            ),
        )
        for field in fields(Settings)
    ]
    shown = typer.Option(False, "--open", help="open the game in the browser")
    parameters.append(Parameter("open_browser", Parameter.KEYWORD_ONLY, annotation=bool, default=shown))
    parameters.append(Parameter("config", Parameter.KEYWORD_ONLY, annotation=Config, default=None))

    def serve(config: object, **given: Any) -> None:
        command(**given)

    serve.__doc__ = command.__doc__
    serve.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    serve.__annotations__ = {each.name: each.annotation for each in parameters}
    return serve


serve = _with_a_flag_for_each_setting(_serve)
