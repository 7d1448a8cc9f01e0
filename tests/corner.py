"""The edition of docs/adding-an-edition.md, which nobody prepared for, and that page's program."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cafe.rules.edition import EDITIONS, Terms
from cafe.rules.floorplan import FloorPlan
from cafe.rules.registration import register, unregister
from cafe.rules.value import but

PAGE = Path(__file__).parents[1] / "docs" / "adding-an-edition.md"
CORNER = "corner"
KIOSK = but(
    EDITIONS["card"],
    name="kiosk",
    title="Kiosk",
    plan=FloorPlan(columns=5, rows=4, tables=("b2", "d2", "c3"), bar=(), nations=()),
    most_players=3,
    copies=3,
    first_hand=4,
    most_in_hand=6,
    seats_a_turn=4,
    mixed_points=(0, 0, 3, 3, 5),
    penalty=0,
)
"""Another one, with hidden hands and numbers that no edition of the house has."""


def program_text() -> str:
    """The program of the page."""
    found = re.search(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def write_program(folder: Path) -> Path:
    """The program as a file to be run."""
    path = folder / "corner.py"
    path.write_text(program_text(), encoding="utf-8")
    return path


@contextmanager
def registered() -> Iterator[tuple[Terms, Terms]]:
    """Both editions, in this process, for a while."""
    try:
        exec(program_text(), {"__name__": "corner"})
        register(KIOSK)
        yield EDITIONS[CORNER], KIOSK
    finally:
        unregister(CORNER)
        unregister(KIOSK.name)
