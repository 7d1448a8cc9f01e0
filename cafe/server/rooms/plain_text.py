"""Texts that people type: plain, short, without anything invisible."""

from __future__ import annotations

import unicodedata

from cafe.server.errors import Refused
from cafe.server.rooms.confusable_names import has_title

MOST_MARKS = 2
"""The most marks on one letter of a name, beyond precomposed ones: more would cover other lines."""

HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode's categories of characters that are invisible or reverse the text."""
BLANK = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0")
"""Characters of other categories that are invisible too."""


def clean_text(text: str) -> str:
    """The text without control and invisible characters, blanks joined and trimmed."""
    normal = unicodedata.normalize("NFC", text)
    shown = "".join(" " if sign.isspace() else sign for sign in normal)
    return " ".join("".join(sign for sign in shown if not _is_hidden(sign)).split())


def _is_hidden(sign: str) -> bool:
    return sign in BLANK or unicodedata.category(sign) in HIDDEN


def clean_name(text: str) -> str:
    """A name to show; raises Refused if none of it is visible."""
    name = clean_text(text)[:24].strip()
    if all(unicodedata.category(sign).startswith("M") for sign in name):  # marks without a letter
        raise Refused("form", "expected a name of 1 to 24 visible characters; got none")
    if _most_marks(name) > MOST_MARKS:
        raise Refused("form", f"expected a name with at most {MOST_MARKS} marks on a letter; got more")
    if has_title(name):
        raise Refused("form", "expected a name without a title such as bot or host; got one")
    return name


def _most_marks(name: str) -> int:
    """The marks on the letter that has the most."""
    most = count = 0
    for sign in name:
        count = count + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        most = max(most, count)
    return most
