"""An analysis on the terminal, as text or JSON."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console, JustifyMethod
from rich.progress import Progress
from rich.table import Table

from cafe.analysis.analysis import COSTLY, Analysis, analyse
from cafe.protocol.ending import forfeit_text
from cafe.protocol.exports import Found, Unreadable, each_record
from cafe.rules.errors import CafeError
from cafe.rules.names import PLAYERS
from cafe.rules.record import read_record, verify


def print_analyses(names: Sequence[str], seed: int, as_json: bool) -> int:
    """Analyse the records in these files: one in full, several with a line each; returns the exit status."""
    console, errors = Console(highlight=False), Console(stderr=True)
    status = 0
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as bar:
        files, turns = bar.add_task("files", total=None), bar.add_task("turns", total=None)
        for record in each_record(names, lambda done, total: bar.update(files, completed=done, total=total)):
            if isinstance(record, Unreadable):
                print(f"cafe analyse: {record}", file=sys.stderr)
                status = 2
                continue
            try:
                found = _analysis(
                    record, seed, lambda done, total: bar.update(turns, completed=done, total=total)
                )
            except CafeError as error:
                print(f"cafe analyse: {record.where}: {error}", file=sys.stderr)
                status = 2
                continue
            forfeit = forfeit_text(read_record(record.text))
            if len(names) == 1 and record.read is None:
                _print_json(found) if as_json else _print(found, console)
                if forfeit is not None and not as_json:
                    console.print(f"The game was {forfeit}", markup=False, soft_wrap=True)
            elif as_json:
                print(msgspec.json.encode({"where": record.where, "analysis": found}).decode())
            else:
                line = _line(record.where, found)
                console.print(line if forfeit is None else f"{line}; {forfeit}", markup=False, soft_wrap=True)
    return status


def _analysis(found: Found, seed: int, progress: Callable[[int, int], None]) -> Analysis:
    record = read_record(found.text)
    verify(record)
    return analyse(record, seed, progress)


def _print_json(found: Analysis) -> None:
    print(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())


def _line(where: str, found: Analysis) -> str:
    """A whole game on one line."""
    players = ", ".join(
        f"{player.name} {player.margin:+z.0f} (lost {player.loss:.0f}, luck {player.luck:+z.0f})"
        for player in found.players
    )
    return f"{where}: {len(found.turns)} turns; {players}"


def _print(found: Analysis, console: Console) -> None:
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for head in ("turn", "player", "wins", "played", "points", "lost", "", "luck", "better was"):
        is_turn = head in ("played", "better was")  # only turns are broken where the line is too short
        justify: JustifyMethod = "left" if is_turn or not head else "right"
        table.add_column(head, justify=justify, no_wrap=not is_turn, overflow="fold")
    for turn in found.turns:
        luck = turn.luck[turn.player]
        better = f"{' '.join(turn.best)} ({turn.best_points:+d})"
        table.add_row(
            str(turn.number),
            PLAYERS[turn.player],
            f"{turn.win[turn.player]:.0%}",
            " ".join(turn.played),
            f"{turn.points:+d}",
            f"{turn.loss:.1f}" if turn.loss else "",
            turn.label if turn.loss else "",
            f"{luck:+z.1f}" if luck else "",
            better if turn.label in COSTLY else "",
        )
    console.print(table)
    for index, player in enumerate(found.players):
        others = "the other's turns" if len(found.players) == 2 else "the others' turns"
        console.print(
            f"{PLAYERS[index]} {player.name}: {player.start:+z.1f} to begin with, {-player.loss:+z.1f} by "
            f"own turns ({player.good_turns} of {player.turns} good), {player.gain:+z.1f} by {others}, "
            f"{player.luck:+z.1f} by luck: {_ending(found)} {player.margin:+z.1f}",
            markup=False,
            soft_wrap=True,
        )
    for number in found.turning_points:
        turn = found.turns[number - 1]
        console.print(
            f"Turning point: turn {number} cost {PLAYERS[turn.player]} {turn.loss:.1f}. "
            f"Better: {turn.why['text']}",
            markup=False,
            soft_wrap=True,
        )


def _ending(found: Analysis) -> str:
    return "expected where the record stops:" if found.over is None else "a final margin of"
