"""A state as a small picture in SVG: tables with their nations, guests on their chairs."""

from __future__ import annotations

from html import escape

from cafe.rules import State
from cafe.rules.floorplan import cell_place
from cafe.rules.guests import FREE, GUESTS, NATIONS, NO_NATION, guest_of

CELL = 24


def draw(state: State, dark: bool = False, scale: float = 1.0) -> str:
    """The café with its tables, guests and bar, and the scores below."""
    plan = state.edition.plan
    ground, ink, furniture = ("#222", "#eee", "#555") if dark else ("#fff", "#222", "#d8c8a8")
    width, height = plan.columns * CELL, (plan.rows + 1) * CELL
    parts = [f'<rect width="{width}" height="{height}" fill="{ground}"/>']
    for name, nation in zip(plan.tables, state.tables, strict=True):
        parts.append(_cell(name, "" if nation == NO_NATION else NATIONS[nation], furniture, ink))
    for name, who in zip(plan.chairs, state.seated, strict=True):
        parts.append(_cell(name, "" if who == FREE else GUESTS[guest_of(who)], "none", ink))
    for place, name in enumerate(plan.bar):
        parts.append(_cell(name, GUESTS[state.bar[place]] if place < len(state.bar) else "", "none", ink))
    scores = escape(" : ".join(str(score) for score in state.scores))
    parts.append(f'<text x="4" y="{height - 8}" font-size="12" fill="{ink}">{scores}</text>')
    size = f'width="{width * scale:g}" height="{height * scale:g}" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">{"".join(parts)}</svg>'


def _cell(name: str, text: str, fill: str, ink: str) -> str:
    row, column = cell_place(name)
    x, y = column * CELL, row * CELL
    box = (
        f'<rect x="{x + 1}" y="{y + 1}" width="{CELL - 2}" height="{CELL - 2}" fill="{fill}" stroke="{ink}"/>'
    )
    if not text:
        return box
    return f'{box}<text x="{x + 3}" y="{y + 15}" font-size="8" fill="{ink}">{text}</text>'
