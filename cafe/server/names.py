"""Texts that people type: plain, short, without anything invisible."""

from __future__ import annotations

import unicodedata

from cafe.server.errors import Refused

HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode's categories of characters that show nothing or turn the text around."""


def clean(text: str) -> str:
    """The text without control and invisible characters, blanks joined and trimmed."""
    normal = unicodedata.normalize("NFC", text)
    shown = "".join(" " if sign.isspace() else sign for sign in normal)
    return " ".join("".join(sign for sign in shown if unicodedata.category(sign) not in HIDDEN).split())


def clean_name(text: str) -> str:
    """A name to show; Refused if nothing of it can be seen."""
    name = clean(text)[:24].strip()
    if not name:
        raise Refused("form", "expected a name of 1 to 24 characters that can be seen; got none")
    return name
