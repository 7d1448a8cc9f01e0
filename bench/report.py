"""What every benchmark prints around its numbers: command, machine, versions, spread."""

from __future__ import annotations

import os
import platform
import statistics
import sys
from collections.abc import Sequence
from importlib.metadata import version

from cafe import __version__


def heading(title: str, *packages: str) -> None:
    """Print what is measured, how to repeat it and where it ran."""
    print(f"\n== {title}")
    module = sys.modules["__main__"].__spec__
    program = "bench" if module is None else module.name.removesuffix(".__main__")
    print(f"command  {' '.join(['python -m', program, *sys.argv[1:]])}")
    print(f"machine  {_processor()}, {os.cpu_count()} cores, {platform.system()} {platform.release()}")
    others = ", ".join(f"{name} {version(name)}" for name in packages)
    print(f"version  cafe {__version__}, Python {platform.python_version()}{', ' + others if others else ''}")


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def spread(values: Sequence[float], unit: str, digits: int = 0) -> str:
    """The median of repeated measurements with the lowest and the highest."""
    low, middle, high = min(values), statistics.median(values), max(values)
    return f"{middle:,.{digits}f} {unit} ({low:,.{digits}f} to {high:,.{digits}f})"
