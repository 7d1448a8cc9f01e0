"""Who can sit down at an arena's table: a bot by name, or an outside program by its command line."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Sequence
from random import Random
from typing import IO

import msgspec

from cafe.bots import BOTS, Bot, Budget, Choice
from cafe.protocol.convert import action_form, action_of, view_form
from cafe.protocol.forms import AnyAction
from cafe.rules.actions import Action
from cafe.rules.view import View

PROGRAM = "program:"
"""What the name of an outside program begins with; its command line follows."""


class ContestantError(ValueError):
    """A contestant that there is not, or a program that does not answer as the protocol says."""


def check_contestant(name: str) -> None:
    """ContestantError unless the name is a bot's or a program's."""
    if name.startswith(PROGRAM):
        if not name.removeprefix(PROGRAM).strip():
            raise ContestantError(f"expected a command line after {PROGRAM!r}; got nothing")
    elif name not in BOTS:
        raise ContestantError(f"expected a bot of {', '.join(BOTS)}, or {PROGRAM}COMMAND; got {name!r}")


def make_contestant(name: str) -> Bot:
    """A fresh bot of that name; a program is started, and ended with the process that started it."""
    check_contestant(name)
    if name.startswith(PROGRAM):
        return Program(name.removeprefix(PROGRAM))
    return BOTS[name]()


class Program:
    """A program that answers the protocol's `hello` and `choose` on its standard input and output."""

    def __init__(self, command: str) -> None:
        self._command = command
        self._process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        try:
            self._ask({"cmd": "hello"})
        except ContestantError:
            self.close()
            raise

    def choose(self, view: View, legal: Sequence[Action], rng: Random, budget: Budget) -> Choice:
        """What the program answers; ContestantError if that is none of `legal`."""
        plan = view.known.edition.plan
        answer = self._ask(
            {
                "cmd": "choose",
                "view": view_form(view),
                "legal": [action_form(plan, action) for action in legal],
                "ms": max(1, round(budget.ms)),
                "seed": int(rng.random() * 2**32),
            }
        )
        try:
            action = action_of(plan, msgspec.convert(answer.get("action"), AnyAction))
        except msgspec.ValidationError as error:
            raise ContestantError(f"{self._command}: expected an action; got {error}") from None
        if action not in legal:
            raise ContestantError(f"{self._command}: expected a legal action; got {answer.get('action')}")
        return Choice(action)

    def close(self) -> None:
        """End the program."""
        self._process.kill()
        self._process.communicate()

    def _ask(self, request: dict[str, object]) -> dict[str, object]:
        source, target = self._pipes()
        try:
            source.write(msgspec.json.encode(request) + b"\n")
            line = target.readline()
        except BrokenPipeError:
            line = b""
        if not line:
            raise ContestantError(f"{self._command}: expected an answer to {request['cmd']}; it has ended")
        try:
            answer = msgspec.json.decode(line, type=dict[str, object])
        except msgspec.DecodeError:
            raise ContestantError(
                f"{self._command}: expected a JSON object a line; got {line[:80]!r}"
            ) from None
        if answer.get("ok") is not True:
            raise ContestantError(f"{self._command}: refused {request['cmd']}: {answer.get('error')}")
        return answer

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        source, target = self._process.stdin, self._process.stdout
        if source is None or target is None:
            raise AssertionError("the program was started without pipes")
        return source, target
