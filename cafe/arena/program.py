"""An outside program that plays, asked over the protocol (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from cafe.arena.contestant import ContestantError
from cafe.arena.forfeit import Forfeit, Why
from cafe.arena.process import Process
from cafe.protocol.convert import action_form, action_of, view_form
from cafe.protocol.forms import AnyAction
from cafe.rules.actions import Action
from cafe.rules.edition import Edition
from cafe.rules.price import prices
from cafe.rules.view import View

PROTOCOL: Final = 1
START_MS: Final = 30_000.0
"""How long a program may take until it has answered `hello`; none of it is thinking time."""
GRACE_MS: Final = 100.0
"""What a turn may take beyond its thinking time, for communication."""


class Hello(msgspec.Struct):
    """What a program must say about itself."""

    protocol: int
    editions: list[str]
    variants: list[str] = []


class Program:
    """A program that answers `hello` and `choose`; raises ContestantError unless it plays these rules."""

    def __init__(self, command: str, rules: Edition, clock: str = "wall") -> None:
        try:
            self._process = Process(command)
            self._asked = 0
        except (OSError, ValueError) as error:
            raise ContestantError(f"{command}: expected a program that can be started; {error}") from None
        try:
            _check(self._ask({"cmd": "hello"}, START_MS)[0], rules)
            if clock == "cpu":
                self._process.count_processor_time()
        except (Forfeit, ContestantError, OSError) as error:
            self.close()
            raise ContestantError(f"{command}: {error}") from None

    def choose(
        self, view: View, legal: Sequence[Action], seed: int, ms: float, allowed: float
    ) -> tuple[Action, float]:
        """What the program answers, and the milliseconds it took.

        It is sent `ms`; raises Forfeit if it takes more than `allowed`, or answers none of `legal`.
        """
        plan = view.known.edition.plan
        answer, spent = self._ask(
            {
                "cmd": "choose",
                "view": view_form(view),
                "legal": [action_form(plan, action) for action in legal],
                "points": [price.total for price in prices(view.known, legal)],
                "ms": max(1, round(ms)),
                "seed": seed,
            },
            allowed,
        )
        given = answer.get("action")
        try:
            action = action_of(plan, msgspec.convert(given, AnyAction))
        except msgspec.ValidationError as error:
            raise Forfeit(Why.ILLEGAL, f"expected an action; got {_short(given)}: {error}") from None
        if action not in legal:
            raise Forfeit(Why.ILLEGAL, f"expected one of the legal actions; got {_short(given)}")
        return action, spent

    def close(self) -> None:
        """End the program."""
        self._process.close(msgspec.json.encode({"cmd": "quit"}))

    def _ask(self, request: dict[str, object], allowed: float) -> tuple[dict[str, object], float]:
        self._asked += 1
        line, spent = self._process.ask(msgspec.json.encode({**request, "id": self._asked}), allowed)
        try:
            answer = msgspec.json.decode(line, type=dict[str, object])
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise Forfeit(Why.ANSWER, f"expected one JSON object per line; got {_short(line)}") from None
        if answer.get("ok") is not True:
            raise Forfeit(Why.ANSWER, f"expected an answer to {request['cmd']}; got {_short(answer)}")
        given = answer.get("id")
        if isinstance(given, int) and 0 < given < self._asked:
            raise Forfeit(Why.ANSWER, f"expected one line per answer; got more than one for the id {given}")
        if given != self._asked:
            raise Forfeit(Why.ANSWER, f"expected the id {self._asked} again; got {_short(given)}")
        return answer, spent


def _check(answer: dict[str, object], rules: Edition) -> None:
    try:
        hello = msgspec.convert(answer, Hello)
    except msgspec.ValidationError as error:
        raise ContestantError(f"expected protocol and editions in the answer to hello; {error}") from None
    if hello.protocol != PROTOCOL:
        raise ContestantError(f"expected protocol {PROTOCOL}; it speaks {hello.protocol}")
    if rules.name not in hello.editions:
        raise ContestantError(
            f"expected {rules.name} among the editions in the answer to hello; got {_names(hello.editions)}"
        )
    for variant in rules.variants:
        if variant not in hello.variants:
            raise ContestantError(
                f"expected {variant} among the variants in the answer to hello; got {_names(hello.variants)}"
            )


def _names(given: list[str]) -> str:
    return ", ".join(map(repr, given))[:200] or "none"


def _short(given: object) -> str:
    return repr(given)[:200]
