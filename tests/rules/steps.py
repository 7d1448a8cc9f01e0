"""How much work a call is: in steps of Python, which do not depend on the machine, and in processor time,
which sees regular expressions as well."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

A_MOMENT = 0.25
"""Seconds of processor time that no text from outside may take, however long. What grows with the square
of the length takes a minute at the greater of these lengths."""
LENGTHS = (4_000, 40_000)


def seconds(work: Callable[[], object]) -> float:
    """The processor time of this call."""
    began = time.process_time()
    work()
    return time.process_time() - began


def steps(work: Callable[[], object]) -> int:
    """The instructions of Python that this call runs; what a C function does inside is not seen."""
    count = 0

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal count
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count
