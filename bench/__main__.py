"""`python -m bench [NAME...]` runs the benchmarks, or only those named."""

from __future__ import annotations

import importlib
import sys

BENCHMARKS = ("rules", "bots", "web", "server_load", "open_tables")


def main(names: list[str]) -> None:
    """Run the named benchmarks, all of them if none is named."""
    for name in names:
        if name not in BENCHMARKS:
            sys.exit(f"expected benchmarks of {', '.join(BENCHMARKS)}; got {name!r}")
    for name in names or BENCHMARKS:
        importlib.import_module(f"bench.{name}").main()


main(sys.argv[1:])
