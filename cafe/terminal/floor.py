"""The café drawn as lines of text: tables, chairs, guests, the bar."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text

from cafe.rules.actions import Seat
from cafe.rules.floorplan import Chair, Mask, Table, cell_name, cell_place
from cafe.rules.guests import FREE, NATION_NAMES, NATIONS, NO_NATION
from cafe.rules.seating import legal_actions
from cafe.rules.state import State
from cafe.rules.view import View
from cafe.terminal.palette import (
    COUNTER,
    COUNTER_NEXT,
    EDGE,
    FLOOR,
    FLOOR_OPEN,
    TITLE,
    Signs,
    guest_style,
    is_seated_joker,
    occupant_name,
    table_style,
)

LABEL = 3
"""Columns for the numbers of the rows."""
BOARD_CELLS, BOARD_LINES = 4, 3
"""The size of the board inside the bar."""


@dataclass(frozen=True)
class Floor:
    """What is drawn: a view, the symbols to draw it with, and the chairs to mark as newly taken."""

    view: View
    signs: Signs
    new: Collection[Chair] = ()

    @property
    def cell(self) -> tuple[int, int]:
        """Columns and lines of a cell: a small floor plan is drawn larger."""
        return (4, 1) if self.view.known.edition.plan.is_large else (8, 3)

    @property
    def width(self) -> int:
        """Columns of the whole drawing."""
        return LABEL + self.view.known.edition.plan.columns * self.cell[0]

    @property
    def height(self) -> int:
        """Lines of the whole drawing."""
        return 1 + self.view.known.edition.plan.rows * self.cell[1]

    def lines(self) -> list[Text]:
        """The drawing, from the letters of the columns to the last row."""
        plan = self.view.known.edition.plan
        cells = self._cells()
        width, height = self.cell
        letters = "".join(chr(ord("a") + column).center(width) for column in range(plan.columns))
        lines = [Text("").append(" " * LABEL + letters, EDGE)]
        for row in range(plan.rows):
            for part in range(height):
                label = str(row + 1) if part == height // 2 else ""
                line = Text("").append(label.rjust(LABEL - 1) + " ", EDGE)
                for column in range(plan.columns):
                    line.append_text(cells.get(cell_name(column, row), self._empty())[part])
                lines.append(line)
        return lines

    def _cells(self) -> dict[str, list[Text]]:
        known = self.view.known
        plan = known.edition.plan
        open_chairs = chairs_open(known) if known.player == self.view.seat else 0
        cells = {name: self._table(table) for table, name in enumerate(plan.tables)}
        cells |= {name: self._chair(chair, open_chairs) for chair, name in enumerate(plan.chairs)}
        if known.edition.bar_points:
            cells |= {name: self._bar_place(place) for place, name in enumerate(plan.bar)}
            cells |= self._bar_board()
        return cells

    def _empty(self) -> list[Text]:
        width, height = self.cell
        return [Text(" " * width, FLOOR)] * height

    def _middle(self, text: Text) -> list[Text]:
        """A cell with this text in its middle line."""
        lines = list(self._empty())
        lines[len(lines) // 2] = text
        return lines

    def _table(self, table: Table) -> list[Text]:
        nation = self.view.known.tables[table]
        style = table_style(nation)
        code = NATIONS[nation] if nation < len(NATIONS) else "  " if nation == NO_NATION else "??"
        width, height = self.cell
        if height == 1:
            return [Text(f"[{code}]" if self.signs.framed else f" {code} ", style)]
        if not self.signs.framed:
            name = NATION_NAMES[nation].split()[-1] if nation < len(NATIONS) else ""
            return [Text(words.center(width), style) for words in ("", code, name)]
        edge = "+" + "-" * (width - 2) + "+"
        return [Text(edge), Text(f"|{code.center(width - 2)}|"), Text(edge)]

    def _chair(self, chair: Chair, open_chairs: Mask) -> list[Text]:
        occupant = self.view.known.seated[chair]
        width, height = self.cell
        if occupant == FREE:
            is_open = open_chairs >> chair & 1
            sign = self.signs.open if is_open else self.signs.free
            return self._middle(Text(f" {sign} ".center(width), FLOOR_OPEN if is_open else FLOOR))
        is_new = chair in self.new
        style = guest_style(occupant)
        mark = self.signs.joker if is_seated_joker(occupant) else self.signs.new if is_new else " "
        chip = Text(occupant_name(occupant), style + Style(underline=is_new))
        if height == 1:
            return self._middle(Text("").append(mark, style).append_text(chip))
        padded = (
            Text("").append(" " + mark, FLOOR_OPEN).append(" ", style).append_text(chip).append(" ", style)
        )
        return self._middle(padded.append(" " * (width - len(padded)), FLOOR))

    def _bar_place(self, place: int) -> list[Text]:
        known = self.view.known
        width, height = self.cell
        style = COUNTER
        if place < len(known.bar):
            guest = known.bar[place]
            text = Text("").append(" ", COUNTER).append(occupant_name(guest), guest_style(guest))
            text.append(" " * (width - len(text)), COUNTER)
        else:
            is_next = place == len(known.bar)
            style = COUNTER_NEXT if is_next else COUNTER
            text = Text(f"{'>' if is_next else ' '}{known.edition.bar_points[place]:+d}".ljust(width), style)
        lines = [Text(" " * width, style) for _ in range(height)]
        lines[height // 2] = text
        return lines

    def _bar_board(self) -> dict[str, list[Text]]:
        """What is written inside the bar, where it is a ring with room for it."""
        known = self.view.known
        rows_of, columns_of = zip(*map(cell_place, known.edition.plan.bar), strict=True)
        left, top = min(columns_of) + 1, min(rows_of) + 1
        wide, high = max(columns_of) - left, max(rows_of) - top
        if wide < BOARD_CELLS or high < BOARD_LINES or not known.edition.plan.is_large:
            return {}
        left, top = left + (wide - BOARD_CELLS) // 2, top + (high - BOARD_LINES + 1) // 2
        place, prices = len(known.bar), known.edition.bar_points
        rows = ["T H E   B A R"]
        if place < len(prices):
            rows += [
                f"place {place + 1} of {len(prices)}",
                f"{'pays' if prices[place] > 0 else 'costs'} {abs(prices[place])}",
            ]
        else:
            rows += ["all places", "are taken"]
        cells: dict[str, list[Text]] = {}
        for row, words in enumerate(rows):
            line = words.center(4 * BOARD_CELLS)
            for column in range(BOARD_CELLS):
                text = Text(
                    line[4 * column : 4 * column + 4],
                    TITLE + Style(bgcolor=FLOOR.bgcolor and FLOOR.bgcolor.name),
                )
                cells[cell_name(left + column, top + row)] = [text]
        return cells


def chairs_open(known: State) -> Mask:
    """The free chairs that the player to move may take with some guest of the hand."""
    chairs = 0
    for action in legal_actions(known):
        if isinstance(action, Seat):
            chairs |= 1 << action.chair
    return chairs
