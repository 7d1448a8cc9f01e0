"""Pictures of a game: the terminal's drawing as text, and the café as an array of pixels."""

from __future__ import annotations

from io import StringIO
from typing import Final

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.style import Style

from cafe.rules import State, view
from cafe.rules.floorplan import cell_place
from cafe.rules.guests import FREE, NATIONS, NO_NATION
from cafe.terminal.palette import (
    COUNTER,
    EDGE,
    FLOOR,
    UNICODE,
    guest_style,
    occupant_name,
    table_style,
)
from cafe.terminal.scene import scene

RENDER_MODES: Final = ("human", "ansi", "rgb_array")
WIDTH: Final = 120
"""Columns of the drawing as text."""
CELL: Final = 30
"""Pixels of a cell of the floor plan."""
DOT: Final = 2
"""Pixels of a dot of a letter."""

_LETTERS: Final = {
    "B": "110101110101110",
    "C": "011100100100011",
    "D": "110101101101110",
    "E": "111100110100111",
    "F": "111100110100100",
    "G": "011100101101011",
    "I": "111010010010111",
    "J": "001001001101010",
    "K": "101101110101101",
    "M": "101111111101101",
    "N": "110101101101101",
    "R": "110101110101101",
    "S": "011100010001110",
    "T": "111010010010010",
    "U": "101101101101111",
}
"""The letters of guests and nations, three dots wide and five high."""


def text_of(state: State) -> str:
    """The terminal's drawing, with the codes for its colours, as the player to move sees the game."""
    console = Console(
        file=StringIO(), width=WIDTH, force_terminal=True, color_system="truecolor", legacy_windows=False
    )
    names = tuple(f"player_{player}" for player in range(state.players))
    with console.capture() as drawn:
        for line in scene(view(state, state.player), names, UNICODE, WIDTH):
            console.print(line, no_wrap=True, overflow="crop", highlight=False)
    return drawn.get()


def picture_of(state: State) -> NDArray[np.uint8]:
    """The café, a square of pixels for each cell: tables and guests in their colours, with their letters."""
    plan = state.edition.plan
    picture = np.empty((plan.rows * CELL, plan.columns * CELL, 3), np.uint8)
    picture[:] = _colour(EDGE, ground=True)
    for name in plan.chairs:
        _fill(picture, name, "", FLOOR)
    for name in plan.bar:
        _fill(picture, name, "", COUNTER)
    for table, nation in enumerate(state.tables):
        letters = "" if nation == NO_NATION else NATIONS[nation]
        _fill(picture, plan.tables[table], letters, table_style(nation))
    guests = [(plan.chairs[chair], who) for chair, who in enumerate(state.seated) if who != FREE]
    guests += zip(plan.bar, state.bar, strict=False)
    for name, who in guests:
        _fill(picture, name, occupant_name(who).upper(), guest_style(who))
    return picture


def _colour(style: Style, ground: bool) -> tuple[int, int, int]:
    colour = style.bgcolor if ground else style.color
    if colour is None or colour.triplet is None:
        raise AssertionError(f"expected a style with both colours; got {style}")
    return colour.triplet.red, colour.triplet.green, colour.triplet.blue


def _fill(picture: NDArray[np.uint8], name: str, letters: str, style: Style) -> None:
    row, column = cell_place(name)
    square = picture[row * CELL + 1 : (row + 1) * CELL - 1, column * CELL + 1 : (column + 1) * CELL - 1]
    square[:] = _colour(style, ground=True)
    left = (len(square) - DOT * (4 * len(letters) - 1)) // 2
    top = (len(square) - DOT * 5) // 2
    for letter in letters:
        dots = np.array([dot == "1" for dot in _LETTERS[letter]]).reshape(5, 3)
        large = dots.repeat(DOT, axis=0).repeat(DOT, axis=1)
        square[top : top + 5 * DOT, left : left + 3 * DOT][large] = _colour(style, ground=False)
        left += 4 * DOT
