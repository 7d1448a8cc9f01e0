"""The `cafe` command.

Each command imports what it runs inside its own function, so that every one of them starts quickly.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from cafe import __version__

app = typer.Typer(name="cafe", no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"cafe {__version__}")
        raise typer.Exit


@app.callback()
def cafe(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version and exit.", callback=_print_version, is_eager=True),
    ] = False,
) -> None:
    """Café International: the board game and the card game."""


@app.command()
def engine() -> None:
    """Answer the engine protocol on standard input and output, one JSON object a line."""
    from cafe.engine.loop import run

    run(sys.stdin.buffer, sys.stdout.buffer)


def main() -> None:
    """Run the `cafe` command."""
    app()
