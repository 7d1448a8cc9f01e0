"""Talking to an engine in this process."""

from __future__ import annotations

import json
from typing import Any

from cafe.engine.engine import Engine


class Talk:
    """An engine and what it says."""

    def __init__(self) -> None:
        self.engine = Engine()

    def line(self, line: bytes) -> dict[str, Any]:
        """The answer to a raw line."""
        answer = self.engine.answer_line(line)
        assert b"\n" not in answer
        found: dict[str, Any] = json.loads(answer)
        return found

    def __call__(self, cmd: str, **fields: Any) -> dict[str, Any]:
        """The answer to a request."""
        return self.line(json.dumps({"cmd": cmd, **fields}).encode())

    def good(self, cmd: str, **fields: Any) -> dict[str, Any]:
        """The answer to a request that must succeed."""
        answer = self(cmd, **fields)
        assert answer["ok"] is True, answer
        return answer

    def bad(self, code: str, cmd: str, **fields: Any) -> dict[str, Any]:
        """The error of a request that must fail, changing nothing."""
        before = self("state")
        answer = self(cmd, **fields)
        assert answer["ok"] is False, answer
        error: dict[str, Any] = answer["error"]
        assert error["code"] == code, answer
        assert error["message"]
        assert self("state") == before
        return error
