"""The command `cafe arena`; what it runs is imported when it runs."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer


def arena(
    contestants: Annotated[
        list[str],
        typer.Argument(
            help="Bots: NAME, module:Class or program:COMMAND; NAME=... gives one a name of your choice."
        ),
    ],
    edition: Annotated[
        str, typer.Option(help="An edition; any other name is answered with a list of them.")
    ] = "board",
    variant: Annotated[list[str] | None, typer.Option(help="A variant; may be repeated.")] = None,
    players: Annotated[int, typer.Option(help="Seats in a game.")] = 2,
    together: Annotated[bool, typer.Option(help="All contestants in one game, not in pairs.")] = False,
    bags: Annotated[int, typer.Option(min=1, help="Number of bags; each is played in every seating.")] = 100,
    ms: Annotated[
        list[str] | None,
        typer.Option(help="Thinking time per turn in ms, 100 if left out; NAME=MS for one."),
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(min=1, help="Nodes per action instead of time: repeatable.")
    ] = None,
    clock: Annotated[str, typer.Option(help="wall, or cpu: processor time.")] = "wall",
    seed: Annotated[int, typer.Option(help="The same seed gives the same bags.")] = 1,
    workers: Annotated[int, typer.Option(min=1, help="Games to play at once.")] = os.cpu_count() or 1,
    stop_at: Annotated[
        float | None, typer.Option(help="Stop once the share is clearly above or below this.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Keep the games in this folder; continues where it stopped.")
    ] = None,
    json: Annotated[Path | None, typer.Option(help="Write the report as JSON.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write the report as a page.")] = None,
    ray: Annotated[str | None, typer.Option(help="Address of a Ray cluster to play on.")] = None,
) -> None:
    """Let bots play one another: mirrored seats, repeated bags, ratings and intervals."""
    if find_spec("openskill") is None:  # told before a match is played that nobody can rate
        raise ModuleNotFoundError("expected openskill, which rates the contestants", name="openskill")
    from cafe.arena.contestant import ContestantError, hidden_plugins, lineup, read_ms
    from cafe.arena.match import Match
    from cafe.arena.run import Effort
    from cafe.arena.show import show

    sys.path.insert(0, str(Path.cwd()))  # for module:Class in the current folder
    for name in hidden_plugins():
        text = f"cafe arena: expected a plug-in's own name; got {name}, which stays this package's bot"
        typer.echo(text, err=True)
    times = ms or []
    common = [time for time in times if "=" not in time]
    try:
        who = lineup(contestants, [time for time in times if "=" in time])
        for_all = read_ms(common[-1]) if common else 100.0
        timed = who if common else [one for one in who if one.ms is not None]
        if nodes is not None and timed and all(one.command is None for one in timed):
            raise ContestantError(
                "expected --nodes or --ms: bots in Python count nodes instead of time; got both"
            )
    except ContestantError as error:
        typer.echo(f"cafe arena: {error}", err=True)
        raise typer.Exit(2) from None
    match = Match(
        contestants=who,
        edition=edition,
        variants=tuple(variant or ()),
        players=players,
        seed=seed,
        ms=for_all,
        nodes=nodes,
        clock=clock,
        together=together,
    )
    raise typer.Exit(show(match, Effort(bags, workers, stop_at, ray), out, json, html))
