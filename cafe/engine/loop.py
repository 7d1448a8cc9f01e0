"""The loop over standard input and output: one line in, one line out, until the end of input or `quit`."""

from __future__ import annotations

from typing import BinaryIO

from cafe.engine.decode import LINE_LIMIT
from cafe.engine.engine import Engine


def run(source: BinaryIO, target: BinaryIO) -> None:
    """Answer every line of the source, in order; whoever listens has hung up when writing fails."""
    engine = Engine()
    try:
        while not engine.ended:
            line = _read_line(source)
            if line is None:
                return
            target.write(engine.answer_line(line) + b"\n")
            target.flush()
    except BrokenPipeError:
        return


def _read_line(source: BinaryIO) -> bytes | None:
    """The next line without its end; if it is too long, only its beginning, which is still too long."""
    line = source.readline(LINE_LIMIT + 2)
    if not line:
        return None
    if line.endswith(b"\n"):
        return line.removesuffix(b"\n")
    if len(line) > LINE_LIMIT:
        while True:
            rest = source.readline(LINE_LIMIT)
            if not rest or rest.endswith(b"\n"):
                break
    return line
