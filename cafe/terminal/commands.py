"""`cafe play`, `cafe replay` and `cafe verify`: from their options to an exit status."""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from cafe.protocol.exports import Found, Unreadable, each_record
from cafe.rules.errors import CafeError, RecordError
from cafe.terminal import storage
from cafe.terminal.game import Game
from cafe.terminal.play import Play
from cafe.terminal.replay import Replay, check_record, open_game, open_record
from cafe.terminal.saved_game import SavedGame
from cafe.terminal.screen import Leave, Screen
from cafe.terminal.setup import DEFAULT_PLAYERS, any_seed, ask_setup, from_options


def play(
    edition: str | None,
    variants: list[str],
    players: str | None,
    seed: int | None,
    save: Path | None,
    record: str | None,
) -> int:
    """Play a new game, or continue a recorded one."""
    seed = any_seed() if seed is None else seed
    try:
        if record is not None:
            game = Game.from_record(open_record(record))
            if record == "-":
                _read_keys_from_terminal()
        elif edition is None and players is None and not variants:
            game = ask_setup(Screen(), seed).game()
        else:
            game = from_options(edition or "board", variants, players or DEFAULT_PLAYERS, seed).game()
    except (CafeError, Unreadable) as error:
        print(f"cafe play: {error}", file=sys.stderr)
        return 2
    except Leave as leave:
        return leave.status
    screen = Screen()
    asked = save or (Path(record) if record not in (None, "-") else None)
    saved = SavedGame(game, asked or storage.own_file(), is_asked=asked is not None)
    if save is not None:
        saved.keep()
        if saved.trouble is not None:
            print(f"cafe play: --save: the game cannot be saved there. {saved.trouble}", file=sys.stderr)
            return 2
    status = 0
    try:
        with screen:
            Play(screen, game, seed + 1, saved).run()
    except Leave as leave:
        status = leave.status
    except KeyboardInterrupt:
        status = 130
    for line in saved.farewell(screen.signs):
        screen.say(line)
    return status


def replay(name: str, number: int, delay: float) -> int:
    """Step through the record in a file, or one in an export; without a terminal, print all of it."""
    try:
        record, is_followed = open_game(name, number)
    except (Unreadable, RecordError) as error:
        print(f"cafe replay: {error}", file=sys.stderr)
        return 1 if isinstance(error, RecordError) else 2
    if name == "-" and sys.stdout.isatty():
        _read_keys_from_terminal()
    screen = Screen()
    title = f"Game {number} of an export; --game {number + 1} shows the next." if is_followed else ""
    stepper = Replay(screen, record, delay, title)
    try:
        if not screen.is_live:
            stepper.print_all()
        else:
            with screen:
                stepper.run()
    except Leave as leave:
        return leave.status
    except KeyboardInterrupt:
        return 130
    return 0


def verify(names: list[str], commitment: str | None = None) -> int:
    """Print the verdict on the record in a file; for many, those that are not correct, and how many are.

    `commitment` is what somebody wrote down before the game of the one record.
    """
    if commitment is not None:
        commitment = commitment.strip().lower()
        if not re.fullmatch("[0-9a-f]{64}", commitment):
            print("cafe verify: expected 64 hexadecimal digits with --commitment", file=sys.stderr)
            return 2
    statuses = Counter[int]()
    told = False
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("verify", total=None)
        for found in each_record(names, lambda done, total: bar.update(task, completed=done, total=total)):
            status, verdict = check_record(found, commitment)
            statuses[status] += 1
            where = found.where if isinstance(found, Found) else ""
            if where == names[0] and len(names) == 1:
                told = True
                print(verdict if status == 0 else f"cafe verify: {verdict}")
            elif status:
                told = True
                print(
                    f"cafe verify: {where}: {verdict}" if where and status == 1 else f"cafe verify: {verdict}"
                )
    if statuses.total() > 1 or not told:
        words = {0: "correct", 1: "wrong", 2: "unreadable"}
        print(", ".join(f"{statuses[status]} {word}" for status, word in words.items() if statuses[status]))
    return max(statuses)


def _read_keys_from_terminal() -> None:
    """The record came through standard input; commands come from the terminal itself."""
    try:
        sys.stdin = open("/dev/tty", encoding="utf-8")  # noqa: SIM115  it stays open as long as the program
    except OSError:
        return
