"""Texts that were good once: cut, doubled, swapped and sprinkled with what programs stumble over."""

from __future__ import annotations

from random import Random

SPRINKLES = (
    *("\x00", "\n", "\r", "\t", "\\", '"', "'", "[", "]", "{", "}", ";", ":", ",", ".", "-", "%", "/", "#"),
    *("é", "\u0301", "\u202e", "\u200b", "\ufeff", "\U0001f370", "\udcff", "İ", "ß", "٣", "½"),
    *("0", "-1", "1e999", "NaN", "null", "true", "9" * 30, "[[[[", "{}", "../", "%00"),
)


def mutated(text: str, random: Random) -> str:
    """The text after one to four accidents."""
    for _ in range(random.randint(1, 4)):
        first = random.randint(0, len(text))
        last = min(len(text), first + random.randint(0, 12))
        part = text[first:last]
        middle = random.choice(("", part * 2, random.choice(SPRINKLES), part[::-1], part.swapcase()))
        text = text[:first] + middle + text[last:]
    return text
