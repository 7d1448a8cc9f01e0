"""The report as one HTML page: tables and plots drawn as SVG, nothing loaded from anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from cafe.arena.report import Report, budget_text, forfeits_text, played_text
from cafe.arena.statistics import Estimate

_STYLE = """
:root { color-scheme: light dark; --ink: #2b2118; --paper: #fbf7f0; --bar: #a4532a; --line: #8a7a68 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f1e7da; --paper: #211a15; --bar: #d98a5b; --line: #9a8b7a } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; margin: 1rem 0 } th, td { padding: .25rem .75rem; text-align: right }
th:first-child, td:first-child { text-align: left } thead { border-bottom: 1px solid var(--line) }
svg { display: block; max-width: 100%; height: auto }
svg text { fill: var(--ink); font: 12px system-ui, sans-serif }
.bar { fill: var(--bar) } .axis { stroke: var(--line) } .whisker { stroke: var(--ink); stroke-width: 2 }
"""


def page(report: Report) -> str:
    """The whole page."""
    match = report.match
    rules = " ".join((match.edition, *match.variants))
    head = (
        f"{escape(rules)}, {match.players} players, {escape(budget_text(match))}, seed {match.seed}: "
        f"{played_text(report)}, every seating with the same bags"
    )
    parts = [
        f"<p>{head}.</p>",
        "<h2>Contestants</h2>",
        _standings(report),
        "<h2>Share of wins per seat</h2>",
        _intervals([(s.name, s.win_share) for s in report.standings], 0, 1, 1 / match.players),
        "<h2>Pair by pair</h2>",
        _duels(report),
        "<h3>Each one's share of the wins</h3>",
        _intervals([(f"{d.first} – {d.second}", d.share) for d in report.duels], 0, 1, 0.5),
    ]
    for name, differences in report.differences.items():
        parts += [f"<h3>Lead by bag: {escape(name)}</h3>", _histogram(differences)]
    reasons = list(report.reasons.items())
    parts += [f"<h2>Endings</h2><p>{report.turns_a_game:g} turns per game.</p>", _bars(reasons)]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>Arena</title>'
        f"<style>{_STYLE}</style></head><body><h1>Arena</h1>{''.join(parts)}</body></html>\n"
    )


def _standings(report: Report) -> str:
    rows = [
        (
            s.name,
            f"{s.rating:.1f} ± {2 * s.uncertainty:.1f}",
            _percent(s.win_share),
            f"{s.final:.1f}",
            f"{s.points_a_turn:.2f}",
            f"{s.ms_mean:.1f}",
            f"{s.ms_p99:.1f}",
            forfeits_text(s),
        )
        for s in report.standings
    ]
    heads = (
        *("contestant", "rating ± 2σ", "win share", "final", "points per turn"),
        *("ms a finished turn", "ms, 99 %", "forfeits"),
    )
    return _table(heads, rows)


def _duels(report: Report) -> str:
    rows = [
        (f"{d.first} – {d.second}", str(d.bags), _percent(d.share), _signed(d.difference))
        for d in report.duels
    ]
    return _table(("duel", "bags", "share of the first", "lead of the first"), rows)


def _percent(found: Estimate) -> str:
    return f"{found.mean:.1%} ({found.low:.1%} to {found.high:.1%})"


def _signed(found: Estimate) -> str:
    return f"{found.mean:+.1f} ({found.low:+.1f} to {found.high:+.1f})"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(text)}</td>" for text in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _svg(height: int, label: str, inner: str) -> str:
    return (
        f'<svg viewBox="0 0 640 {height}" width="640" role="img" aria-label="{escape(label)}">{inner}</svg>'
    )


def _intervals(rows: Sequence[tuple[str, Estimate]], low: float, high: float, par: float) -> str:
    """One row for each: a point and its 95 % interval; the vertical line is par."""

    def x(number: float) -> float:
        return 220 + 400 * (number - low) / (high - low)

    height = 28 * len(rows) + 8
    inner = [f'<line class="axis" x1="{x(par):.1f}" x2="{x(par):.1f}" y1="0" y2="{height}"/>']
    for index, (name, found) in enumerate(rows):
        y = 18 + 28 * index
        inner.append(f'<text x="210" y="{y + 4}" text-anchor="end">{escape(name)}</text>')
        inner.append(
            f'<line class="whisker" x1="{x(found.low):.1f}" x2="{x(found.high):.1f}" y1="{y}" y2="{y}"/>'
        )
        inner.append(f'<circle class="bar" cx="{x(found.mean):.1f}" cy="{y}" r="5"/>')
    words = "; ".join(f"{name} {_percent(found)}" for name, found in rows)
    return _svg(height, words, "".join(inner))


def _histogram(numbers: Sequence[float]) -> str:
    """How often each lead occurred, in bars of ten points."""
    if not numbers:
        return ""
    counts: dict[int, int] = {}
    for number in numbers:
        counts[int(number // 10)] = counts.get(int(number // 10), 0) + 1
    first, last, most = min(counts), max(counts), max(counts.values())
    width = 600 / (last - first + 1)
    inner = []
    for place in range(first, last + 1):
        tall = 120 * counts.get(place, 0) / most
        left = 20 + (place - first) * width
        inner.append(
            f'<rect class="bar" x="{left:.1f}" y="{130 - tall:.1f}" '
            f'width="{width - 2:.1f}" height="{tall:.1f}"/>'
        )
        inner.append(f'<text x="{left:.1f}" y="146">{10 * place}</text>')
    return _svg(150, f"leads from {10 * first} to {10 * last + 10} points", "".join(inner))


def _bars(rows: Sequence[tuple[str, float]]) -> str:
    inner = []
    for index, (name, share) in enumerate(rows):
        y = 6 + 26 * index
        inner.append(f'<text x="110" y="{y + 14}" text-anchor="end">{escape(name)}</text>')
        inner.append(f'<rect class="bar" x="120" y="{y}" width="{440 * share:.1f}" height="18"/>')
        inner.append(f'<text x="{128 + 440 * share:.1f}" y="{y + 14}">{share:.0%}</text>')
    return _svg(26 * len(rows) + 10, "; ".join(f"{name} {share:.0%}" for name, share in rows), "".join(inner))
