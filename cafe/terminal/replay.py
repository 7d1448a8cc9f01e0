"""`cafe replay` and `cafe verify`: stepping through a record, and checking it."""

from __future__ import annotations

from rich.text import Text

from cafe.protocol.ending import check_ending, forfeit_text
from cafe.protocol.exports import Found, Unreadable, records_in
from cafe.protocol.fairness import check_commitment
from cafe.rules.errors import CafeError, RecordError
from cafe.rules.record import Record, read_record, replay, verify
from cafe.rules.view import View
from cafe.terminal.finish import final_lines
from cafe.terminal.game import Game, Player
from cafe.terminal.log import log_lines
from cafe.terminal.palette import FAINT, TITLE, WARNING
from cafe.terminal.scene import scene
from cafe.terminal.screen import Screen

HELP = "n next, p previous, a number jumps, a plays on (Enter stops), q quits"


def open_record(name: str) -> Record:
    """The record in a file, or in standard input for `-`.

    Unreadable if there is none; RecordError if one of its turns cannot be read.
    """
    found = next(records_in(name))
    if isinstance(found, Unreadable):
        raise found
    if found.read is not None:
        raise Unreadable(f"{name}: expected the record of one game; this is an export of many")
    return parse_record(found)


def open_game(name: str, number: int) -> tuple[Record, bool]:
    """The record in a file, or one of an export by its number, and whether there is another one after it.

    Unreadable if there is none; RecordError if one of its turns cannot be read.
    """
    games = records_in(name)
    count = 0
    for count, found in enumerate(games, 1):
        if count == number:
            if isinstance(found, Unreadable):
                raise found
            return parse_record(found), next(games, None) is not None
    raise Unreadable(f"{name}: expected a game from 1 to {count}; got {number}")


def parse_record(found: Found) -> Record:
    """The record that was found; Unreadable if it is none, RecordError if one of its turns cannot be read."""
    try:
        return read_record(found.text)
    except RecordError as error:
        if error.turn is None:
            raise Unreadable(f"{found.where}: not a record of a game: {error}") from None
        raise


def check_record(found: Found | Unreadable, commitment: str | None = None) -> tuple[int, str]:
    """Exit status and verdict: 0 correct, 1 wrong, 2 unreadable.

    `commitment` is what somebody wrote down before the game.
    """
    try:
        if isinstance(found, Unreadable):
            raise found
        record = parse_record(found)
        state = verify(record)
        over = check_ending(record, state) or state.over
        proved = check_commitment(record, commitment)
    except Unreadable as error:
        return 2, f"cannot be read: {error}"
    except CafeError as error:
        return 1, f"wrong: {error}"
    turns = f"{len(record.turns)} turn{'s' * (len(record.turns) != 1)}"
    shuffle = f"; {proved}" if proved else ""
    if over is None:
        stands = forfeit_text(record) or "the game is not over"
        return 0, f"correct so far: {turns}, every action and score; {stands}{shuffle}"
    final = ", ".join(f"{name} {points}" for name, points in zip(record.players, over.final, strict=True))
    return 0, f"correct: {turns}, every action and score, and the result: {final} ({over.reason}){shuffle}"


def played(record: Record) -> tuple[Game, str | None]:
    """The game as far as the record is correct, and what is wrong after that."""
    game = Game(record.start(), tuple(Player(name) for name in record.players), record.date)
    game.is_open = True
    try:
        for step in replay(record):
            game.play(step.action)
    except CafeError as error:
        return game, str(error)
    return game, None


class Replay:
    """A record, turn by turn. All hands are open: a record has no secrets."""

    def __init__(self, screen: Screen, record: Record, delay: float, title: str = "") -> None:
        self.screen = screen
        self.game, self.wrong = played(record)
        self.forfeit = forfeit_text(record)
        self.turns = self.game.turns()
        self.delay = delay
        self.title = title
        self.at = 0

    def run(self) -> None:
        """Let somebody step through the record."""
        while True:
            self._draw()
            line = self.screen.ask(f"turn {self.at} of {len(self.turns)}, ? for help> ").lower()
            if line in ("q", "quit", "exit"):
                return
            if line in ("", "n", "next"):
                self._go(self.at + 1)
            elif line in ("p", "previous", "b", "back"):
                self._go(self.at - 1)
            elif line in ("a", "auto"):
                self._play_on()
            elif line.removeprefix("j").removeprefix("ump").strip().isdecimal():
                self._go(int(line.removeprefix("j").removeprefix("ump").strip()[:6]))
            elif line in ("?", "help"):
                self._draw(HELP)
                self.screen.ask("Enter> ")
            else:
                self._draw(f"Expected one of: {HELP}. Got {line!r}.")
                self.screen.ask("Enter> ")

    def print_all(self) -> None:
        """The whole record at once, where nobody can step through it."""
        if self.title:
            self.screen.say(self.title)
        for number, turn in enumerate(self.turns, 1):
            self.screen.say(f"turn {number}")
            for line in log_lines(self.game, [turn], None, self.screen.width):
                self.screen.say(f"  {line.plain}".rstrip())
        self.at = len(self.turns)
        self._draw()

    def _go(self, turn: int) -> None:
        self.at = max(0, min(turn, len(self.turns)))

    def _play_on(self) -> None:
        while self.at < len(self.turns):
            self._go(self.at + 1)
            self._draw("Playing on; Enter stops.")
            if self.screen.wait(self.delay):
                return

    def _draw(self, notice: str = "") -> None:
        screen, names = self.screen, tuple(player.name for player in self.game.players)
        state = self.turns[self.at - 1][-1].after if self.at else self.game.start
        lines = scene(View(None, state), names, screen.signs, screen.width)
        room = screen.height - len(lines)
        below = [Text(notice, WARNING)] if notice else []
        if self.at:
            turn = self.turns[self.at - 1]
            below = [*log_lines(self.game, [turn], None, screen.width - 1), *below]
        else:
            below = [Text("Before the first turn.  ", TITLE).append(HELP, FAINT), *below]
            below += [Text(self.title, FAINT)] if self.title else []
        if self.at == len(self.turns):
            below += [Text(f"The record has a mistake here: {self.wrong}", WARNING)] if self.wrong else []
            below += final_lines(self.game, screen.signs)
            if self.forfeit is not None and self.game.state.over is None:
                below.append(Text(f"The game was {self.forfeit}", WARNING))
        screen.draw(
            lines + below if len(below) <= room else lines[: max(0, screen.height - len(below))] + below
        )
