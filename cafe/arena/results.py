"""The results of a match in a file: its settings in the first line, then a line a finished game.

A match that was broken off goes on where it stopped: games that are in the file are not played again.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from cafe.arena.match import Match
from cafe.arena.play import Played


class ResultsError(ValueError):
    """A results file of another match, or none at all."""


class Results:
    """Finished games by key, kept in memory and, where a file is given, on disk."""

    def __init__(self, match: Match, path: Path | None = None) -> None:
        self.match = match
        self.games: dict[str, Played] = {}
        self._path = path
        if path is not None and path.exists():
            self._load(path)
        elif path is not None:
            path.write_bytes(msgspec.json.encode(match) + b"\n")

    def add(self, played: Played) -> None:
        """Keep a game, at once on disk."""
        self.games[played.key()] = played
        if self._path is not None:
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode(played) + b"\n")

    def _load(self, path: Path) -> None:
        found = path.read_bytes()
        if not found.endswith(b"\n"):
            with path.open("ab") as file:
                file.write(b"\n")  # a run was broken off while writing
        head, *lines = found.split(b"\n")
        try:
            match = msgspec.json.decode(head, type=Match)
        except msgspec.DecodeError as error:
            raise ResultsError(
                f"{path}: expected the settings of a match in the first line; {error}"
            ) from None
        if match != self.match:
            raise ResultsError(f"{path}: expected results of {self.match}; it holds those of {match}")
        for line in lines:
            try:
                played = msgspec.json.decode(line, type=Played)
            except msgspec.DecodeError:
                continue  # a line that was broken off
            self.games[played.key()] = played


def read_results(path: Path) -> Results:
    """The results in a file, whatever match they are of."""
    head = path.read_bytes().split(b"\n", 1)[0]
    try:
        return Results(msgspec.json.decode(head, type=Match), path)
    except msgspec.DecodeError as error:
        raise ResultsError(f"{path}: expected the settings of a match in the first line; {error}") from None
