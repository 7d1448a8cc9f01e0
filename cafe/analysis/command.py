"""The command `cafe analyse`; what it runs is imported when it runs."""

from __future__ import annotations

from typing import Annotated

import typer


def analyse(
    files: Annotated[
        list[str], typer.Argument(help="Records, or exports of a server; - for standard input.")
    ],
    seed: Annotated[int, typer.Option(help="The same seed gives the same analysis.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show what every turn of finished games cost, what was better, and what the draws brought."""
    from cafe.analysis.text import print_analyses

    raise typer.Exit(print_analyses(files, seed, as_json))
