"""Processor time of another process and of everything it started."""

from __future__ import annotations

import ctypes
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

_TICKS: Final = os.sysconf("SC_CLK_TCK")
_REAPED: Final = slice(13, 15)
"""Of /proc/PID/stat after the command's name: user and system time of children that have ended."""


def processor_time(process: int) -> float:
    """Seconds that a process has used, including threads and children; raises OSError if that is unknown."""
    found = _own(process)
    with suppress(OSError):  # it may end while we look
        found += _of_children(process)
    return found


def _own(process: int) -> float:
    clock = ctypes.c_int()
    try:
        failed = ctypes.CDLL(None).clock_getcpuclockid(process, ctypes.byref(clock))
    except AttributeError:
        raise OSError("this system does not report the processor time of another process") from None
    if failed:
        raise OSError(failed, os.strerror(failed))
    return time.clock_gettime(clock.value)


def _of_children(process: int) -> float:
    place = Path(f"/proc/{process}")
    ended = (place / "stat").read_text().rpartition(")")[2].split()[_REAPED]
    found = sum(map(int, ended)) / _TICKS
    for thread in (place / "task").iterdir():
        for child in (thread / "children").read_text().split():
            with suppress(OSError):
                found += processor_time(int(child))
    return found
