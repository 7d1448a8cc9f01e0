"""What happened, turn by turn, itemised."""

from __future__ import annotations

from rich.text import Text

from cafe.terminal.game import Game, Step
from cafe.terminal.palette import FAINT, STRONG, points_text
from cafe.terminal.words import Item, items

NAME = 12
ACTION = 12


def turn_lines(game: Game, turn: list[Step], seat: int | None, width: int) -> list[Text]:
    """One turn in full: a line for each thing that happened, with where its points come from."""
    lines = []
    name = game.players[turn[0].player].name
    for item in turn_items(game, turn, seat):
        line = Text("").append(_fitted(name, NAME), STRONG)
        line.append(f" {item.what:<{ACTION}} ")
        line.append_text(points_text(item.points, 3) if item.points or "@" in item.what else Text("   "))
        indent = len(line) + 2
        lines += _wrapped(line.append("  "), item.why, width, indent)
        name = ""
    return lines


def brief_line(game: Game, turn: list[Step], seat: int | None, width: int) -> Text:
    """One turn on one line."""
    line = Text("").append(_fitted(game.players[turn[0].player].name, NAME), STRONG).append(" ")
    found = turn_items(game, turn, seat)
    line.append_text(points_text(sum(item.points for item in found), 3))
    for item in found:
        line.append(f"  {item.what}")
        if item.brief:
            line.append(f" {item.brief}", FAINT)
    if len(line) > width:
        line.truncate(width - 3)
        line.append("...")
    return line


def turn_items(game: Game, turn: list[Step], seat: int | None) -> list[Item]:
    """What happened in a turn, as far as a player may know it."""
    return [item for step in turn for item in items(step.before, game.seen(step, seat))]


def log_lines(game: Game, turns: list[list[Step]], seat: int | None, width: int) -> list[Text]:
    """Several turns in full."""
    return [line for turn in turns for line in turn_lines(game, turn, seat, width)]


def brief_log(game: Game, turns: list[list[Step]], seat: int | None, width: int) -> list[Text]:
    """Several turns, each on one line."""
    return [brief_line(game, turn, seat, width) for turn in turns]


def _fitted(name: str, width: int) -> str:
    return name.ljust(width) if len(name) <= width else name[: width - 1] + "."


def _wrapped(line: Text, words: str, width: int, indent: int) -> list[Text]:
    """The words after the line, broken where they reach the width."""
    lines = [line]
    for word in words.split():
        if len(lines[-1]) + len(word) + 1 > width and len(lines[-1]) > indent:
            lines.append(Text(" " * indent))
        lines[-1].append(word if len(lines[-1]) <= indent else f" {word}", FAINT)
    return lines
