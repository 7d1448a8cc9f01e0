"""The terminal itself: its size, colours and symbols, what is drawn on it and what is typed."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Sequence
from dataclasses import replace

from rich.console import Console
from rich.segment import Segment, Segments
from rich.text import Text

from cafe.terminal.palette import ASCII, FAINT, UNICODE, Signs

SPARE = 2
"""Lines reserved for the prompt and for the Enter after it, so that nothing ever scrolls."""
PLAIN = 100
"""The width where the text does not go to a terminal."""


class Leave(Exception):
    """Somebody wants to leave; `status` is the exit status."""

    def __init__(self, status: int = 0) -> None:
        super().__init__(status)
        self.status = status


class Screen:
    """A terminal that is redrawn for every question, or a plain stream of text where there is none."""

    def __init__(self, console: Console | None = None, signs: Signs | None = None) -> None:
        self.console = console or _console()
        is_wide = (self.console.encoding or "").lower().replace("-", "").startswith("utf")
        plain = self.console.color_system is None or self.console.no_color
        self.signs = signs or replace(UNICODE if is_wide else ASCII, framed=plain)
        self.is_live = self.console.is_terminal and not self.console.is_dumb_terminal and sys.stdin.isatty()
        self._open = False

    def __enter__(self) -> Screen:
        if self.is_live:
            _load_line_editing()
            self._open = self.console.set_alt_screen(True)
        return self

    def __exit__(self, *_: object) -> None:
        if self._open:
            self.console.set_alt_screen(False)
            self._open = False

    @property
    def width(self) -> int:
        """Columns of the terminal."""
        return self.console.size.width

    @property
    def height(self) -> int:
        """Lines that can be drawn at once; without a terminal there is no limit."""
        return self.console.size.height - SPARE if self.is_live else 10_000

    @property
    def is_small(self) -> bool:
        """Whether there is less room than a game needs."""
        return self.is_live and (self.console.size.width < 80 or self.console.size.height < 24)

    def draw(self, lines: Sequence[Text]) -> None:
        """Show these lines and nothing else."""
        if self.is_live:
            self.console.clear()
        options = self.console.options.update(no_wrap=True, overflow="crop", highlight=False)
        for line in list(lines)[: self.height]:
            # Neighbours of one style are sent as one piece: a screen is then half as long.
            self.console.print(Segments(Segment.simplify(self.console.render(line, options))), end="")

    def say(self, text: str) -> None:
        """Print a line unchanged."""
        self.console.print(Text(text), soft_wrap=True, highlight=False)

    def whisper(self, text: str) -> None:
        """Print something that the next drawing will cover; without a terminal, nothing."""
        if self.is_live:
            self.console.print(Text(text, FAINT), end="\r", no_wrap=True, crop=True)

    def ask(self, prompt: str) -> str:
        """What is typed; raises Leave at the end of input and on Ctrl-C."""
        self.console.file.flush()
        try:
            line = input(prompt)
        except EOFError:
            self.say("")
            raise Leave(0) from None
        except KeyboardInterrupt:
            self.say("")
            raise Leave(130) from None
        except UnicodeDecodeError:
            return "\N{REPLACEMENT CHARACTER}"
        if not sys.stdin.isatty():
            self.say(line)
        return line.strip()

    def wait(self, seconds: float) -> bool:
        """Wait until Enter is pressed, at most this long; returns whether it was. Raises Leave on Ctrl-C."""
        try:
            ready, _, _ = select.select([sys.stdin], [], [], seconds)
            if ready:
                sys.stdin.readline()
        except KeyboardInterrupt:
            raise Leave(130) from None
        return bool(ready)


def pages(lines: Sequence[Text], height: int) -> list[list[Text]]:
    """The lines in pages of this height; if there are several, each has a line with its number."""
    if len(lines) <= height:
        return [list(lines)]
    size = max(1, height - 1)
    starts = range(0, len(lines), size)
    found = []
    for number, start in enumerate(starts, 1):
        onwards = "more" if number < len(starts) else "the game"
        foot = Text(f"-- page {number} of {len(starts)}, Enter for {onwards} --", FAINT)
        found.append([*lines[start : start + size], foot])
    return found


def _console() -> Console:
    # Where LC_ALL is C, Python writes UTF-8 all the same, unless an encoding is set.
    asks_for_ascii = os.environ.get("LC_ALL") in ("C", "POSIX") and "PYTHONIOENCODING" not in os.environ
    encoding = "ascii" if asks_for_ascii else sys.stdout.encoding or ""
    if not encoding.lower().replace("-", "").startswith("utf"):
        reconfigure = getattr(sys.stdout, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding=encoding or None, errors="replace")
    no_color = True if os.environ.get("NO_COLOR") else None
    console = Console(no_color=no_color, emoji=False, markup=False, highlight=False)
    if not console.is_terminal:
        console.width = max(PLAIN, console.width)
    return console


def _load_line_editing() -> None:
    """Arrow keys and history at the prompt, where Python has them."""
    try:
        import readline
    except ImportError:
        return
    readline.set_auto_history(True)
