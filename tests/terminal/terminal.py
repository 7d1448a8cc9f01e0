"""A pseudo-terminal with a screen, for playing the real program as a person would."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import termios
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType

import pexpect
import pyte
from pexpect.fdpexpect import fdspawn

PROMPT = r"(help\)|help|Enter|skip|result|leave)> $"
"""How the questions of the terminal game end."""
LIMIT = 60
"""Seconds until something that does not come is missed."""
IN_FRONT = """
import os, signal, sys
os.open(os.ttyname(0), os.O_RDWR)
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
"""Becomes the program under test, in the foreground of its terminal: a session leader gets the one it opens.
Ctrl-C must arrive although these tests run in the background, where it is ignored.

`pexpect.spawn` would do this in a copy of this process, and none may be made once JAX has started threads.
"""
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
        here, there = os.openpty()
        termios.tcsetwinsize(there, (lines, columns))
        self._process = subprocess.Popen(
            [sys.executable, "-ISc", IN_FRONT, *program, *arguments],
            stdin=there,
            stdout=there,
            stderr=there,
            start_new_session=True,
            env={
                "PATH": os.environ["PATH"],
                "TERM": "xterm-256color",
                "HOME": str(home),
                "LANG": "C.UTF-8",
                **environment,
            },
        )
        os.close(there)
        self._line = fdspawn(
            here,
            encoding="utf-8",
            codec_errors="replace",
            timeout=LIMIT,
            maxread=1 << 16,
            searchwindowsize=100,
        )

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        self._line.close()

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
        self._line.expect(prompt)
        self._feed()
        return self.text

    def type(self, line: str = "", prompt: str = PROMPT) -> str:
        """Type a line and wait for the next question."""
        self._screen.scrolled = 0
        self._line.sendline(line)
        return self.wait(prompt)

    def press(self, key: str) -> None:
        """Press a control key, such as c or d."""
        self._line.send(chr(ord(key) - ord("a") + 1))

    def last(self, line: str) -> int:
        """Type a line that ends the program; the exit status."""
        self._line.sendline(line)
        return self.end()

    def end(self) -> int:
        """The exit status once the program is gone."""
        self._line.expect(pexpect.EOF)
        self._feed()
        status = self._process.wait(LIMIT)
        assert status >= 0, f"ended by signal {-status}"
        return status

    def _feed(self) -> None:
        after = self._line.after if isinstance(self._line.after, str) else ""
        self.raw.append((self._line.before or "") + after)
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
