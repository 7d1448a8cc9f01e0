"""An analysis on the terminal, as text or JSON."""

from __future__ import annotations

import sys

import msgspec
from rich.console import Console
from rich.table import Table

from cafe.arena.analysis import Analysis, analyse
from cafe.rules.errors import CafeError
from cafe.rules.names import PLAYERS
from cafe.rules.record import read_record, verify


def print_analysis(text: str, nodes: int, seed: int, as_json: bool) -> int:
    """Analyse the record in the text and print it; the exit status."""
    try:
        record = read_record(text)
        verify(record)
        found = analyse(record, nodes, seed)
    except CafeError as error:
        print(f"cafe analyse: {error}", file=sys.stderr)
        return 2
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())
    else:
        _print(found, Console(highlight=False))
    return 0


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
