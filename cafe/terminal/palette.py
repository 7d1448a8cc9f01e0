"""Colours and symbols. Letters always say the same as a colour does, so nothing is lost without colours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.style import Style
from rich.text import Text

from cafe.rules.guests import (
    BLANK,
    GUESTS,
    LADY,
    NATIONS,
    NO_NATION,
    SEXES,
    Guest,
    Nation,
    Occupant,
    guest_of,
    is_joker,
    nation_of,
)


@dataclass(frozen=True)
class Signs:
    """The symbols for what letters cannot say."""

    free: str
    open: str
    """A free chair that a guest of the hand may take now."""
    new: str
    """Before a guest who sat down since the reader's last turn."""
    joker: str
    mover: str
    dot: str
    rule: str
    title: str
    framed: bool = False
    """Whether tables need a frame because no colour shows them."""


UNICODE: Final = Signs("·", "○", "›", "★", "▶", "·", "─", "Café International")
ASCII: Final = Signs(".", "o", ">", "*", ">", "|", "-", "Cafe International")

_DEEP: Final = dict(
    zip(
        NATIONS,
        (
            *("#1f7a4d", "#c62828", "#00838f", "#9a7400", "#d9660a", "#2456c8"),
            *("#6a3ab2", "#c2417c", "#5b8c14", "#4d6680", "#8a5230", "#a232a2"),
        ),
        strict=True,
    )
)
"""For tables: dark enough for white letters."""

_LIGHT: Final = dict(
    zip(
        NATIONS,
        (
            *("#7fd6a8", "#ff9c94", "#7adbe5", "#ecc94b", "#ffb570", "#9dbbff"),
            *("#c8a8f5", "#ff9fc8", "#bde37a", "#b4cbe0", "#dba88a", "#f09cf0"),
        ),
        strict=True,
    )
)
"""For guests: gentlemen in letters of this colour, ladies on a background of it."""

FLOOR: Final = Style(color="#a08c76", bgcolor="#2a211b")
FLOOR_OPEN: Final = Style(color="#f5e6c8", bgcolor="#2a211b", bold=True)
EDGE: Final = Style(color="#b59f86", bgcolor="#1c1612")
COUNTER: Final = Style(color="#e8d3b0", bgcolor="#5a3d28")
COUNTER_NEXT: Final = Style(color="#241a12", bgcolor="#f0c674", bold=True)
NO_TABLE: Final = Style(color="#8c7b6b", bgcolor="#1c1612")
GENTLEMAN_GROUND: Final = "#453830"
LADY_LETTERS: Final = "#1a1410"
JOKER_COLOUR: Final = "#ffffff"
BLANK_TILE: Final = Style(color="#8c7b6b", bgcolor="#3a2f27")

STRONG: Final = Style(bold=True)
FAINT: Final = Style(dim=True)
GAIN: Final = Style(color="green", bold=True)
LOSS: Final = Style(color="red", bold=True)
WARNING: Final = Style(color="yellow", bold=True)
TITLE: Final = Style(color="#f0c674", bold=True)


def table_style(nation: Nation) -> Style:
    """White letters on the nation's dark colour."""
    if nation == NO_NATION or nation >= len(NATIONS):
        return NO_TABLE
    return Style(color="#ffffff", bgcolor=_DEEP[NATIONS[nation]], bold=True)


def guest_style(occupant: Occupant) -> Style:
    """Gentlemen as light letters on dark, ladies as dark letters on light."""
    if occupant == BLANK:
        return BLANK_TILE
    nation = nation_of(occupant)
    colour = JOKER_COLOUR if nation is None else _LIGHT[NATIONS[nation]]
    if occupant & 1 == LADY:
        return Style(color=LADY_LETTERS, bgcolor=colour, bold=True)
    return Style(color=colour, bgcolor=GENTLEMAN_GROUND, bold=True)


def occupant_name(occupant: Occupant) -> str:
    """Three letters: a joker that stands for a nation is written as a guest of that nation."""
    nation = nation_of(occupant)
    if nation is None:
        return GUESTS[occupant]
    return NATIONS[nation] + SEXES[occupant & 1]


def is_seated_joker(occupant: Occupant) -> bool:
    """Whether the tile on the chair is a joker."""
    return is_joker(guest_of(occupant))


def guest_text(guest: Guest) -> Text:
    """A tile of a hand as a chip of three letters; an unknown one is `???`."""
    return Text("???" if guest == BLANK else GUESTS[guest], guest_style(guest))


def points_text(points: int, width: int = 0) -> Text:
    """Points with their sign, green or red."""
    text = f"{points:+d}" if points else "0"
    return Text(text.rjust(width), GAIN if points > 0 else LOSS if points < 0 else FAINT)
