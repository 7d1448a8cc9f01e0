"""Lines, requests and their parts as the engine understands them; RequestError says what was expected."""

from __future__ import annotations

from typing import Any

import msgspec

from cafe.engine import requests as ask
from cafe.protocol.convert import action_of
from cafe.protocol.forms import AnyAction, StateForm
from cafe.rules.actions import Action
from cafe.rules.errors import Facts, IllegalAction, PositionError, Refusal, Rule, SetupError
from cafe.rules.explain import explain, sentence
from cafe.rules.state import State

LINE_LIMIT = 1 << 20


class RequestError(Exception):
    """A request that cannot be answered; `code` is one of the protocol's."""

    def __init__(self, code: str, message: str, **more: object) -> None:
        super().__init__(message)
        self.error = {"code": code, "message": message, **more}


def decode_line(line: bytes) -> dict[str, Any]:
    """The JSON object of a line."""
    if len(line) > LINE_LIMIT:
        raise RequestError("json", f"expected a line of at most {LINE_LIMIT} bytes; got a longer one")
    if not line.strip():
        raise RequestError("json", "expected a JSON object; got an empty line")
    try:
        found = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RequestError("json", f"expected a JSON object; got something else: {error}") from None
    if not isinstance(found, dict):
        raise RequestError("json", f"expected a JSON object; got {type(found).__name__}")
    return found


def decode_request(found: dict[str, Any], line: bytes) -> ask.AnyRequest:
    """The request that the object of a line is."""
    command = found.get("cmd")
    if command not in ask.COMMANDS:
        raise RequestError(
            "request", f"expected one of the commands {', '.join(ask.COMMANDS)}; got {command!r}"
        )
    try:
        request: ask.AnyRequest = msgspec.json.decode(line, type=ask.AnyRequest)
    except (msgspec.DecodeError, RecursionError) as error:
        raise RequestError("request", f"{command}: {error}") from None
    return request


def decode_state(raw: msgspec.Raw) -> StateForm:
    """The state to load; PositionError where its fields are wrong."""
    if not bytes(raw).lstrip().startswith(b"{"):
        raise RequestError("request", "load: expected a state, which is a JSON object; got something else")
    try:
        return msgspec.json.decode(raw, type=StateForm)
    except msgspec.DecodeError as error:
        raise PositionError(f"not a valid state: {error}") from None


def decode_action(state: State, found: dict[str, Any]) -> Action:
    """The action that was asked for; an `as` on anything but a seat is refused with `joker.as`."""
    plan = state.edition.plan
    stands_for = found.get("as")
    superfluous = stands_for is not None and found.get("type") not in (None, "seat")
    drop = superfluous or stands_for is None
    named = {name: value for name, value in found.items() if name != "as" or not drop}
    try:
        action = action_of(plan, msgspec.convert(named, AnyAction))
    except (msgspec.ValidationError, RecursionError) as error:
        raise RequestError("request", f"action: {error}") from None
    if superfluous:
        _refuse_nation(state, action)
    return action


def _refuse_nation(state: State, action: Action) -> None:
    refusal = explain(state, action)
    order = list(Rule)
    if refusal is None or order.index(refusal.rule) > order.index(Rule.JOKER_AS):
        refusal = Refusal(Rule.JOKER_AS, Facts(nations=()))
    raise IllegalAction(refusal, sentence(refusal))


def known_name(index: dict[str, int], name: str, expected: str) -> int:
    """The number of a guest or nation; SetupError if there is none of that name."""
    if name not in index:
        raise SetupError(f"expected {expected}; got {name!r}")
    return index[name]
