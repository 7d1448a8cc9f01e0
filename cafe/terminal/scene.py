"""The café and what is beside it, as lines that fit a terminal."""

from __future__ import annotations

from collections.abc import Collection

from rich.text import Text

from cafe.rules.floorplan import Chair
from cafe.rules.view import View
from cafe.terminal.floor import Floor
from cafe.terminal.palette import Signs
from cafe.terminal.panel import Panel

LEAST = 12
"""The least columns of the panel beside the café, even if the terminal has fewer."""


def scene(
    view: View, names: tuple[str, ...], signs: Signs, width: int, new: Collection[Chair] = ()
) -> list[Text]:
    """The café with scores and hands beside it, or partly below it where the terminal is narrow."""
    floor = Floor(view, signs, new)
    panel = Panel(view, names, signs)
    room = max(LEAST, width - floor.width - 1)
    beside = panel.beside(room)
    lines = floor.lines()
    lines += [Text(" " * floor.width) for _ in range(len(beside) - len(lines))]
    for line, text in zip(lines, beside, strict=False):
        line.append(" ").append_text(text)
    return lines + panel.below(width, room)
