"""Records from files, one or many: the texts of single games, and exports, which have a game on each line."""

from __future__ import annotations

import gzip
import io
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from cafe.rules.record import MOST_TEXT

MOST_BYTES: Final = 4 * MOST_TEXT
"""Bytes of a record, or of a line of an export, at most."""
ACCOUNT: Final = "account"
"""What stands for a bot's level or id where somebody's program played on a server."""


class ExportedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who played: a person by a pseudonym that is the same in all games of a server, or a bot."""

    name: str
    bot: str | None = None
    """The bot's level or id; `account` for a program that somebody let play, under a pseudonym."""
    resigned: bool = False
    stand_in: str | None = None
    """The level or id of the bot that played for them at the end, because they had left or given up."""


class ExportedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A line of an export."""

    edition: str
    variants: tuple[str, ...]
    players: tuple[ExportedPlayer, ...]
    started: float
    ended: float
    """The days, as the seconds from 1970 until they began by UTC."""
    seconds: tuple[float, ...]
    """How long each turn took, in the order of the record."""
    final: tuple[int, ...]
    ranks: tuple[int, ...] = ()
    """By player, 1 being best: whoever gave up or was away at the end comes last. Older exports lack it."""
    reason: str
    record: str
    """The game in the notation."""


class Unreadable(Exception):
    """A file that holds no record; says why."""


@dataclass(frozen=True)
class Found:
    """A record's text."""

    where: str
    """The file; in an export with the number of the line."""
    text: str
    read: int | None = None
    """In an export: bytes of the file that have been read so far."""


_LINE: Final = msgspec.json.Decoder(ExportedGame)


def records_in(name: str) -> Iterator[Found | Unreadable]:
    """The records of a file, plain or packed with gzip, or of standard input for `-`, as they are read."""
    try:
        with open(sys.stdin.fileno(), "rb", closefd=False) if name == "-" else Path(name).open("rb") as file:
            yield from _read(name, file)
    except OSError as error:
        yield Unreadable(f"{name}: {error.strerror or 'this is not a gzip file'}")
    except EOFError:
        yield Unreadable(f"{name}: the gzip file is cut short")


def _read(name: str, file: io.BufferedReader) -> Iterator[Found | Unreadable]:
    lines = gzip.GzipFile(fileobj=file) if file.peek(2)[:2] == b"\x1f\x8b" else file
    line = lines.readline(MOST_BYTES + 1)
    if not line.startswith(b"{"):
        try:
            yield Found(name, (line + lines.read(MOST_BYTES)).decode())
        except UnicodeError:
            yield Unreadable(f"{name}: this is not UTF-8 text")
        return
    number = 1
    while line:
        where = f"{name}:{number}"
        if len(line) > MOST_BYTES:
            yield Unreadable(f"{where}: expected at most {MOST_BYTES} bytes on a line; there are more")
            return
        try:
            yield Found(where, _LINE.decode(line).record, file.tell() if file.seekable() else 0)
        except (msgspec.DecodeError, UnicodeError) as error:
            yield Unreadable(f"{where}: {error}")
        line, number = lines.readline(MOST_BYTES + 1), number + 1


def each_record(names: Sequence[str], tell: Callable[[int, int], None]) -> Iterator[Found | Unreadable]:
    """The records of many files; `tell` hears how many bytes of how many are done."""
    sizes = [Path(name).stat().st_size if Path(name).is_file() else 0 for name in names]
    done = 0
    for name, size in zip(names, sizes, strict=True):
        for found in records_in(name):
            yield found
            if isinstance(found, Found) and found.read is not None:
                tell(done + found.read, sum(sizes))
        done += size
        tell(done, sum(sizes))
