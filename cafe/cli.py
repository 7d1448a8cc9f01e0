"""The `cafe` command.

Each command imports what it runs inside its own function, so that every one of them starts quickly.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Annotated

import typer

from cafe import __version__
from cafe.analysis.command import analyse
from cafe.arena.command import arena
from cafe.server.admin import admin, backup, restore
from cafe.server.command import serve
from cafe.training.command import train

app = typer.Typer(
    name="cafe",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


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
    """Answer the engine protocol on standard input and output, one JSON object per line."""
    from cafe.engine.loop import run

    run(sys.stdin.buffer, sys.stdout.buffer)


app.command()(arena)
app.command()(analyse)
app.command()(train)
app.command()(serve)
app.add_typer(admin)
app.command()(backup)
app.command()(restore)


@app.command()
def play(
    edition: Annotated[
        str | None, typer.Option(help="An edition; any other name is answered with a list of them.")
    ] = None,
    variant: Annotated[list[str] | None, typer.Option(help="A variant; may be repeated.")] = None,
    players: Annotated[str | None, typer.Option(help='People and bots: "Anna,Vera (bot)".')] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same game.")] = None,
    save: Annotated[Path | None, typer.Option(help="Keep the record in this file.")] = None,
    record: Annotated[str | None, typer.Option(help="Continue the game in this file.")] = None,
) -> None:
    """Play in the terminal; asks for everything if no edition, variant or players are given."""
    from cafe.terminal import commands

    raise typer.Exit(commands.play(edition, variant or [], players, seed, save, record))


@app.command()
def replay(
    file: Annotated[str, typer.Argument(help="A record, or an export of a server; - for standard input.")],
    game: Annotated[int, typer.Option(min=1, help="Which game of an export; the first is 1.")] = 1,
    delay: Annotated[float, typer.Option(help="Seconds per turn when playing on by itself.")] = 1.0,
) -> None:
    """Step through a record."""
    from cafe.terminal import commands

    raise typer.Exit(commands.replay(file, game, delay))


@app.command()
def verify(
    files: Annotated[
        list[str], typer.Argument(help="Records, or exports of a server; - for standard input.")
    ],
    commitment: Annotated[
        str | None,
        typer.Option(help="The commitment to the shuffle that you noted before the game: 64 digits."),
    ] = None,
) -> None:
    """Check every action, score and the result of records: status 0 correct, 1 wrong, 2 unreadable."""
    from cafe.terminal import commands

    raise typer.Exit(commands.verify(files, commitment))


def main() -> None:
    """Run the `cafe` command; if it needs an extra that is not installed, say which."""
    try:
        app()
    except ModuleNotFoundError as error:
        extra = _extra_with(error.name or "")
        if extra is None:
            raise
        command = " ".join(["cafe", *sys.argv[1:2]])
        typer.echo(
            f"{command} needs the extra {extra!r}: pip install 'cafe-international[{extra}]'", err=True
        )
        sys.exit(2)


def _extra_with(module: str) -> str | None:
    """The extra of this package that brings a module, by the name of its library."""
    from importlib.metadata import requires

    library = module.partition(".")[0].replace("_", "-")
    for line in requires("cafe-international") or ():
        found = re.match(r"([\w.-]+).*\bextra == ['\"]([\w-]+)['\"]", line)
        if found and found[1].lower().replace("_", "-") == library and found[2] != "all":
            return found[2]
    return None
