"""`cafe serve`: the settings as flags and variables. Imports the server only when it runs."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from dataclasses import fields
from inspect import Parameter, Signature
from pathlib import Path
from typing import Any

import typer

from cafe.server.config_file import Config, line_of
from cafe.server.settings import BadSetting, Declared, Settings, check_variables, declared, flag, variable


def _serve(context: typer.Context, config: Path | None, open_browser: bool, **settings: Any) -> None:
    """Serve the games, the tables and the browser app until Ctrl-C."""
    from cafe.server.open_browser import is_served, open_page
    from cafe.server.run import serve as run

    try:
        check_variables(os.environ)
        chosen = Settings(**settings)
    except BadSetting as error:
        print(f"cafe serve: {_with_source(str(error), context, config)}", file=sys.stderr)
        raise typer.Exit(2) from None
    if open_browser and is_served(chosen.address):
        open_page(chosen.address)
        return
    raise typer.Exit(run(chosen, open_page if open_browser else None))


def _with_source(error: str, context: typer.Context, config: Path | None) -> str:
    """An error about a setting, which names its flag, with the place where the value came from instead."""
    told, _, rest = error.partition(": ")
    name = next((name for name in declared() if flag(name) == told), None)
    source = None if name is None else context.get_parameter_source(name)
    if name is not None and source is not None and source.name == "ENVIRONMENT":
        return f"{variable(name)}: {rest}"
    if name is not None and config is not None and source is not None and source.name == "DEFAULT_MAP":
        return f"{config}:{line_of(config, name)}: {variable(name)}: {rest}"
    return error


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
    parameters.append(Parameter("context", Parameter.KEYWORD_ONLY, annotation=typer.Context, default=None))

    def serve(**given: Any) -> None:
        command(**given)

    serve.__doc__ = command.__doc__
    serve.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    serve.__annotations__ = {each.name: each.annotation for each in parameters}
    return serve


serve = _with_a_flag_for_each_setting(_serve)
