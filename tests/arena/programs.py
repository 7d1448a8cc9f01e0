"""Outside programs for the arena, each a real second process with one habit."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

_PROGRAM = """
import json, os, sys, time
hello = {"ok": True, "protocol": 1, "editions": ["board", "board-classic", "card"],
         "variants": ["parties", "bar-stepped", "exact-swap"]}
asked = 0
def say(answer):
    print(json.dumps({"id": request["id"], **answer}), flush=True)
def compute(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
for line in sys.stdin:
    request = json.loads(line)
    if request["cmd"] == "quit":
        break
    if request["cmd"] == "hello":
        HELLO
    else:
        asked += 1
        legal, points = request["legal"], request["points"]
        first = {"ok": True, "action": legal[0]}
        CHOOSE
END
"""


def program(folder: Path, choose: str = "say(first)", hello: str = "say(hello)", end: str = "") -> str:
    """A contestant that answers `choose` and `hello` by this code, and runs some when it is ended gently."""
    text = _PROGRAM.replace("HELLO", hello).replace("CHOOSE", choose).replace("END", end)
    path = folder / f"program-{len(list(folder.glob('program-*.py')))}.py"
    path.write_text(text, encoding="utf-8")
    return f"program:{shlex.join([sys.executable, '-I', str(path)])}"
