"""`python -m cafe.training`: the same as `cafe train`, but needs only JAX."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from cafe.training.checkpoint import CheckpointError
from cafe.training.config import ConfigError
from cafe.training.run import Plan, kept_text, started


def main() -> None:
    """Train the network asked for."""
    parser = argparse.ArgumentParser(prog="python -m cafe.training", description=__doc__)
    parser.add_argument("network", help="a released network by name, or a file with a configuration")
    parser.add_argument(
        "--out", type=Path, required=True, help="the folder for checkpoint, network and curves"
    )
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long")
    parser.add_argument("--fit", action="store_true", help="as many updates as the seconds allow")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint in the folder")
    parser.add_argument("--matches-every", type=float, default=60.0, help="seconds between matches")
    parser.add_argument("--match-games", type=int, default=512)
    parser.add_argument(
        "--match-sorts", type=int, default=2, help="sorts of games that matches are played in"
    )
    parser.add_argument("--scale", type=float, default=1.0, help="times as many games at once")
    asked = parser.parse_args()
    plan = Plan(
        folder=asked.out,
        seconds=asked.seconds,
        fit=asked.fit,
        resume=asked.resume,
        matches_every=asked.matches_every,
        match_games=asked.match_games,
        match_sorts=asked.match_sorts,
    )
    try:
        run = started(asked.network, asked.scale, plan, lambda line: print(line, flush=True))
    except (CheckpointError, ConfigError) as error:
        parser.error(str(error))
    try:
        run.train()
    except KeyboardInterrupt:
        print(kept_text(run), file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
