"""Run the benchmarks, or only those named; with --against, compare the working tree with a commit."""

from __future__ import annotations

import argparse
import importlib

BENCHMARKS = ("rules", "environments", "bots", "web", "server_load", "open_tables")


def main() -> None:
    """Run the named benchmarks, all of them if none is named."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BENCHMARKS))
    parser.add_argument(
        "--against",
        metavar="REV",
        help="compare with this commit: rules and server_load, in alternating rounds",
    )
    parser.add_argument("--rounds", type=int, default=40, help="of a comparison with a commit; default 40")
    chosen = parser.parse_args()
    if chosen.rounds < 1:
        parser.error(f"expected at least one round; got {chosen.rounds}")
    if chosen.against is None:
        known = BENCHMARKS
    else:
        against = importlib.import_module("bench.against")
        known = against.PARTS
    for name in chosen.names:
        if name not in known:
            parser.error(f"expected benchmarks of {', '.join(known)}; got {name!r}")
    if chosen.against is not None:
        against.main(chosen.against, chosen.names, chosen.rounds)
        return
    for name in chosen.names or BENCHMARKS:
        importlib.import_module(f"bench.{name}").main()


main()
