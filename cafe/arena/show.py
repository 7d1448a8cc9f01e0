"""A match with progress on the terminal, and its report as tables, JSON and a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from rich.box import SIMPLE
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from cafe.arena.match import Match
from cafe.arena.page import page
from cafe.arena.report import Report, budget_text, forfeits_text, played_text, report
from cafe.arena.results import Results, ResultsError
from cafe.arena.run import Effort, run
from cafe.arena.statistics import Estimate
from cafe.rules.errors import CafeError


def show(match: Match, effort: Effort, out: Path | None, as_json: Path | None, as_page: Path | None) -> int:
    """Play the match, print its report and write the requested files; returns the exit status."""
    console = Console()
    errors = Console(stderr=True)
    try:
        match.check()
        results = Results(match, out)
        with _progress(errors) as tell:
            run(results, effort, tell)
    except KeyboardInterrupt:
        where = "the games played are lost (no --out)" if out is None else f"the games played are in {out}"
        errors.print(f"stopped; {where}")
        return 130
    except (CafeError, ResultsError, ValueError, RuntimeError, OSError) as error:
        errors.print(f"cafe arena: {error}", markup=False, highlight=False)
        return 2
    found = report(results)
    print_report(found, console)
    if out is not None and found.bags > effort.bags:
        more = f"{out} has games of {found.bags} bags, more than --bags {effort.bags} asks for"
        console.print(f"{more}: all of them count", markup=False, highlight=False)
    if as_json is not None:
        as_json.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    if as_page is not None:
        as_page.write_text(page(found), encoding="utf-8")
    return 0


@contextmanager
def _progress(console: Console) -> Iterator[Callable[[int, int], None]]:
    """A progress bar in the terminal; the time left is estimated from the games of the last minutes."""
    columns = (
        TextColumn("games"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    with Progress(
        *columns, console=console, speed_estimate_period=120, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("games", total=None)

        def tell(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield tell


def print_report(found: Report, console: Console) -> None:
    """The report as tables."""
    match = found.match
    rules = " ".join((match.edition, *match.variants))
    console.print(
        f"{rules}, {match.players} players, {budget_text(match)}, seed {match.seed}: {played_text(found)}",
        highlight=False,
    )
    table = Table(box=SIMPLE)
    for head in (
        "contestant",
        "rating±2σ",
        "wins/seat, %",
        "final",
        "points/turn",
        "ms/turn",
        "99 %",
    ):
        table.add_column(
            head,
            justify="left" if head == "contestant" else "right",
            overflow="fold",
            min_width=len("(100.0–100.0)") if head == "wins/seat, %" else None,
        )
    for one in found.standings:
        table.add_row(
            one.name,
            f"{one.rating:.1f}±{2 * one.uncertainty:.1f}",
            _percent(one.win_share),
            f"{one.final:.1f}",
            f"{one.points_a_turn:.2f}",
            f"{one.ms_mean:.1f}",
            f"{one.ms_p99:.1f}",
        )
    console.print(table)
    duels = Table(box=SIMPLE)
    for head in ("first", "second", "bags", "share of wins, %", "lead"):
        duels.add_column(head, justify="left" if head in ("first", "second") else "right")
    for duel in found.duels:
        lead = duel.difference
        duels.add_row(
            duel.first,
            duel.second,
            str(duel.bags),
            _percent(duel.share),
            f"{lead.mean:+.1f} ({lead.low:+.1f} to {lead.high:+.1f})",
        )
    console.print(duels)
    endings = ", ".join(f"{reason} {share:.0%}" for reason, share in found.reasons.items())
    console.print(f"{found.turns_a_game:g} turns per game; endings: {endings}", highlight=False)
    for one in found.standings:
        if one.forfeits:
            console.print(f"forfeited by {one.name}: {forfeits_text(one)}", markup=False, highlight=False)
    if any(one.forfeits for one in found.standings):
        console.print("times are those of finished turns: the turn of a forfeit is not among them")


def _percent(found: Estimate) -> str:
    return f"{100 * found.mean:.1f} ({100 * found.low:.1f}–{100 * found.high:.1f})"
