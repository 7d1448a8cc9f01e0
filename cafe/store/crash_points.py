"""Named points at which a test can kill this process as a power cut would.

`CAFE_TEST_CRASH=after-commit:3` ends it with SIGKILL when it reaches `after-commit` for the third time
after `arm`: what a server stores while it starts is not counted.
Without the variable every point is passed at the cost of one comparison.
"""

from __future__ import annotations

import os
import signal

POINTS = ("before-commit", "after-commit", "before-publishing", "before-answer")

_point, _, _times = os.environ.get("CAFE_TEST_CRASH", "").partition(":")
_left = int(_times or 1)
_armed = False


def arm() -> None:
    """Count from now on."""
    global _armed
    _armed = True


def reach(point: str) -> None:
    """Pass the point, or kill the process here."""
    if _armed and point == _point:
        _count_down()


def _count_down() -> None:
    global _left
    _left -= 1
    if _left <= 0:
        os.kill(os.getpid(), signal.SIGKILL)
