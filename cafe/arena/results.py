"""The results of a match in a folder: its settings, a line per finished game, and every game's whole record.

A match that was interrupted continues where it stopped: games in the folder are not played again.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from cafe.arena.match import Match
from cafe.arena.play import Outcome, Played

MATCH: Final = "match.json"
GAMES: Final = "games.jsonl"
RECORDS: Final = "records"


class ResultsError(ValueError):
    """Results of another match, or none at all."""


class Results:
    """Finished games by key, kept in memory and, where a folder is given, on disk."""

    def __init__(self, match: Match, folder: Path | None = None) -> None:
        self.match = match
        self.games: dict[str, Played] = {}
        self._folder = folder
        if folder is not None and folder.exists():
            self._load(folder)

    def make_folder(self) -> None:
        """Make the folder, if one was given and does not exist; called once a match can begin."""
        folder = self._folder
        if folder is not None and not folder.exists():
            (folder / RECORDS).mkdir(parents=True)
            (folder / GAMES).touch()
            (folder / MATCH).write_bytes(msgspec.json.encode(self.match) + b"\n")

    def add(self, outcome: Outcome) -> None:
        """Store a game, immediately on disk; its record first, so that every game in the list has one."""
        played = outcome.played
        self.games[played.key()] = played
        if self._folder is not None:
            record_file(self._folder, played).write_text(outcome.record, encoding="utf-8")
            with (self._folder / GAMES).open("ab") as file:
                file.write(msgspec.json.encode(played) + b"\n")

    def _load(self, folder: Path) -> None:
        match = _match(folder)
        if match != self.match:
            raise ResultsError(
                f"{folder}: expected results of the same match; {_difference(match, self.match)}; "
                "choose another folder for this one"
            )
        found = (folder / GAMES).read_bytes()
        if found and not found.endswith(b"\n"):
            with (folder / GAMES).open("ab") as file:
                file.write(b"\n")  # a run was interrupted while writing
        for line in found.split(b"\n"):
            try:
                played = msgspec.json.decode(line, type=Played)
            except msgspec.DecodeError:
                continue  # an incomplete line
            self.games[played.key()] = played


def record_file(folder: Path, played: Played) -> Path:
    """The file of a game's record, named by its bag and the contestants' numbers in seat order."""
    return folder / RECORDS / f"{played.bag}-{'-'.join(map(str, played.seats))}.cafe"


def read_results(folder: Path) -> Results:
    """The results in a folder, whichever match they belong to."""
    return Results(_match(folder), folder)


def _difference(kept: Match, asked: Match) -> str:
    """The settings in which two matches differ."""
    names = [name for name in Match.__struct_fields__ if getattr(kept, name) != getattr(asked, name)]
    return "; ".join(f"{name} there {_text(kept, name)}, here {_text(asked, name)}" for name in names)


def _text(match: Match, name: str) -> str:
    return msgspec.json.encode(getattr(match, name)).decode()


def _match(folder: Path) -> Match:
    try:
        return msgspec.json.decode((folder / MATCH).read_bytes(), type=Match)
    except (OSError, msgspec.DecodeError) as error:
        raise ResultsError(f"{folder}: expected a folder with the settings of a match; {error}") from None
