"""The command `cafe train`; what it runs is imported when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

RELEASED = sorted(path.stem for path in (Path(__file__).parent / "networks").glob("*.toml"))
"""The networks that come with the package, by name."""


def train(
    network: Annotated[
        str, typer.Argument(help=f"{', '.join(RELEASED)}, or a file with a configuration of your own.")
    ],
    out: Annotated[Path, typer.Option(help="The folder for checkpoint, network and curves.")],
    seconds: Annotated[float, typer.Option(min=1, help="Stop after so long, with a checkpoint.")] = float(
        "inf"
    ),
    fit: Annotated[bool, typer.Option(help="As many updates as the seconds allow.")] = False,
    resume: Annotated[bool, typer.Option(help="Go on from the checkpoint in the folder.")] = False,
    matches_every: Annotated[float, typer.Option(help="Seconds between two matches.")] = 60.0,
    match_games: Annotated[int, typer.Option(min=2, help="Games in a match.")] = 512,
    match_sorts: Annotated[
        int, typer.Option(min=0, help="Sorts of games that matches are played in, the first ones.")
    ] = 2,
    scale: Annotated[float, typer.Option(help="So many times as many games at once.")] = 1.0,
) -> None:
    """Train a network by self-play, on a GPU if there is one."""
    import jax  # noqa: F401 - says which extra is missing

    from cafe.training.checkpoint import CheckpointError
    from cafe.training.config import ConfigError
    from cafe.training.run import Plan, kept_text, started

    if network not in RELEASED and not Path(network).is_file():
        names = ", ".join(RELEASED)
        typer.echo(f"cafe train: expected {names} or a file with a configuration; got {network!r}", err=True)
        raise typer.Exit(2)
    if not 0 < scale < float("inf"):
        typer.echo(f"cafe train: expected a --scale above 0; got {scale:g}", err=True)
        raise typer.Exit(2)
    plan = Plan(
        folder=out,
        seconds=seconds,
        fit=fit,
        resume=resume,
        matches_every=matches_every,
        match_games=match_games,
        match_sorts=match_sorts,
    )
    try:
        run = started(network, scale, plan, typer.echo)
    except (CheckpointError, ConfigError) as error:
        typer.echo(f"cafe train: {error}", err=True)
        raise typer.Exit(2) from None
    try:
        run.train()
    except KeyboardInterrupt:
        typer.echo(f"cafe train: {kept_text(run)}", err=True)
        raise typer.Exit(130) from None
