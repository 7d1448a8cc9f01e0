"""Saving the game while it is played, so that it can be continued after leaving."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from shlex import quote

from rich.text import Text

from cafe.terminal import storage
from cafe.terminal.finish import final_lines
from cafe.terminal.game import Game
from cafe.terminal.palette import GAIN, WARNING, Signs


@dataclass
class SavedGame:
    """The file with a game."""

    game: Game
    path: Path
    is_asked: bool
    """Whether somebody asked for this file; otherwise it is forgotten when the game is over."""
    trouble: str | None = None
    """Why the game could not be saved."""

    def keep(self) -> None:
        """Write the game as it stands."""
        try:
            storage.write(self.game.record(), self.path)
            self.trouble = None
        except OSError as error:
            self.trouble = f"{error.strerror}: {self.path}"

    def save(self, name: str) -> tuple[bool, Text]:
        """Write the game into another file; returns whether that worked, and a message about it."""
        path = Path(name).expanduser()
        try:
            storage.write(self.game.record(), path)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "this is not a file name"
            return False, Text(f"Not saved: {reason} ({path})", WARNING)
        return True, Text(f"Saved: {path}", GAIN)

    def move(self, name: str) -> None:
        """Save the game in a file that somebody asked for."""
        self.forget()
        self.path, self.is_asked = Path(name).expanduser(), True

    def forget(self) -> None:
        """Remove the file, unless somebody asked for it."""
        if not self.is_asked:
            storage.forget(self.path)

    def farewell(self, signs: Signs) -> list[str]:
        """What to say after the screen is gone: the result, and how to continue."""
        if self.game.state.over is not None:
            lines = [line.plain.rstrip() for line in final_lines(self.game, signs)]
            return lines + ([f"Record: {self.path}"] if self.path.exists() else [])
        if self.trouble is not None:
            return [f"The game could not be saved. {self.trouble}"]
        return ["The game is saved. To continue it:", f"  cafe play --record {quote(str(self.path))}"]
