"""An analysis on the terminal, as text or JSON."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import msgspec
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from cafe.arena.analysis import Analysis, analyse
from cafe.protocol.exports import Found, Unreadable, each_record
from cafe.rules.errors import CafeError
from cafe.rules.names import PLAYERS
from cafe.rules.record import read_record, verify


def print_analyses(names: Sequence[str], nodes: int, seed: int, as_json: bool) -> int:
    """Analyse the records in these files: one at length, several with a line each; the exit status."""
    console, errors = Console(highlight=False), Console(stderr=True)
    status = 0
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task("analyse", total=None)
        for record in each_record(names, lambda done, total: bar.update(task, completed=done, total=total)):
            if isinstance(record, Unreadable):
                print(f"cafe analyse: {record}", file=sys.stderr)
                status = 2
                continue
            try:
                found = _analysis(record, nodes, seed)
            except CafeError as error:
                print(f"cafe analyse: {record.where}: {error}", file=sys.stderr)
                status = 2
                continue
            if len(names) == 1 and record.read is None:
                _print_json(found) if as_json else _print(found, console)
            elif as_json:
                print(msgspec.json.encode({"where": record.where, "analysis": found}).decode())
            else:
                console.print(_line(record.where, found), markup=False, soft_wrap=True)
    return status


def _analysis(found: Found, nodes: int, seed: int) -> Analysis:
    record = read_record(found.text)
    verify(record)
    return analyse(record, nodes, seed)


def _print_json(found: Analysis) -> None:
    print(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())


def _line(where: str, found: Analysis) -> str:
    """A whole game in a line."""
    players = ", ".join(
        f"{player.name} {player.final} (lost {player.loss:g}, luck {player.luck:+g})"
        for player in found.players
    )
    return f"{where}: {len(found.turns)} turns; {players}"


def _print(found: Analysis, console: Console) -> None:
    table = Table()
    for head in ("turn", "player", "played", "points", "lost", "luck", "better was"):
        table.add_column(head, justify="left" if head in ("played", "better was") else "right")
    for turn in found.turns:
        better = turn.alternatives[0] if turn.loss and turn.alternatives else None
        table.add_row(
            str(turn.number),
            PLAYERS[turn.player],
            " ".join(turn.played),
            f"{turn.points:+d}",
            f"{turn.loss:.1f}" if turn.loss else "",
            f"{turn.luck:+.1f}" if turn.luck else "",
            "" if better is None else f"{' '.join(better.turn)} ({better.points:+d})",
        )
    console.print(table)
    for index, player in enumerate(found.players):
        console.print(
            f"{PLAYERS[index]} {player.name}: final {player.final}; the best turn in {player.best_turns} "
            f"of {player.turns}, {player.loss:g} points lost in play, {player.luck:+g} from the luck "
            "of the draw",
            markup=False,
            soft_wrap=True,
        )
    if found.turning_points:
        console.print(f"Turning points: turns {', '.join(map(str, found.turning_points))}")
