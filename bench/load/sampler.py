"""`cafe serve` that notes every two milliseconds of processor time where its main thread is.

    python -m bench.load.sampler FILE serve

It begins with SIGUSR1. When it ends it writes to the file, for each module of ours, its share of the samples:
whatever a module calls outside of `cafe` counts as its own. What belongs to none is the event loop's.
"""

from __future__ import annotations

import signal
import sys
from collections import Counter
from pathlib import Path
from types import FrameType

import cafe
from cafe.cli import main

HOME = str(Path(cafe.__file__).parent)
SECONDS = 0.002


def place(frame: FrameType | None) -> str:
    """The innermost module of ours."""
    while frame is not None:
        name = frame.f_code.co_filename
        if name.startswith(HOME):
            return name[len(HOME) + 1 : -3].replace("/", ".")
        frame = frame.f_back
    return ""


def run(file: Path) -> None:
    """Serve and take samples."""
    found: Counter[str] = Counter()
    signal.signal(signal.SIGPROF, lambda _, frame: found.update((place(frame),)))
    signal.signal(signal.SIGUSR1, lambda *_: signal.setitimer(signal.ITIMER_PROF, SECONDS, SECONDS))
    try:
        main()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        # The command itself is on the stack of everything.
        loop = sum(found.pop(name, 0) for name in ("", "cli", "server.command", "server.run"))
        total = max(1, loop + sum(found.values()))
        lines = [f"{100 * count / total:5.1f} %  cafe.{name}" for name, count in found.most_common(16)]
        file.write_text("\n".join([f"{100 * loop / total:5.1f} %  event loop", *lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    path = Path(sys.argv.pop(1))
    run(path)
