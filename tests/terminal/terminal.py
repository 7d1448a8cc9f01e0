"""A pseudo-terminal with a screen, for playing the real program as a person would."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType

import pexpect
import pyte

PROMPT = r"(help\)|help|Enter|skip|result|leave)> $"
"""How the questions of the terminal game end."""
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class _Screen(pyte.Screen):
    """A screen that counts the lines that run off its top."""

    scrolled = 0

    def index(self) -> None:
        self.scrolled += self.cursor.y == self.lines - 1
        super().index()


class Terminal:
    """The `cafe` command in a terminal of a given size; keeps everything that was ever on the screen."""

    def __init__(
        self,
        *arguments: str,
        columns: int = 100,
        lines: int = 40,
        home: Path,
        program: Sequence[str] = ("-m", "cafe"),
        **environment: str,
    ) -> None:
        self.columns, self.lines = columns, lines
        self._screen = _Screen(columns, lines)
        self._stream = pyte.Stream(self._screen)
        self.frames: list[str] = []
        self.raw: list[str] = []
        """What was sent for each frame, colours and all."""
        self._process = pexpect.spawn(
            sys.executable,
            [*program, *arguments],
            dimensions=(lines, columns),
            encoding="utf-8",
            codec_errors="replace",
            timeout=60,
            maxread=1 << 16,
            searchwindowsize=100,
            # Ctrl-C must arrive although these tests run in the background, where it is ignored.
            preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
            env={
                "PATH": os.environ["PATH"],
                "TERM": "xterm-256color",
                "HOME": str(home),
                "LANG": "C.UTF-8",
                **environment,
            },
        )
        self._process.delaybeforesend = None

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.close(force=True)

    @property
    def text(self) -> str:
        """What is on the screen now."""
        return "\n".join(line.rstrip() for line in self._screen.display).rstrip()

    @property
    def scrolled(self) -> int:
        """How many lines ran off the top since something was last typed."""
        return self._screen.scrolled

    def wait(self, prompt: str = PROMPT) -> str:
        """The screen when the program asks for something."""
        self._process.expect(prompt)
        self._feed()
        return self.text

    def type(self, line: str = "", prompt: str = PROMPT) -> str:
        """Type a line and wait for the next question."""
        self._screen.scrolled = 0
        self._process.sendline(line)
        return self.wait(prompt)

    def press(self, key: str) -> None:
        """Press a control key, such as c or d."""
        self._process.sendcontrol(key)

    def last(self, line: str) -> int:
        """Type a line that ends the program; the exit status."""
        self._process.sendline(line)
        return self.end()

    def end(self) -> int:
        """The exit status once the program is gone."""
        self._process.expect(pexpect.EOF)
        self._feed()
        self._process.close()
        status: int | None = self._process.exitstatus
        assert status is not None, f"ended by signal {self._process.signalstatus}"
        return status

    def _feed(self) -> None:
        after = self._process.after if isinstance(self._process.after, str) else ""
        self.raw.append((self._process.before or "") + after)
        self._stream.feed(self.raw[-1])
        self.frames.append(self.text)

    def assert_fits(self) -> None:
        """Nothing was wider than the screen, and nothing ran off its top."""
        drawn = ESCAPES.sub("", self.raw[-1].rpartition("\x1b[H")[2])
        lines = drawn.splitlines()
        assert len(lines) < self.lines, self.text
        assert max(len(line) for line in lines) <= self.columns, self.text
        assert not self.scrolled, self.text


Start = Callable[..., Terminal]
"""Starts `cafe` in a pseudo-terminal: the fixture `start`."""
Run = Callable[..., "subprocess.CompletedProcess[str]"]
"""Runs `cafe` with pipes: the fixture `run`."""


def play_hints(terminal: Terminal) -> str:
    """Play what the hint says until the game asks where to save its record."""
    text = terminal.wait()
    while "Save the record?" not in text:
        if "Enter: the result>" in text:
            text = terminal.type()
        else:
            terminal.type("hint")
            terminal.assert_fits()
            text = terminal.type("1")
        terminal.assert_fits()
    return text
