"""A puzzle, and those that come with the package: a file per edition, a puzzle per line (docs/puzzles.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

from cafe.rules.actions import Action
from cafe.rules.names import action_from_text
from cafe.rules.position import read_view
from cafe.rules.view import View

EDITIONS: Final = ("board", "card", "board-classic")
"""Editions that have puzzles, and so a file of that name."""


@dataclass(frozen=True, slots=True)
class EvaluatedTurn:
    """A complete turn of the position, in its best-paid order."""

    actions: tuple[str, ...]
    """In the notation."""
    points: int
    value: float
    """The margin that the player can expect at the end."""
    error: float
    """The standard error of its distance from the best turn; 0 for the best turn itself."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The game that a position comes from, and how the turns were evaluated."""

    game: int
    """The number that the game's deal, players and chance come from."""
    turn: int
    """How many turns had been played."""
    bots: tuple[str, ...]
    """Who played, by seat."""
    evaluation: str
    """The evaluation and its version."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which the player to move has one best turn, or a few that are equally good."""

    id: str
    edition: str
    variants: tuple[str, ...]
    players: int
    position: str
    """What the player to move sees, on one line; `read_view` takes it."""
    turns: tuple[EvaluatedTurn, ...]
    """Every possible complete turn, best first."""
    equal: int
    """How many of them count as best."""
    gap: float
    """How much more the best turn is worth than the best of those that are not equally good."""
    error: float
    """The standard error of that."""
    deals: int
    """How many deals the best turns were compared over."""
    themes: tuple[str, ...]
    rating: int
    """How hard it seemed before anybody had tried it."""
    origin: Origin

    @property
    def best(self) -> tuple[EvaluatedTurn, ...]:
        """The turns that solve it."""
        return self.turns[: self.equal]

    @property
    def pays_most(self) -> bool:
        """Whether one of the best turns pays as much as any turn does."""
        return max(turn.points for turn in self.best) == max(turn.points for turn in self.turns)

    def view(self) -> View:
        """The position as the player to move sees it."""
        return read_view(self.position)

    def actions(self, turn: EvaluatedTurn) -> tuple[Action, ...]:
        """The actions of a turn."""
        plan = read_view(self.position).known.edition.plan
        return tuple(action_from_text(plan, text) for text in turn.actions)


def write_puzzle(puzzle: Puzzle) -> str:
    """The puzzle as one line of JSON."""
    origin = puzzle.origin
    line = {
        "id": puzzle.id,
        "position": puzzle.position,
        "turns": [[" ".join(turn.actions), turn.points, turn.value, turn.error] for turn in puzzle.turns],
        "equal": puzzle.equal,
        "gap": puzzle.gap,
        "error": puzzle.error,
        "deals": puzzle.deals,
        "themes": puzzle.themes,
        "rating": puzzle.rating,
        "origin": [origin.game, origin.turn, " ".join(origin.bots), origin.evaluation],
    }
    return json.dumps(line, separators=(",", ":"))


def read_puzzle(line: str) -> Puzzle:
    """The puzzle on a line of `write_puzzle`."""
    found: dict[str, Any] = json.loads(line)
    position: str = found["position"]
    rules, _, _, _, hands, *_ = position.split(" ", 5)
    edition, *variants = rules.split("+")
    game, turn, bots, evaluation = found["origin"]
    return Puzzle(
        id=found["id"],
        edition=edition,
        variants=tuple(variants),
        players=hands.count("/") + 1,
        position=position,
        turns=tuple(EvaluatedTurn(tuple(text.split()), *numbers) for text, *numbers in found["turns"]),
        equal=found["equal"],
        gap=found["gap"],
        error=found["error"],
        deals=found["deals"],
        themes=tuple(found["themes"]),
        rating=found["rating"],
        origin=Origin(game, turn, tuple(bots.split()), evaluation),
    )


def read_puzzles(lines: Iterable[str]) -> dict[str, Puzzle]:
    """The puzzles on these lines, by their ids."""
    return {puzzle.id: puzzle for puzzle in map(read_puzzle, lines)}


@cache
def shipped_puzzles(edition: str) -> Mapping[str, Puzzle]:
    """The puzzles of an edition that come with the package, by their ids; KeyError if it has none."""
    if edition not in EDITIONS:
        raise KeyError(edition)
    text = files("cafe.puzzles").joinpath("data", f"{edition}.jsonl").read_text("utf-8")
    return MappingProxyType(read_puzzles(text.splitlines()))
