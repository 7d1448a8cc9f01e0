"""A run's curves as a self-contained page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any, Final

WIDE: Final = 640
TALL: Final = 220
LEFT: Final = 56
COLOURS: Final = ("#0a6", "#c40", "#06c", "#a0a", "#860", "#066", "#c08", "#555")

Entry = dict[str, Any]
Curve = list[tuple[float, float]]


def page(name: str, entries: Sequence[Entry], about: Sequence[tuple[str, str]]) -> str:
    """The page: what was trained, and every number that was told, over the minutes of training."""
    rows = "".join(f"<tr><th>{escape(key)}</th><td>{escape(value)}</td></tr>" for key, value in about)
    opponents = sorted({opponent for entry in entries for opponent in entry.get("against", {})})
    parts = [
        _figure(f"share of the wins against {opponent}", _matches(entries, opponent, "wins"))
        for opponent in opponents
    ]
    parts += [
        _figure(f"margin against {opponent}, points", _matches(entries, opponent, "margin"))
        for opponent in opponents
    ]
    told = sorted({key for entry in entries for key in entry.get("told", {})})
    parts += [
        _figure(key, {key: _curve(entries, lambda entry, key=key: entry["told"].get(key))}) for key in told
    ]
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(name)}</title>'
        "<style>body{font:15px sans-serif;max-width:700px;margin:2em auto}"
        "th{text-align:left;padding-right:1em}"
        "svg{width:100%}text{font-size:12px;fill:#333}.axis{stroke:#999}</style>"
        f"<h1>{escape(name)}</h1><table>{rows}</table>{''.join(parts)}</html>\n"
    )


def _matches(entries: Sequence[Entry], opponent: str, what: str) -> dict[str, Curve]:
    games = sorted({game for entry in entries for game in entry.get("against", {}).get(opponent, {})})
    return {
        game: _curve(
            entries,
            lambda entry, game=game: entry.get("against", {}).get(opponent, {}).get(game, {}).get(what),
        )
        for game in games
    }


def _curve(entries: Sequence[Entry], ask: Any) -> Curve:
    found = ((entry["seconds"] / 60, ask(entry)) for entry in entries)
    return [(x, y) for x, y in found if y is not None]


def _figure(title: str, curves: dict[str, Curve]) -> str:
    points = [point for curve in curves.values() for point in curve]
    if not points:
        return ""
    right = max(x for x, _ in points) or 1.0
    low, high = min(y for _, y in points), max(y for _, y in points)
    if high - low < 1e-9:
        low, high = low - 0.5, high + 0.5

    def place(x: float, y: float) -> str:
        across = LEFT + (WIDE - LEFT - 10) * x / right
        return f"{across:.1f},{10 + (TALL - 40) * (high - y) / (high - low):.1f}"

    inner = [
        f'<line class="axis" x1="{LEFT}" x2="{WIDE}" y1="{TALL - 30}" y2="{TALL - 30}"/>',
        f'<text x="{LEFT - 6}" y="20" text-anchor="end">{high:.3g}</text>',
        f'<text x="{LEFT - 6}" y="{TALL - 30}" text-anchor="end">{low:.3g}</text>',
        f'<text x="{WIDE - 10}" y="{TALL - 14}" text-anchor="end">{right:.1f} min</text>',
    ]
    words = []
    for colour, (name, curve) in zip(COLOURS * len(curves), curves.items(), strict=False):
        line = " ".join(place(x, y) for x, y in curve)
        inner.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{line}"/>')
        words.append(
            f'<span style="color:{colour}">■</span> {escape(name)} {curve[-1][1] if curve else 0:.3g}'
        )
    label = f'<svg role="img" aria-label="{escape(title)}" viewBox="0 0 {WIDE} {TALL}">'
    return f"<h2>{escape(title)}</h2>{label}{''.join(inner)}</svg><p>{' &nbsp; '.join(words)}</p>"
